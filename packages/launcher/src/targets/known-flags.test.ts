import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runners } from '@steelyard/runners'
import { isKnownFlag } from './ask-binary.ts'

test('isKnownFlag ignores values, underscores and prefixes that turn a flag off', () => {
  const known = ['--max-semi-space-size', '--opt', '--no-warnings', '-r', 'useFTLJIT=']
  for (const flag of [
    '--max_semi_space_size=3',
    '--no-opt',
    '--noopt',
    '--no-warnings',
    '-r',
    'useFTLJIT=0',
  ]) {
    assert.equal(isKnownFlag(flag, known), true, flag)
  }
  for (const flag of ['--max-semi-spce-size=3', '--optt', '--no-optt', 'useFTL=1']) {
    assert.equal(isKnownFlag(flag, known), false, flag)
  }
})

test('the flag lists are read as each runtime prints them', () => {
  const { node, deno, bun } = runners
  assert.deepEqual(node.flagList.flagsOf('  -C, --conditions=...        additional user conditions'), [
    '-C',
    '--conditions',
  ])
  assert.deepEqual(node.flagList.flagsOf('  --abort-on-uncaught-exception'), [
    '--abort-on-uncaught-exception',
  ])
  assert.equal(node.flagList.flagsOf('                              aborting instead of --exiting'), null)
  assert.deepEqual(deno.flagList.flagsOf('  --opt (use adaptive optimizations)'), ['--opt'])
  assert.equal(deno.flagList.flagsOf('        type: bool  default: --opt'), null)
  assert.deepEqual(bun.flagList.flagsOf('  -F, --filter=<val>                  Run a script'), [
    '-F',
    '--filter',
  ])
  assert.deepEqual(bun.flagList.flagsOf('\t    --smol                      \tUse less memory'), ['--smol'])
  assert.deepEqual(bun.flagList.flagsOf('   useFTLJIT=true'), ['useFTLJIT='])
})
