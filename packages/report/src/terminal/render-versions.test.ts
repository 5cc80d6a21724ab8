import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VERSION_ROWS } from './fixtures/version-rows.ts'
import { renderVersions } from './render-versions.ts'

test('renderVersions shows every version, its ratio, and where that lies', () => {
  const style = { width: 100, color: false, unicode: true }
  assert.equal(
    renderVersions(VERSION_ROWS, style),
    `\
version      engine          ratio to the first                0.98                              1.7
node@20.0.0  v8 11.3.244.4                                      ●
node@20.1.0  v8 11.3.244.8   1.000× [0.980, 1.020]  like good  ─●──
node@21.0.0  v8 11.8.172.13    1.6× [1.5, 1.7]      like bad    │                          ────●────
node@21.1.0  v8 11.8.172.15                         lost
node@22.0.0  v8 12.4.254.14   1.60× [1.58, 1.62]    bad         │                             ─●─`,
  )
})

test('renderVersions draws the picture below where there is no room next to the table, and keeps to ASCII', () => {
  const narrow = renderVersions(VERSION_ROWS, { width: 60, color: false, unicode: false })
  assert.match(narrow, /^node@21\.0\.0 .* like bad\n.*\n.*\n\nversion {6}0\.98 .* 1\.7\nnode@20\.0\.0 +o$/m)
  const ascii = renderVersions(VERSION_ROWS, { width: 100, color: false, unicode: false })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
  assert.match(ascii, /^[\x00-\x7f]*$/)
})
