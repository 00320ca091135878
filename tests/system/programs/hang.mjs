// Says that it is ready and then nothing more, for ever.
process.stdout.write('ready\n')
setInterval(() => undefined, 1000)
