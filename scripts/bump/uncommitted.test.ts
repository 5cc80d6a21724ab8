import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { uncommitted } from './uncommitted.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-uncommitted-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('uncommitted names the files that differ from the last commit, staged or not, and no others', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder })
  for (const name of ['clean', 'changed', 'staged', 'other']) writeFileSync(join(folder, name), 'first')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'first')
  assert.deepEqual(uncommitted(folder, ['clean', 'changed', 'staged']), [])
  for (const name of ['changed', 'staged', 'other']) writeFileSync(join(folder, name), 'second')
  git('add', 'staged')
  assert.deepEqual(uncommitted(folder, ['clean', 'changed', 'staged']).toSorted(), ['changed', 'staged'])
})

test('uncommitted reports in one sentence that git fails', () => {
  rmSync(join(folder, '.git'), { recursive: true, force: true })
  assert.throws(
    () => uncommitted(folder, ['clean']),
    /^SyntaxError: Cannot bump: git does not tell whether clean /,
  )
})
