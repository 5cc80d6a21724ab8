import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Workspace } from './workspace.ts'

test('a workspace restores the files that were changed, and no others', async () => {
  const workspace = await Workspace.open()
  try {
    const text = 'export default 1'
    const { file } = await workspace.writeBundle({ text, sha256: '0'.repeat(64) })
    await workspace.restore([file, '', 'not-written-here'])
    const changes = [
      () => writeFile(file, 'export default 2'),
      () => rm(file),
      async () => execFileSync('sh', ['-c', 'rm "$0" && mkfifo "$0"', file]),
      async () => execFileSync('sh', ['-c', 'rm "$0" && mkdir "$0" && touch "$0/x"', file]),
    ]
    for (const change of changes) {
      await change()
      await workspace.restore([file])
      assert.equal(await readFile(file, 'utf8'), text)
    }
  } finally {
    await workspace.close()
  }
})

test('what several suites share is written once: a process may be starting from it', async () => {
  const workspace = await Workspace.open()
  try {
    const script = { name: 'shared.cjs', text: 'module.exports = 1' }
    const suite = (digit: string) =>
      workspace.writeBundle({ text: `export default ${digit}`, sha256: digit.repeat(64), script })
    const [first] = await Promise.all([suite('1'), suite('2')])
    const file = first?.scriptFile ?? ''
    // A process that reads it now would find another text, if the next suite wrote it again.
    await writeFile(file, 'read')
    await suite('3')
    assert.equal(await readFile(file, 'utf8'), 'read')
  } finally {
    await workspace.close()
  }
})
