/** How the page looks: in light, in dark, on a narrow screen and on paper. Nothing of it comes from elsewhere. */

/** Colours by what they are for, of light and dark pages. Text stands out from its ground by 4.5 to 1 at least, a bar by 3 to 1. */
export const palettes = {
  light: {
    page: '#ffffff',
    ground: '#eceff3',
    ink: '#1b2430',
    quiet: '#51606f',
    rule: '#ccd4dd',
    link: '#0a58a8',
    good: '#1a7f43',
    other: '#7548b8',
    busy: '#1f6fc4',
    warn: '#8f5f00',
    bad: '#c3302b',
    off: '#6b7784',
    plain: '#3f7283',
  },
  dark: {
    page: '#12171d',
    ground: '#232b35',
    ink: '#e6ebf0',
    quiet: '#a3b1bf',
    rule: '#3a4653',
    link: '#7db7f5',
    good: '#4cc07b',
    other: '#b794ef',
    busy: '#6cabf0',
    warn: '#e0ac46',
    bad: '#f4827c',
    off: '#93a0ad',
    plain: '#7fb8c8',
  },
} as const

function variables(palette: Readonly<Record<string, string>>): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

const tones = ['plain', 'good', 'other', 'busy', 'warn', 'bad', 'off']

/** No colour is the only sign of anything: the words stand beside it. */
export const style = `:root{color-scheme:light dark;${variables(palettes.light)}}
@media (prefers-color-scheme:dark){:root{${variables(palettes.dark)}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:70rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--rule)}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
a{color:var(--link)}
p.kind{margin:0;color:var(--quiet);font-size:.85rem}
p.status{margin:.25rem 0 1rem;font-size:1.15rem;font-weight:600}
p.status span{border:2px solid currentColor;border-radius:.4rem;padding:.1rem .6rem}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.6rem 1.25rem;margin:0 0 1rem}
dl>div{border-left:3px solid var(--rule);padding-left:.6rem}
dt{color:var(--quiet);font-size:.8rem}
dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0;padding:.6rem .75rem;background:var(--ground);border-radius:.4rem;font-size:.9rem}
nav a{color:var(--ink)}
ul.points{padding-left:1.1rem}
ul.points li{margin:.25rem 0;white-space:pre-line}
ul.points span{font-weight:400}
.wide{overflow-x:auto;margin:0 0 1.25rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--rule);white-space:pre-line;min-width:3.5rem;max-width:28rem}
thead th{color:var(--quiet);font-weight:500}
tbody th{font-weight:600}
figure{margin:0 0 1.75rem}
figcaption b{display:block}
figcaption span{color:var(--quiet);font-size:.9rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;margin:.35rem 0;padding:0;font-size:.85rem}
.swatch{vertical-align:-1px;margin-right:.35rem}
table.chart{table-layout:fixed;overflow-wrap:anywhere}
table.chart th,table.chart td{border:0;padding:.2rem .75rem .2rem 0}
table.chart th:first-child{width:20%}
table.chart .picture{width:50%;max-width:none}
table.chart svg{display:block;border-radius:2px}
.axis{display:flex;justify-content:space-between;font-size:.8rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
svg text{fill:var(--ink);font:.8rem system-ui,sans-serif}
svg text.name{font-weight:600}
svg text.stage{fill:var(--quiet)}
.ground{fill:var(--ground)}
.line{fill:var(--rule)}
.box{fill:var(--ground);stroke:var(--rule)}
.arrows path{fill:none;stroke:var(--quiet);stroke-width:1.5}
.tip{fill:var(--quiet)}
${tones.map((it) => `rect.${it}{fill:var(--${it})}.t-${it}{color:var(--${it})}`).join('\n')}
[class^=t-]{font-weight:600}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (max-width:40rem){table.chart tr{display:grid;grid-template-columns:1fr}table.chart th:first-child,table.chart .picture{width:100%}table.chart td,table.chart th{padding:.1rem 0}table.chart tbody tr{padding:.35rem 0}table.chart thead th:last-child{display:none}}
@media print{:root{color-scheme:light;${variables(palettes.light)}}body{max-width:none;padding:0;font-size:10pt}nav{display:none}.wide{overflow:visible}h2,h3,caption,figcaption{break-after:avoid}figure.bars,figure.stages,tr{break-inside:avoid}svg,rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}a{color:inherit}}
`
