import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderVersions, type VersionRow } from './render-versions.ts'

const ROWS: readonly VersionRow[] = [
  row('node@20.0.0', '11.3.244.4', null, ''),
  row('node@20.1.0', '11.3.244.8', [0.98, 1.0, 1.02], 'like good'),
  row('node@21.0.0', '11.8.172.13', [1.5, 1.6, 1.7], 'like bad'),
  row('node@21.1.0', '11.8.172.15', null, 'lost'),
  row('node@22.0.0', '12.4.254.14', [1.58, 1.6, 1.62], 'bad'),
]

function row(
  name: string,
  version: string,
  ends: [number, number, number] | null,
  remark: string,
): VersionRow {
  const [lower = 0, value = 0, upper = 0] = ends ?? []
  const ratio = ends === null ? null : { lower, value, upper, level: 0.95, n: 10 }
  return { name, runtime: 'node', engine: { name: 'v8', version }, ratio, remark, role: null }
}

test('renderVersions shows every version, its ratio, and where that lies', () => {
  const look = { width: 100, color: false, unicode: true }
  assert.equal(
    renderVersions(ROWS, look),
    `\
version      engine          ratio to the first                0.98                              1.7
node@20.0.0  v8 11.3.244.4                                      ●
node@20.1.0  v8 11.3.244.8   1.000× [0.980, 1.020]  like good  ─●──
node@21.0.0  v8 11.8.172.13    1.6× [1.5, 1.7]      like bad    │                          ────●────
node@21.1.0  v8 11.8.172.15                         lost
node@22.0.0  v8 12.4.254.14   1.60× [1.58, 1.62]    bad         │                             ─●─`,
  )
})

test('renderVersions draws the picture below where there is no room beside, and speaks ASCII', () => {
  const narrow = renderVersions(ROWS, { width: 60, color: false, unicode: false })
  assert.match(narrow, /^node@21\.0\.0 .* like bad\n.*\n.*\n\nversion {6}0\.98 .* 1\.7\nnode@20\.0\.0 +o$/m)
  const ascii = renderVersions(ROWS, { width: 100, color: false, unicode: false })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
  assert.match(ascii, /^[\x00-\x7f]*$/)
})
