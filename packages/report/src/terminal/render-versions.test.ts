import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TerminalStyle } from '@steelyard/text'
import { type VersionRow, versionRatios } from '../content/versions.ts'
import { VERSION_ROWS } from './fixtures/version-rows.ts'
import { renderBlocks } from './print-blocks.ts'

const renderVersions = (title: string, rows: readonly VersionRow[], style: TerminalStyle) =>
  renderBlocks([versionRatios(title, rows, { threshold: null, biasAllowance: null })], style)

test('renderVersions shows every version, its ratio, and where that lies', () => {
  const style = { width: 110, color: false, unicode: true }
  assert.equal(
    renderVersions('Versions', VERSION_ROWS, style),
    `\
Versions
  version                       ratio                  0.98                                     1.7
  node@20.0.0 (v8 11.3.244.4)                            ●
  node@20.1.0 (v8 11.3.244.8)   1.000× [0.980, 1.020]  ──●─                                          like good
  node@21.0.0 (v8 11.8.172.13)    1.6× [1.5, 1.7]        │                              ─────●─────  like bad
  node@21.1.0 (v8 11.8.172.15)                           │                                           lost
  node@22.0.0 (v8 12.4.254.14)   1.60× [1.58, 1.62]      │                                  ─●─      bad`,
  )
})

test('renderVersions leaves the picture out where there is no room, and keeps to ASCII', () => {
  const narrow = renderVersions('Versions', VERSION_ROWS, { width: 70, color: false, unicode: false })
  assert.match(narrow, /^ {2}node@21\.0\.0 \(v8 11\.8\.172\.13\) +1\.6x \[1\.5, 1\.7\] +like bad$/m)
  const ascii = renderVersions('Versions', VERSION_ROWS, { width: 110, color: false, unicode: false })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
  assert.match(ascii, /^[\x00-\x7f]*$/)
})
