/** What looks like the name of a file, and what only looks like one: a command, an address, a branch, a member of a module. */

/** Those that hardly anything but a file has, in back-ticks and outside of them. */
const endings: ReadonlySet<string> = new Set(
  (
    'md markdown mdx txt rst adoc rtf tex bib qmd rmd epub html htm css scss sass less styl js mjs cjs jsx ts tsx mts cts vue svelte ' +
    'astro py pyi pyx ipynb rb erb go rs java kt kts swift scala groovy gradle dart ex exs erl hrl hs elm clj cljs cljc edn zig nim ' +
    'jl lua r c h cc cpp cxx hpp hh cu cuh ino f90 f95 f03 f08 asm cs csproj fsproj vb vbproj sln php sh bash zsh fish bat cmd ' +
    'ps1 psm1 vhd vhdl glsl wgsl hlsl sol cairo sql prisma json jsonl ndjson jsonc json5 geojson jsonld jsonnet yaml yml toml ini cfg ' +
    'conf env properties tf tfvars hcl bicep rego nix cmake bzl bazel proto graphql gql avsc thrift xml xsd xsl xslt wsdl rdf owl ' +
    'plist xib storyboard pbxproj xcconfig csv tsv xlsx xlsm xls ods odt odp pdf doc docx ppt pptx ics vcf eml png jpg jpeg svg gif ' +
    'webp avif bmp tif tiff ico heic psd mp3 mp4 m4a m4v wav ogg flac mov avi mkv webm srt vtt woff woff2 ttf otf eot stl gltf ' +
    'glb fbx dxf dwg gpx kml shp zip tar gz tgz bz2 xz zst 7z rar whl exe msi dmg pkg app apk aab ipa deb rpm appimage iso jar war ' +
    'nupkg vsix wasm wat dll so dylib db sqlite sqlite3 duckdb parquet avro orc npy npz pkl h5 hdf5 pth safetensors ' +
    'ckpt gguf onnx tflite joblib pb bin dat log pem crt cer csr p12 pfx po pot xlf xliff resx arb ui qml pug hbs ejs njk ' +
    'j2 jinja jinja2 tmpl tpl mustache haml twig gemspec podspec lockb tsbuildinfo'
  ).split(' '),
)

/** Names without an ending, or with one that members have, too, that are files wherever they stand. */
const known = new RegExp(
  [
    '^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|INSTALL|CODEOWNERS',
    '(?:Docker|Container|Make|Proc|Gem|Rake|Vagrant|Jenkins|Pip|Pod|Brew|Caddy|Just)file|justfile',
    String.raw`\.env(?:\.\w{1,20})?|\.(?:git|docker|npm|eslint|prettier)ignore|\.git(?:attributes|keep)`,
    String.raw`\.(?:editorconfig|npmrc|nvmrc|(?:prettier|eslint|babel|stylelint)rc)|go\.(?:mod|sum|work)`,
    String.raw`(?:Cargo|poetry|uv|yarn|composer|Gemfile|Pipfile|Podfile|flake|pubspec|mix|deno|bun|pdm|pixi|Chart|\*)\.lock)$`,
  ].join('|'),
)

/** Signs of a path outside of back-ticks: letters of scripts that put spaces between their words. */
const plainSigns = /^[\w@.*?{},+/\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}-]{1,300}$/u
/** Signs of one that stands alone in back-ticks. */
const codeSigns = /^[\p{L}\p{M}\p{N}@.*?{},+/_\p{Pd}\u30FB\u00B7 ()[\]&'\u2019]{1,300}$/u
/** `{date}.md` stands for many names; `{a,b}.md` for two. */
const isTemplate = /\{\{|\}\}|\{[^,{}]*\}/
/** Members that are written as often as files of their ending: `console.log`, `response.json`, `vue.js`, `com.example.app`. */
const ofModules =
  /^(?:(?:process|import\.meta)\.env|(?:Math|console|np|torch)\.log|(?:res|resp|response|req|request|express)\.json|(?:vue|next|nuxt|three|node|express|react|d3|ember|alpine|p5|chart|socket\.io)\.js|(?:com|org|net|io|dev)(?:\.[\w-]+){2,})$/
/** A kind of files: all `.ts` and `.d.ts`. */
const isKind = /(?:^|\/)\.(?:(?:d|t|test|spec|min|stories|module)\.)?\w+$/
const mediaType = /^(?:text|application|image|audio|video|multipart|font|model|message)\//
/** `example.com/x.html` is an address. */
const address = /^(?:www\.[^/]+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|edu|gov|info|co|eu|de|uk|fr|us|ai))\//i

