import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleAmong } from './idle-flags.ts'

/** An engine in which `--jitless` turns `--opt` off, `--turbofan` is another name of `--opt`, and `--fixed` is a constant. */
async function ask(flags: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
  if (flags.includes('--silent')) return null
  const has = (flag: string) => flags.includes(flag)
  const opt = has('--no-opt') || has('--no-turbofan') || has('--jitless') ? 'no-' : ''
  return new Map([
    ['--opt', opt],
    ['--turbofan', opt],
    ['--jitless', has('--jitless') ? '' : 'no-'],
    ['--fixed', 'no-'],
    ['--size', /--size=(\d+)/.exec(flags.join())?.[1] ?? '4'],
  ])
}

const idle = (flags: string, beside = '') => ({ code: 'idle-flags', flags, beside })

const GIVEN: readonly (readonly [flags: readonly string[], found: readonly unknown[], why: string])[] = [
  [[], [], 'without flags there is nothing to say'],
  [['--no-opt'], [], 'it changes something'],
  [['--fixed'], [idle('--fixed')], 'the build has a constant'],
  [['--size=4'], [idle('--size=4')], 'it is the default'],
  [['--size=5'], [], 'it is not'],
  [['--fixed', '--size=4'], [idle('--fixed --size=4')], 'together they change nothing'],
  [
    Array(9).fill('--fixed'),
    [idle(Array(9).fill('--fixed').join(' '))],
    'so do more than are tried one by one',
  ],
  [['--fixed', '--no-opt'], [idle('--fixed', '--no-opt')], 'one of two changes nothing'],
  [['--jitless', '--no-opt'], [idle('--no-opt', '--jitless')], 'the other implies it'],
  [['--no-warnings'], [], 'the engine does not list it'],
  [['--no-warnings', '--fixed'], [idle('--fixed')], "the runtime's own flag stays on both sides"],
  [['--fixed', '--silent'], [], 'no list, nothing to say'],
  [
    ['--no-opt', '--no-turbofan'],
    [idle('--no-opt', '--no-turbofan'), idle('--no-turbofan', '--no-opt')],
    'each is enough, and neither is idle alone',
  ],
]

test('idleAmong names the flags that change nothing, with the flags together with which they do not', async () => {
  for (const [flags, found, why] of GIVEN) {
    assert.deepEqual(await idleAmong(flags, ask), found, `${flags.join(' ')}: ${why}`)
  }
})

test('idleAmong says nothing where the engine tells only with the flag, or only without', async () => {
  assert.deepEqual(await idleAmong(['--fixed'], async flags => (flags.length > 0 ? ask(flags) : null)), [])
  assert.deepEqual(await idleAmong(['--fixed'], async flags => (flags.length > 0 ? null : ask(flags))), [])
})

test('idleAmong takes no list for the same that has more or fewer flags', async () => {
  const more = async (flags: readonly string[]) =>
    new Map([...((await ask(flags)) ?? []), ...(flags.length > 0 ? [] : ([['--other', '']] as const))])
  const fewer = async (flags: readonly string[]) => (flags.length > 0 ? ask(flags) : new Map())
  assert.deepEqual(await idleAmong(['--fixed'], more), [])
  assert.deepEqual(await idleAmong(['--fixed'], fewer), [])
})

test("idleAmong leaves the runtime's own flags where they are", async () => {
  const asked: (readonly string[])[] = []
  await idleAmong(['--no-warnings', '--fixed'], flags => {
    asked.push(flags)
    return ask(flags)
  })
  assert.deepEqual(asked, [['--no-warnings', '--fixed'], ['--no-warnings']])
})

test('idleAmong starts a runtime no more than ten times, however many flags there are', async () => {
  let count = 0
  const flags = ['--no-opt', ...Array.from({ length: 30 }, (_, index) => `--size=${index + 5}`)]
  await idleAmong(flags, given => {
    count++
    return ask(given)
  })
  assert.ok(count <= 10, String(count))
})
