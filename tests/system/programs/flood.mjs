// Writes as many bytes as it is told, numbered lines, and ends when all have been taken.
const wanted = Number(process.argv[2])
const chunk = Buffer.alloc(65536, 'x')
let left = wanted
function more() {
  while (left > 0) {
    const part = chunk.subarray(0, Math.min(left, chunk.length))
    left -= part.length
    if (!process.stdout.write(part)) return process.stdout.once('drain', more)
  }
  process.stdout.write('THE END')
}
more()