/** A name with a tail like an ending, behind a folder; a version (`v1/v2.x`) is none. */
const tailed = /\/(?!v?\d+(?:\.\w+)*$)[^/]*[^/.]\.([a-z][a-z\d]{0,9}|[A-Z]{1,4})$/

/** Folders of programs: what stands in one and has words behind it is run. */
const ofPrograms = /^(?:\.{0,2}|~|bin|sbin|scripts?|tools?|\.?venv|node_modules|target|dist|build)\//i

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function endingOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Endings of sources that are routes by where they lie: `app/[id]/page.tsx`, `app/(shop)/layout.tsx`. */
const ofRoutes = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|s?css)$/
const routePart = /^(?:\[{1,2}(?:\.{3})?[a-z][\w-]*\]{1,2}(?:\.[\w.-]+)?|\((?:\.{1,3}|[a-z][\w-]*)\)(?:[\w.-]+)?)$/
/** A bracket as file managers and people write it: `report (1).md`, `plan (draft).pdf`, `copy(2).md`. */
const asides = / \([^()[\]]+\)|\(\d+\)/g

/** Whether each bracket belongs to a name: `report_[date].md` is a template, and `f(x)` a call. */
function areNamed(token: string): boolean {
  const parts = token.split('/')
  return parts.every((part) => {
    if (!/[()[\]]/.test(part) || (ofRoutes.test(token) && routePart.test(part))) return true
    return !/[()[\]]/.test(part.replaceAll(asides, ''))
  })
}

/** Whether words with spaces between them are one name, which a folder before them says; null where they may be a command or a sentence. */
function isOneName(token: string): boolean | null {
  const words = token.split(' ')
  const [first = ''] = words
  const isListed = words.slice(0, -1).some((it) => hasKnownEnding(it) || known.test(nameOf(it)))
  if (words.length > 8 || words.includes('') || isListed || /[*?{},@]|&&|\s-/.test(token)) return false
  if (first.startsWith('/')) return false
  return first.includes('/') && !ofPrograms.test(first) ? true : null
}

function hasKnownEnding(path: string): boolean {
  return endings.has(endingOf(path))
}

export interface FileName {
  /** Whether it ends as files do, or is the name of one that has no ending. */
  readonly isFile: boolean
  readonly isFolder: boolean
  /** Whether it may be something else: `Node.js`, `tiller report.md`. */
  readonly isDoubtful: boolean
}

/**
 * What a word is as a name; null where it is none.
 * @param isCode whether it stands alone in back-ticks: there it may have spaces, brackets and letters of any script
 */
export function readName(token: string, isCode: boolean): FileName | null {
  if (!(isCode ? codeSigns : plainSigns).test(token) || token.startsWith('-') || token.startsWith('@')) return null
  if (isTemplate.test(token) || mediaType.test(token) || address.test(token)) return null
  if ((isKind.test(token) && !known.test(nameOf(token))) || ofModules.test(token)) return null
  const isFolder = token.endsWith('/') && token.length > 1
  const hasEnding = hasKnownEnding(token)
  const isOne = token.includes(' ') ? hasEnding && isOneName(token) : true
  const isMarked = /[ ()[\]&'\u2019]/.test(token)
  if (isOne === false || (isMarked && !(hasEnding && areNamed(token)))) return null
  if (/(?:^|[^\p{L}])['\u2019]|['\u2019](?:$|[^\p{L}])/u.test(token)) return null
  const isFile = hasEnding || known.test(nameOf(token))
  const isTailed = isCode && tailed.test(token)
  // `Node.js` and `D3.js` are no files that anybody has to write, and behind a folder any ending may be one.
  return {
    isFile: isFile || isTailed,
    isFolder,
    isDoubtful: (!isFile && !isFolder) || isOne === null || /^[A-Z]\w*\.js$/.test(token),
  }
}
