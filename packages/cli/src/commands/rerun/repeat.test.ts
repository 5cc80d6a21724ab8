import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { RunRecord, TargetRecord } from '@steelyard/record'
import { sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { UsageError } from '../../../../measure/src/plan/usage-error.ts'
import { readCommandLine } from '../../command-line.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { placesLeftOut } from './places-left-out.ts'
import { planRepetition, type ReadRun } from './repeat.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'repeat-'))
after(() => rmSync(folder, { recursive: true }))
const binary = join(folder, 'node')
writeFileSync(binary, 'a build')
const sha256 = createHash('sha256').update('a build').digest('hex')

const read: ReadRun = args => {
  const { command, options } = readCommandLine(args)
  return ['run', 'compare'].includes(command) ? (options as RunCommandOptions) : null
}

/** Plain Node of an older version against a local build with a flag. */
function comparison(changes: Partial<RunRecord> = {}): RunRecord {
  const record = sampleTargetsRecord()
  const [base] = record.targets as [TargetRecord]
  const name = `node~${sha256.slice(0, 8)}`
  return {
    ...record,
    command: [
      ...['compare', 'json-reviver/parse', '--base', 'node', '--head', 'node=/gone/node --no-opt'],
      ...['--seed', '5', '--threshold', '2'],
    ],
    targets: [
      { ...base, id: 'node@24.10.0', version: '24.10.0' },
      { ...base, id: `${name} --no-opt`, flags: ['--no-opt'], binary: { source: 'path', sha256, elf: null } },
    ],
    ...changes,
  }
}

test('planRepetition weighs the versions of the record, a fresh seed, and local builds where they are now', async () => {
  const record = comparison()
  const places = new Map([[`node~${sha256.slice(0, 8)}`, binary]])
  const { args, options } = await planRepetition(record, places, read)
  assert.deepEqual(options.selection.runtimes, ['node@24.10.0', `node=${binary} --no-opt`])
  assert.deepEqual(options.selection.suites, ['json-reviver/parse'])
  assert.deepEqual(
    [options.rules.threshold, options.selection.by, options.selection.repeats?.id],
    [0.02, 'targets', record.id],
  )
  assert.deepEqual(args, [
    ...['compare', 'json-reviver/parse', '--base', 'node', '--head', `node=${binary} --no-opt`],
    ...['--threshold', '2'],
  ])
})

test('planRepetition keeps a label, and needs no place for what the registry has', async () => {
  const record = comparison()
  const [base, head] = record.targets as [TargetRecord, TargetRecord]
  const labelled = comparison({
    command: record.command.map(word => word.replace('node=/gone', 'node~patched=/gone')),
    targets: [base, { ...head, id: 'node~patched --no-opt' }],
  })
  const { options } = await planRepetition(labelled, new Map([['node~patched', binary]]), read)
  assert.deepEqual(options.selection.runtimes, ['node@24.10.0', `node~patched=${binary} --no-opt`])
  const run = comparison({ command: ['json-reviver'], targets: [base] })
  assert.deepEqual((await planRepetition(run, new Map(), read)).options.selection.runtimes, ['node@24.10.0'])
})

test('planRepetition keeps the variants of a target together', async () => {
  const [base] = comparison().targets as [TargetRecord]
  const variant = (flag: string) => ({ ...base, id: `node@24.10.0 --x ${flag}`.trim(), flags: ['--x', flag] })
  const record = comparison({
    command: ['trig', '--runtime', 'node --x', '--flags', '--a', '--flags', '--b'],
    targets: [variant('--a'), variant('--b')],
  })
  const { options } = await planRepetition(record, new Map(), read)
  assert.deepEqual(
    [options.selection.runtimes, options.selection.flags],
    [['node@24.10.0 --x'], ['--a', '--b']],
  )
})

test('planRepetition refuses targets that are not to the letter those of the command, and what quotes make of them', async () => {
  const [base] = comparison().targets as [TargetRecord]
  const run = (command: readonly string[], changes: object) =>
    comparison({ command: ['trig', ...command], targets: [{ ...base, ...changes } as TargetRecord] })
  const fine = [
    run(['--runtime', 'node'], {}),
    run(['--runtime', "node '--x=a b'"], { flags: ['--x=a b'] }),
    run(['--runtime', 'X=1 node'], { environment: { X: '1' } }),
  ]
  for (const record of fine) await planRepetition(record, new Map(), read)
  const refused = [
    run(['--runtime', 'node --x'], {}),
    run(['--runtime', 'node'], { flags: ['--x'] }),
    run(['--runtime', 'node --x'], { flags: ['--y'] }),
    run(['--flags', '--x'], { flags: ['--y'] }),
    run([], { flags: [`--x=' "--y`] }),
    run([], { flags: ['--x', 'y'] }),
    run([], { flags: [''] }),
    run([], { version: `24.10.0'" --x "'` }),
    run([], { version: '' }),
    run([], { version: '24=10' }),
    run([], { runtime: 'sh' }),
    run([], { runtime: 'node ' }),
    run([], { runtime: 'constructor' }),
    run([], { environment: { node: '/bin/sh' } }),
    run([], { environment: { 'X=1 Y': '2' } }),
    run([], { environment: { x: '2' } }),
    run([], { binary: { source: 'unknown', sha256: null } }),
    comparison({ command: ['trig'], targets: [] }),
  ]
  for (const record of refused) {
    await assert.rejects(
      planRepetition(record, new Map(), read),
      (error: unknown) =>
        error instanceof UsageError && /are not those that the command names/.test(error.message),
      JSON.stringify([record.command, record.targets]),
    )
  }
})

test('planRepetition takes no build for another one of the same name, and shows no name that a shell reads', async () => {
  const [, head] = comparison().targets as [TargetRecord, TargetRecord]
  const named = (id: string, hash: string): TargetRecord => ({
    ...head,
    id,
    binary: { source: 'path', sha256: hash, elf: null },
  })
  const command = ['compare', 'trig', '--base', 'node~x=/a --no-opt', '--head', 'node~x=/b --no-opt']
  for (const hashes of [
    [sha256, 'a'.repeat(64)],
    ['a'.repeat(64), sha256],
  ] as const) {
    const record = comparison({
      command,
      targets: [named('node~x', hashes[0]), named('node~x#2', hashes[1])],
    })
    const both = new Map(['node~x', 'node~x#2'].map(name => [name, binary]))
    await assert.rejects(planRepetition(record, both, read), /its SHA-256 is/)
  }
  const hostile = comparison({ command, targets: [named('node~$(id)', sha256), named('node~x', sha256)] })
  await assert.rejects(
    planRepetition(hostile, new Map(), read),
    (error: unknown) => error instanceof UsageError && !error.message.includes('$(id)'),
  )
})

test('planRepetition finds two builds of one label by their hashes', async () => {
  const [, head] = comparison().targets as [TargetRecord, TargetRecord]
  const second = join(folder, 'second')
  writeFileSync(second, 'a second build')
  const hashes = { [binary]: sha256, [second]: createHash('sha256').update('a second build').digest('hex') }
  const places = new Map([
    ['node~x', binary],
    ['node~x#2', second],
  ])
  for (const [ids, files] of [
    [
      ['node~x', 'node~x#2'],
      [binary, second],
    ],
    [
      ['node~x', 'node~x --no-opt'],
      [binary, second],
    ],
    [
      ['node~x', 'node~x#2', 'node~x#3'],
      [binary, binary, second],
    ],
  ] as const) {
    const flagsOf = (id: string) => id.split(' ').slice(1)
    const runtimesIn = (places: readonly string[]) =>
      ids.map((id, index) => [`node~x=${places[index]}`, ...flagsOf(id)].join(' '))
    const asOptions = (runtimes: readonly string[]) => runtimes.map(text => `--runtime=${text}`)
    const record = comparison({
      command: ['trig', ...asOptions(runtimesIn(['/a', '/b', '/c']))],
      targets: ids.map((id, index) => {
        const hash = hashes[files[index] ?? ''] ?? null
        return { ...head, id, flags: flagsOf(id), binary: { source: 'path', sha256: hash, elf: null } }
      }),
    })
    const { args, options } = await planRepetition(record, places, read)
    const expected = runtimesIn(files)
    assert.deepEqual([options.selection.runtimes, args], [expected, ['trig', ...asOptions(expected)]])
    const first = new Map([['node~x', binary]])
    await assert.rejects(
      planRepetition(record, first, read),
      /where node~x#2 lies\. Give --path node~x#2=<path>/,
    )
  }
})

test('planRepetition takes over no place that the record writes to', async () => {
  const [base] = comparison().targets as [TargetRecord]
  const places = ['--json', 'j', '--markdown', 'm', '--out', 'o', '--dry-run', '--verbose']
  const record = comparison({ command: ['trig', ...places], targets: [base] })
  const { options, asked } = await planRepetition(record, new Map(), read)
  const { output } = options
  assert.deepEqual([output.json, output.markdown, output.out, output.dryRun], [null, null, '', false])
  assert.equal(output.verbose, true)
  assert.deepEqual(placesLeftOut(asked.output), ['--json j', '--markdown m', '--out o'])
  const evidence = comparison({ command: [...comparison().command, '--evidence', 'e\x1b'] })
  const again = await planRepetition(evidence, new Map([[`node~${sha256.slice(0, 8)}`, binary]]), read)
  assert.deepEqual(
    [again.options.selection.compare?.evidence, again.options.output.evidenceFolder],
    [true, null],
  )
  assert.deepEqual(placesLeftOut(again.asked.output), ['--evidence e\\x1b'])
})

test('planRepetition refuses what is missing, another build, or no run at all', async () => {
  const name = `node~${sha256.slice(0, 8)}`
  const other = join(folder, 'other')
  writeFileSync(other, 'another build')
  const refusals: [RunRecord, [string, string][], RegExp][] = [
    [comparison(), [], new RegExp(`Give --path ${name}=<path>`)],
    [comparison(), [[name, other]], /its SHA-256 is [0-9a-f]{64}, in the record it is/],
    [comparison(), [[name, join(folder, 'none')]], /Cannot read .*no such file/],
    [
      comparison(),
      [
        [name, binary],
        ['bun~12345678', binary],
      ],
      /Cannot place bun~12345678/,
    ],
    [comparison({ command: ['agree', 'trig'] }), [], /no run or comparison of Steelyard's own/],
    [comparison({ command: ['trig', '--timer', 'mitata'] }), [], /no run or comparison of Steelyard's own/],
    [
      comparison({ command: ['trig', '--runtime', 'node'] }),
      [],
      /its 2 targets are not those that the command names/,
    ],
  ]
  for (const [record, places, message] of refusals) {
    await assert.rejects(
      planRepetition(record, new Map(places), read),
      (error: unknown) => error instanceof UsageError && message.test(error.message),
      String(message),
    )
  }
})
