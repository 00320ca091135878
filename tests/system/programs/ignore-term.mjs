// Does not mind the polite signal; says when it is ready.
process.on('SIGTERM', () => process.stdout.write('no\n'))
process.stdout.write('ready\n')
setInterval(() => undefined, 1000)
