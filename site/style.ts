import { MACHINES_STYLE, STYLE } from '@steelyard/report/board'

/** The style of every page that is no record: that of a record's page, and what its texts need besides. */
export const SITE_STYLE = `${STYLE}
h1{margin-top:24px}
main>p,main>ul,main>ol,section>p,section>ul{max-width:52em}
main>ol{padding-left:24px}
main img{max-width:100%;height:auto}
td{text-align:left;white-space:normal}
td:first-child{padding-left:0}
th.n,td.n{text-align:right}
td,tbody th{min-width:6em}
tbody th{white-space:normal;overflow-wrap:anywhere}
.board td,.board tbody th{min-width:9em}
.board td:last-child{min-width:15em}
main>section{max-width:none}.front{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,360px),1fr));gap:20px 32px;align-items:start}
.front figure{max-width:none}.front img{display:block;border:1px solid var(--line)}.front figcaption{margin-top:6px}
${MACHINES_STYLE}
.heat td,.heat tbody th{min-width:4em;text-align:center}.heat tbody th{text-align:left}
nav.part{margin-top:40px;font-size:13px}
.terms{columns:2;column-gap:48px}
.terms li{break-inside:avoid}
@media (max-width:700px){.terms{columns:1}.board tbody th,.board thead th:first-child{position:sticky;left:0;z-index:1;background:var(--paper);min-width:7em;max-width:38vw;white-space:normal;overflow-wrap:break-word}}
`
