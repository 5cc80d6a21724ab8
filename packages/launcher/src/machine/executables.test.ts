import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { test } from 'node:test'
import { findExecutable } from './executables.ts'

test('findExecutable passes over folders and files that are not executable', t => {
  const root = mkdtempSync(join(os.tmpdir(), 'steelyard-path-'))
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
    rmSync(root, { recursive: true, force: true })
  })
  const [folder = '', plain = '', program = ''] = ['folder', 'plain', 'program'].map(name => join(root, name))
  mkdirSync(join(folder, 'tool'), { recursive: true })
  for (const parent of [plain, program]) {
    mkdirSync(parent)
    writeFileSync(join(parent, 'tool'), '')
  }
  chmodSync(join(program, 'tool'), 0o755)

  process.env.PATH = [folder, plain, join(root, 'missing'), program].join(delimiter)
  assert.equal(findExecutable('tool'), join(program, 'tool'))
  process.env.PATH = relative(process.cwd(), program)
  assert.equal(findExecutable('tool'), join(program, 'tool'))
  process.env.PATH = [folder, plain].join(delimiter)
  assert.equal(findExecutable('tool'), null)
})
