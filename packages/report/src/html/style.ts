import { colorDeclarations, FONT } from '../charts/draw/palette.ts'
import { MATRIX_STYLE } from './matrix/matrix-style.ts'

/** The page's own style: colours of the surroundings, and the light ones on paper. */
export const STYLE = `
:root{color-scheme:light dark;${colorDeclarations('light')}}
@media (prefers-color-scheme:dark){:root{${colorDeclarations('dark')}}}
@media print{:root{color-scheme:light;${colorDeclarations('light')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 ${FONT};font-variant-numeric:tabular-nums}
main,footer{max-width:1240px;margin:0 auto;padding:0 20px}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;background:var(--paper);padding:4px 8px}
.kicker{color:var(--quiet);margin:20px 0 2px}
h1{font-size:26px;line-height:1.2;margin:0 0 10px;max-width:46em;text-wrap:balance}
h2{font-size:22px;line-height:1.25;margin:40px 0 4px;padding-top:12px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:24px 0 8px}
h4{font-size:16px;margin:40px 0 8px}
h4 code{font-weight:700}
h1,h2,h3,h4,p,li,figcaption,summary{overflow-wrap:anywhere}
p,ul{margin:8px 0}
ul{padding-left:20px}
li{margin:3px 0}
code{font:0.92em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
pre{background:var(--panel);padding:10px 12px;overflow-x:auto;margin:8px 0}
nav{font-size:13px;margin:24px 0}
nav ul{list-style:none;padding:0}
nav a{margin-right:10px;overflow-wrap:anywhere;text-decoration:none}nav a:hover{text-decoration:underline}
nav .params{color:var(--quiet)}
nav.site,nav.part{max-width:1240px;margin:0 auto;padding:10px 20px;font-size:14px}
nav.site ul,nav.part ul{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0}
nav a[aria-current]{color:var(--ink);font-weight:600}
.tools{position:sticky;top:0;z-index:3;background:var(--paper);display:flex;flex-wrap:wrap;gap:4px 14px;align-items:center;font-size:13px;padding:6px 0;border-bottom:1px solid var(--line)}
.tools[hidden],[hidden]{display:none}
.tools input,.tools button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:3px;padding:3px 8px;min-height:28px}
.tools input{width:15em}
.unseen,caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;margin:0;padding:0}
.lead{font-size:19px;line-height:1.35;font-weight:600;margin:0 0 8px;max-width:52em}.lead b{font-weight:800}
.chips{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 6px;font-size:12.5px;color:var(--quiet);margin:0 0 10px}
.chips li{border:1px solid var(--line);border-radius:9px;padding:0 9px;margin:0;max-width:100%}
.chips .noisy{border-color:var(--inconclusive);color:var(--inconclusive)}
.findings{list-style:none;padding:0}
@media (min-width:1000px){.answer{display:grid;grid-template-columns:fit-content(840px) minmax(240px,1fr);gap:0 40px;align-items:start}.answer>.beside{padding-top:66px}}
.banner{border-left:3px solid var(--inconclusive);padding-left:12px}
.slower{color:var(--slower)}.faster{color:var(--faster)}.same{color:var(--same)}
.inconclusive{color:var(--inconclusive)}.trouble{color:var(--slower)}
.quiet,.note{color:var(--quiet)}
.note{font-size:14px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:24px 40px;align-items:start;margin:16px 0}
figure{margin:0;max-width:520px;break-inside:avoid}figure:has([data-wide]){max-width:none}
figcaption{font-size:14px;color:var(--quiet);margin-bottom:10px}
figcaption b{color:var(--ink)}
svg.chart{display:block;width:100%;min-width:448px;max-width:480px;height:auto;color:var(--ink);fill:currentColor}
svg.chart[data-wide]{min-width:672px;max-width:720px}
summary{cursor:pointer;font-size:13px;color:var(--quiet);padding:4px 0}
summary:hover{color:var(--ink)}
details.case>summary,details.more>summary{font-size:13.5px;color:var(--ink);border-top:1px solid var(--line);padding:3px 0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
details.case>summary code{font-weight:700}
.scripted details.case:not([open]){display:none}
details.case,h2,h3,tr.group{scroll-margin-top:52px}
details.case:target>summary,tr.group:target th{background:var(--panel)}
pre.source{max-height:24em;overflow:auto;font-size:13px}
.scroll{position:relative;overflow-x:auto;max-width:100%;margin:4px 0 12px;background:linear-gradient(to right,var(--paper) 30%,transparent) left/40px 100% no-repeat local,linear-gradient(to left,var(--paper) 30%,transparent) right/40px 100% no-repeat local,linear-gradient(to right,var(--shade),transparent) left/14px 100% no-repeat,linear-gradient(to left,var(--shade),transparent) right/14px 100% no-repeat}
.explorer{width:100%;font-size:13px;line-height:18px}
.explorer th,.explorer td{padding:2px 0 1px 12px;border-bottom:0}
.explorer tbody tr:not(.group):hover{background:var(--panel)}
.explorer tbody th{font:12px/18px ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;padding-left:12px}
.explorer .group th{font-weight:700;padding-left:0;border-top:1px solid var(--line)}
.explorer tbody .group th{max-width:0;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.explorer .source{font-weight:400;color:var(--quiet);margin-left:8px}
.explorer thead th{background:var(--paper);border-bottom:1px solid var(--line)}
.explorer thead button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-align:inherit}
.explorer thead button:hover{text-decoration:underline}
.explorer th[aria-sort=ascending] button::after{content:" ↑"}.explorer th[aria-sort=descending] button::after{content:" ↓"}
.explorer td,.explorer thead th{width:1px}.explorer thead th:first-child{width:auto}.explorer td.t{white-space:normal;min-width:150px}.explorer tbody th{white-space:normal;overflow-wrap:anywhere;min-width:165px}
@media (min-width:1240px){.wide{overflow:visible;background:none}.explorer thead th{position:sticky;top:41px;z-index:2}}
@media (max-width:700px){h1{font-size:21px}.lead{font-size:16px}.chips .method{display:none}.explorer td.t{min-width:0;max-width:100px}.explorer tbody th{min-width:98px}.tools{position:static}.explorer th:first-child:not([colspan]){position:sticky;left:0;background:var(--paper);z-index:1;white-space:normal;max-width:34vw;overflow-wrap:anywhere;padding-left:0}.scroll::after{content:"";display:block}}
table{border-collapse:collapse;font-size:13.5px;line-height:1.35}
th,td{text-align:left;font-weight:400;padding:4px 0 4px 20px;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
th:first-child{padding-left:0}thead th{color:var(--quiet);vertical-align:bottom}
.n,td{text-align:right}.t{text-align:left}
.many th,.many td{white-space:normal;text-align:left}.many thead th{vertical-align:bottom}.many th{width:34%}.many thead th{width:auto}.many table{width:100%}
@media (max-width:700px){.many table{min-width:720px}}
${MATRIX_STYLE}
footer{margin-top:56px;padding-bottom:48px;color:var(--quiet);font-size:14px}
@media print{body,.note,figcaption,footer{font-size:10px}h1{font-size:20px}h2{font-size:15px;margin-top:28px}h3,h4{font-size:12px;margin-top:14px}
.skip,.tools,nav,details:not([open]),details>summary{display:none}main,footer{max-width:none;padding:0}
h2,h3,h4{break-after:avoid}tr,.scroll{break-inside:avoid}.scroll{overflow:visible}
table,.explorer,.explorer tbody th{font-size:9px}th,td{white-space:normal;padding:2px 0 2px 12px}
.figures{grid-template-columns:1fr 1fr;gap:16px}}
`
