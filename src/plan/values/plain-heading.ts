/** Headings of criteria that only sort what stands below them. */

const plain: ReadonlySet<string> = new Set(
  (
    'a an the and or of for in at to with all any other more general specific overall main primary secondary final optional required mandatory ' +
    'article part section i ii iii iv v vi vii viii ix x xi xii xiii xiv xv ' +
    'deliverable deliverables output outputs artifact artifacts artefact artefacts result results file files folder folders document documents ' +
    'documentation docs report reports data code source design layout content assets configuration ' +
    'quality standard standards met gate gates criterion criteria condition conditions requirement requirements acceptance accepted ' +
    'success exit achievement completion completeness complete completed done definition checklist check checks list items points thing things goal goals project build ' +
    'verification validation verified passed method methods test tests testing unit integration manual automated measure measures metric metrics ' +
    'deployment production readiness ready operations user users interface frontend backend api database functional functionality technical core ' +
    'feature features performance security accessibility compliance status target targets name description what how evidence id no nr'
  ).split(' '),
)

/**
 * Whether a heading, the name of a list or a key only says of what kind the criteria below it are. Of any other nobody knows what it says of
 * them: `Signed by the mayor`, `Must not exist`.
 */
export function isPlainHeading(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{Sm}]+/gu) ?? []
  return words.every((it) => it === '|' || plain.has(it) || /^\d+$/.test(it))
}
