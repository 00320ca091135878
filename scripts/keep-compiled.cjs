// Preloaded by `compile` in bundle.mjs: at the end of a call, what V8 compiled of each file is kept beside it.
const { writeFileSync } = require('node:fs')
const v8 = require('node:v8')
const vm = require('node:vm')

const scripts = []
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options)
    scripts.push({ script: this, file: options.filename })
  }
}
// V8 takes what was compiled only where its flags are the same, and these are set later in a call.
v8.setFlagsFromString = () => {}

process.on('exit', () => {
  for (const { script, file } of scripts)
    writeFileSync(`${file}.${process.version}-${process.platform}-${process.arch}`, script.createCachedData())
})
