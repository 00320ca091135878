// Answers with its arguments, its environment and what it reads, as JSON.
let input = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => (input += text))
process.stdin.on('end', () => {
  process.stdout.write(JSON.stringify({ argv: process.argv.slice(2), env: process.env, cwd: process.cwd(), input }))
})
