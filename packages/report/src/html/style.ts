import { FONT } from '../charts/draw/draw.ts'
import { colorDeclarations } from '../charts/draw/palette.ts'

/** The page's own style: colours of the surroundings, and the light ones on paper. */
export const STYLE = `
:root{color-scheme:light dark;${colorDeclarations('light')}}
@media (prefers-color-scheme:dark){:root{${colorDeclarations('dark')}}}
@media print{:root{color-scheme:light;${colorDeclarations('light')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 ${FONT};font-variant-numeric:tabular-nums}
main,footer{max-width:1064px;margin:0 auto;padding:0 20px}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;background:var(--paper);padding:4px 8px}
.kicker{color:var(--quiet);margin:32px 0 4px}
h1{font-size:28px;line-height:1.2;margin:0 0 16px;max-width:26em;text-wrap:balance}
h2{font-size:22px;line-height:1.25;margin:56px 0 4px;padding-top:16px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:24px 0 8px}
h4{font-size:16px;margin:40px 0 8px}
h4 code{font-weight:700}
h1,h2,h3,h4,p,li,dd,figcaption,summary{overflow-wrap:anywhere}
p,ul,dl{margin:8px 0}
ul{padding-left:20px}
li{margin:3px 0}
code{font:0.92em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
pre{background:var(--panel);padding:10px 12px;overflow-x:auto;margin:8px 0}
.first{display:grid;grid-template-columns:minmax(0,1fr);gap:8px 48px}
@media (min-width:860px){.first{grid-template-columns:minmax(0,1fr) 300px}}
.verdicts{font-size:16px}
.machine{font-size:14px;color:var(--quiet)}
.machine dt{color:var(--ink);font-weight:600;margin-top:8px}
.machine dd{margin:0}
.banner{border-left:3px solid var(--inconclusive);padding-left:12px}
.slower{color:var(--slower)}.faster{color:var(--faster)}.same{color:var(--same)}
.inconclusive{color:var(--inconclusive)}.trouble{color:var(--slower)}.quiet,.note,.hint{color:var(--quiet)}
.note,.hint{font-size:14px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:24px 40px;align-items:start;margin:16px 0}
figure{margin:0;max-width:520px;break-inside:avoid}
figcaption{font-size:14px;color:var(--quiet);margin-bottom:10px}
figcaption b{color:var(--ink)}
svg.chart{display:block;width:100%;max-width:480px;height:auto;color:var(--ink);fill:currentColor;overflow:visible}
.save{font:inherit;font-size:13px;color:var(--accent);background:none;border:0;padding:4px 0;float:right;cursor:pointer}
.save:hover{text-decoration:underline}
summary{cursor:pointer;font-size:13px;color:var(--quiet);padding:4px 0}
summary:hover{color:var(--ink)}
.across summary{font-size:15px;color:var(--ink)}
.scroll{overflow-x:auto;max-width:100%;margin:4px 0 12px}
table{border-collapse:collapse;font-size:13.5px;line-height:1.35}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.case>.scroll table{font-size:14.5px}
th,td{text-align:left;font-weight:400;padding:4px 0 4px 20px;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
th:first-child{padding-left:0}thead th{color:var(--quiet);vertical-align:bottom}
.n,td{text-align:right}.t{text-align:left}
.many .verdicts th{white-space:normal;width:45%}.many .verdicts thead th{width:auto}.many table{width:100%}
@media (min-width:860px){.first.many{grid-template-columns:minmax(0,1fr)}}
@media (max-width:600px){.many .verdicts table{table-layout:fixed}.many .verdicts th,.many .verdicts td{padding-left:8px;overflow-wrap:anywhere;white-space:normal}.many .verdicts th:first-child{padding-left:0;width:40%}}
.case{border-top:1px solid var(--line);margin-top:32px}
.case h4{margin-top:20px}
footer{margin-top:56px;padding-bottom:48px;color:var(--quiet);font-size:14px}
@media print{body,.verdicts,.machine,.note,.hint,figcaption,footer{font-size:10px}h1{font-size:20px}h2{font-size:15px;margin-top:28px}h3,h4{font-size:12px;margin-top:14px}
.save,.skip,details:not([open]),details>summary{display:none}main,footer{max-width:none;padding:0}
h2,h3,h4{break-after:avoid}tr,.case>.scroll{break-inside:avoid}.scroll{overflow:visible}
table,.case>.scroll table{font-size:9.5px}th,td{white-space:normal;padding:2px 0 2px 12px}
.figures{grid-template-columns:1fr 1fr;gap:16px}.first{grid-template-columns:minmax(0,1fr) 180px}}
`
