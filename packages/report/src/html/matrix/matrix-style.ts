import { seriesRules } from '../../charts/draw/palette.ts'
import { shadeRules } from '../../charts/matrix/shade.ts'

/** Returns the rule by which a switch hides all views but the chosen one. */
function viewRule(views: readonly string[]): string {
  const hidden = views.map(view => `.heat:has(input[value=${view}]:checked) .view:not(.${view})`)
  return `${hidden.join(',')}{display:none}`
}

/** The machines of a scoreboard; more would all be seen at once. */
export const MACHINES_STYLE = viewRule(Array.from({ length: 40 }, (_, index) => `m${index}`))

export const MATRIX_STYLE = `.heat{position:relative;margin:12px 0 0}
.switch{border:0;margin:0 0 6px;padding:0;display:inline-flex;flex-wrap:wrap;gap:0}
.switch label{cursor:pointer}
.switch input{position:absolute;opacity:0;pointer-events:none}
.switch span{display:block;border:1px solid var(--line);margin-left:-1px;padding:3px 12px;font-size:14px}
.switch input:checked+span{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.switch input:focus-visible+span{outline:2px solid var(--accent);outline-offset:2px}
${viewRule(['targets', 'cases', 'time', 'rate'])}
.acts{display:inline-block;margin:0 0 6px 20px;font-size:13px}
.acts button{font:inherit;color:var(--accent);background:none;border:0;padding:4px 6px;cursor:pointer}
.acts button:hover{text-decoration:underline}
.heat .scroll{margin:0}
.heat .note{width:0;min-width:min(100%,44em)}
.heat table{border-collapse:separate;border-spacing:2px;font-size:14px;line-height:1.25}
.heat th,.heat td{border:0;padding:0;vertical-align:middle}
.heat tbody th{padding-right:12px;max-width:26em;white-space:normal;overflow-wrap:anywhere;font-weight:400}
.heat thead th{text-align:center;padding:0 4px 4px;color:var(--ink);white-space:normal}
.heat td{text-align:center;border-radius:2px;min-width:56px}
.heat td>*{display:block;padding:5px 8px;color:var(--ink);text-decoration:none;white-space:nowrap}
.heat td>a:hover{text-decoration:underline;outline:1px solid var(--ink)}
.heat td b,.heat td i{margin-right:.3em}.heat td i{font-style:normal;font-size:.86em}
.heat small{font-size:.8em}
.heat sup{line-height:0;font-size:.75em}
.heat .none{color:var(--quiet)}
.heat .sign{margin-right:4px}
.heat .key{padding:1px 7px;border-radius:2px;color:var(--ink)}
${seriesRules()}
${shadeRules()}
@media (max-width:700px){.heat table{width:100%;font-size:13px}.heat td i{display:none}.heat td>*{padding:6px 2px}.heat tbody th{max-width:32vw;padding-right:6px}.acts{margin-left:0;display:block}.heat thead th{font-size:12px;padding:0 0 4px;overflow-wrap:anywhere}.heat td{min-width:50px}.heat .sign{margin-right:2px;font-size:10px}}
@media print{.switch,.acts{display:none}}`
