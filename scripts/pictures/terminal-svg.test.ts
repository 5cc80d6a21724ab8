import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terminalSvg } from './terminal-svg.ts'

test('terminalSvg keeps words in their columns and colours, and draws bars to an eighth of a column', () => {
  const svg = terminalSvg(
    'Two < lines',
    ['\u001b[1ma <b>\u001b[0m  \u001b[31mslow er\u001b[0m', '  \u001b[34m██▎\u001b[0m'],
    20,
  )
  const texts = Array.from(
    svg.matchAll(/<text x="(\d+)" .*textLength="(\d+)".* fill="(\S+)"( font-weight="bold")?>(.*)</g),
  )
  assert.deepEqual(
    texts.map(([, ...parts]) => parts),
    [
      ['16', '40', 'var(--ink)', ' font-weight="bold"', 'a &lt;b&gt;'],
      ['72', '56', 'var(--slower)', undefined, 'slow er'],
    ],
  )
  assert.match(svg, /aria-label="Two &lt; lines"/)
  assert.match(svg, /<rect x="32" y="37" width="18" height="12" fill="var\(--accent\)"\/>/)
})

test('terminalSvg refuses what it would draw wrong', () => {
  assert.throws(() => terminalSvg('x', ['\u001b[45mx'], 10), /Cannot draw the code 45/)
})
