/** The four forms in which findings are shown. */

export { diagnosticsGithub } from './github.ts'
export { diagnosticsJson } from './json.ts'
export type { JsonDiagnostic, JsonPlace, JsonRelated } from './json.ts'
export { diagnosticsSarif } from './sarif.ts'
export { summarise, summaryText } from './summary.ts'
export type { Summary } from './summary.ts'
export { diagnosticsText } from './text.ts'
export type { TextOptions } from './text.ts'
