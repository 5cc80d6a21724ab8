import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { RuntimeName } from '@steelyard/runners'
import { allowedCores, canPin } from '../src/machine/affinity.ts'
import type { BundleFile } from '../src/process/bundle-file.ts'
import { type ContenderProcess, launch } from '../src/process/launch.ts'
import { LaunchError, type LaunchFailure } from '../src/process/launch-error.ts'
import type { LaunchOptions } from '../src/process/launch-options.ts'
import { LIMITS, type Limits } from '../src/process/limits/limits.ts'
import { isKnownFlag, knownFlags } from '../src/targets/ask-binary.ts'
import { resolveTarget, type Target } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { isRunning } from './is-running.ts'
import { writtenEntry, writtenScript, writtenSuite } from './written-suite.ts'

/** What a runtime's test file says of it. */
export interface Expectations {
  /** A flag that the runtime does not know, and a word of what it says then. */
  readonly unknownFlag: string
  readonly complaint: RegExp
  /** A flag it knows. */
  readonly knownFlag: string
  /** Cases that cannot be had here, and why. */
  readonly gaps?: Readonly<Record<string, string>>
  /** Absent for the pinned build. */
  readonly shell?: ShellUnderTest
}

/** The shell of an engine, which has the language alone. */
export interface ShellUnderTest {
  /** Null where it is not installed: then nothing is tested. */
  readonly path: string | null
  /** Whether it goes on with a flag that it does not know. */
  readonly ignoresFlags?: boolean
}

const SUITE = fileURLToPath(new URL('fixtures/contract.bench.ts', import.meta.url))
const SCRIPT = fileURLToPath(new URL('fixtures/stretches.cjs', import.meta.url))

/** Calls of some 50 µs. */
const CALLS = 100
const WARM_BATCHES = 12
const TIMED_BATCHES = 9
const ROUNDS = 3

/** Registers the contract that every runner keeps, on the real binary. */
export function contract(
  runtime: RuntimeName,
  { unknownFlag, complaint, knownFlag, gaps = {}, shell }: Expectations,
): void {
  const asked = shell ? `${runtime}=${shell.path}` : `ASKED_FOR=yes ${runtime}`
  const skip = shell?.path === null ? `no ${runtime} is installed` : false
  const inRuntimes = shell ? { skip: `${runtime} is a shell` } : {}
  describe(`the ${runtime} runner`, { skip }, () => {
    let directory: string
    let entry: string
    let bundle: BundleFile
    let target: Target
    let count = 0

    before(async () => {
      directory = await mkdtemp(join(os.tmpdir(), `steelyard-contract-${runtime}-`))
      target = await resolveTarget(parseTarget(asked), directory)
      entry = await writtenEntry(target.runner, directory)
      bundle = await writtenSuite(SUITE, directory, target)
    })

    after(() => rm(directory, { recursive: true, force: true }))

    function start(
      options: Partial<Pick<LaunchOptions, 'target' | 'limits' | 'bundle' | 'isProfiled'>> = {},
    ): Promise<ContenderProcess> {
      return launch({
        target,
        entry,
        bundle,
        directory: join(directory, String(count++)),
        core: canPin() ? (allowedCores()[0] ?? null) : null,
        compatibilityDate: target.compatibilityDate,
        ...options,
      })
    }

    async function using(
      work: (contender: ContenderProcess) => Promise<void>,
      limits: Limits = LIMITS,
    ): Promise<void> {
      const contender = await start({ limits })
      try {
        await contender.exchange({ type: 'load' })
        await work(contender)
      } finally {
        await contender.kill()
      }
      assert.equal(isRunning(contender.pid), false, 'the process is gone')
    }

    function prepare(contender: ContenderProcess, caseId: string, size = 10) {
      return contender.exchange({ type: 'prepare', caseId, params: { size }, expectedDigest: null })
    }

    async function fails(
      caseId: string,
      failure: LaunchFailure,
      message: RegExp,
      limits?: Limits,
    ): Promise<void> {
      await using(async contender => {
        await assert.rejects(prepare(contender, caseId), (error: unknown) => {
          assert.ok(error instanceof LaunchError, String(error))
          assert.equal(error.failure, failure, error.message)
          assert.match(error.message, message)
          return true
        })
      }, limits)
    }

    function bad(caseId: string, title: string, work: () => Promise<void>): void {
      const why = gaps[caseId]
      test(title, why === undefined ? {} : { skip: why }, work)
    }

    test('reports version and engine', () => {
      assert.match(target.version, shell ? /^(?:\d+[.-]\d+|unknown$)/ : /^\d+\.\d+/)
      assert.notEqual(target.engineVersion, 'unknown')
      assert.match(target.sha256, /^[0-9a-f]{64}$/)
    })

    test('describes the suite and measures its clock', () =>
      using(async contender => {
        const { reply } = await contender.exchange({ type: 'load' })
        assert.ok(reply.type === 'loaded')
        assert.equal(reply.suite.name, 'contract')
        assert.equal(reply.suite.baseline, 'sum')
        assert.deepEqual(reply.suite.params, { size: [10, 1000] })
        const clock = await contender.exchange({ type: 'clock' })
        assert.ok(clock.reply.type === 'clocked')
        // The smallest step seen is the clock's own, or what it takes to ask twice.
        const { resolutionNs } = clock.reply
        assert.ok(resolutionNs > 0)
        assert.ok(
          resolutionNs <= Math.max(2 * target.runner.declaredResolutionNs, 50_000),
          `${resolutionNs} ns`,
        )
        assert.ok(resolutionNs >= target.runner.declaredResolutionNs / 2, `${resolutionNs} ns`)
      }))

    test('sees the core it was started on', inRuntimes, () =>
      using(async contender => {
        if (canPin()) assert.equal(contender.hardwareConcurrency, 1)
      }),
    )

    for (const caseId of ['sum', 'sum-async']) {
      test(`runs ${caseId} and gives the same output before and after timing`, () =>
        using(async contender => {
          const { reply } = await prepare(contender, caseId, 1000)
          assert.ok(reply.type === 'prepared')
          assert.equal(reply.async, caseId === 'sum-async')
          assert.equal(reply.preview, '499500')
          await contender.exchange({ type: 'run', iterations: 1000 })
          const after = await contender.exchange({ type: 'recheck' })
          assert.ok(after.reply.type === 'rechecked')
          assert.equal(after.reply.digest, reply.digest)
        }))
    }

    test('has clocks that agree: host, runtime and CPU time of one batch', () =>
      using(async contender => {
        await prepare(contender, 'busy-50-ms')
        const resolution = await contender.exchange({ type: 'clock' })
        assert.ok(resolution.reply.type === 'clocked')
        const before = contender.cpuNs()
        const { reply, hostNs } = await contender.exchange({ type: 'run', iterations: 2 })
        const after = contender.cpuNs()
        assert.ok(reply.type === 'ran')
        // Never under the work that was asked for, never over what the host saw, whatever else the machine does.
        const slack = 2 * resolution.reply.resolutionNs
        assert.ok(reply.durationNs >= 98e6 - slack, `runtime ${reply.durationNs}`)
        assert.ok(reply.durationNs <= hostNs + slack, `runtime ${reply.durationNs}, host ${hostNs}`)
        if (process.platform === 'linux') {
          assert.ok(before !== null && after !== null)
          assert.ok(after - before <= hostNs * 1.01 + 1e6, `cpu ${after - before}, host ${hostNs}`)
          assert.ok(after - before > 0)
        }
      }))

    test(
      'times work that starts its clock for every call as what starts it once, and a global as a local',
      inRuntimes,
      async () => {
        const adopted = await writtenScript(SCRIPT, target.runner, directory)
        const timed = new Map<string, { readonly callNs: number; readonly besidesNs: number }>()
        const time = async (starts: string) => {
          const contender = await start({ bundle: adopted })
          try {
            await contender.exchange({ type: 'load' })
            await contender.exchange({
              ...{ type: 'prepare', caseId: 'main', params: { starts }, expectedDigest: null },
            })
            const run = () => contender.exchange({ type: 'run', iterations: CALLS })
            for (let batch = 0; batch < WARM_BATCHES; batch++) await run()
            let { callNs, besidesNs } = timed.get(starts) ?? { callNs: Infinity, besidesNs: Infinity }
            for (let batch = 0; batch < TIMED_BATCHES; batch++) {
              const { reply, hostNs } = await run()
              assert.ok(reply.type === 'ran')
              callNs = Math.min(callNs, reply.durationNs / CALLS)
              besidesNs = Math.min(besidesNs, hostNs - reply.durationNs)
            }
            timed.set(starts, { callNs, besidesNs })
          } finally {
            await contender.kill()
          }
        }
        // The least of each: load only adds to a batch, and one process of workerd in twenty never gets its compiled code.
        for (let round = 0; round < ROUNDS; round++) {
          for (const starts of ['once', 'each', 'with a local']) await time(starts)
        }
        await Promise.all([adopted.file, adopted.scriptFile ?? ''].map(file => rm(file)))
        const [once, each, local] = timed.values()
        assert.ok(once && each && local)
        const readings = JSON.stringify({ once, each, local })
        // The faults were eight times as much, and more.
        assert.ok(each.callNs < 3 * once.callNs && once.callNs < 3 * each.callNs, readings)
        assert.ok(once.callNs < 3 * local.callNs, readings)
        // Both wait for two ticks of a clock and for the channel; with an edge awaited for each call it was a hundred times that.
        assert.ok(each.besidesNs < 20 * once.besidesNs, readings)
      },
    )

    test('samples the stack of a batch', inRuntimes, async () => {
      const contender = await start({ isProfiled: true })
      try {
        await contender.exchange({ type: 'load' })
        await prepare(contender, 'busy-50-ms')
        await contender.profiler.start({ of: 'stack', intervalUs: 200 })
        await contender.exchange({ type: 'run', iterations: 2 })
        const { nodes, samples, timeDeltas } = JSON.parse(await contender.profiler.stop())
        assert.equal(samples.length, timeDeltas.length)
        assert.ok(samples.length > 5, `${samples.length} samples of 100 ms`)
        const busy = nodes.filter(
          (node: { readonly callFrame: { readonly functionName: string } }) =>
            node.callFrame.functionName === 'busy-50-ms',
        )
        assert.ok(
          busy.length > 0,
          JSON.stringify(nodes.map((node: { callFrame: unknown }) => node.callFrame)),
        )
      } finally {
        await contender.kill()
      }
      assert.equal(isRunning(contender.pid), false, 'the process is gone')
    })

    test('says what of a runtime it lacks', { skip: shell ? false : `${runtime} has it` }, () =>
      fails('environment', 'unsupported', /^needs process, which this shell does not have$/),
    )

    test('passes on only the environment that the target asks for', inRuntimes, async () => {
      process.env.STEELYARD_SECRET = 'leaked'
      try {
        await using(async contender => void (await prepare(contender, 'environment')))
      } finally {
        delete process.env.STEELYARD_SECRET
      }
    })

    bad('wrong-answer', 'reports a wrong output and the expected one', () =>
      fails('wrong-answer', 'failed', /wrong output: found -1, expected 45/),
    )
    bad('bad-setup', 'reports a throw in setup', () =>
      fails('bad-setup', 'failed', /threw in setup: no such thing/),
    )
    bad('throws', 'reports a throw in a case', () => fails('throws', 'failed', /threw: out of luck/))
    bad('rejects', 'reports a rejected promise', () => fails('rejects', 'failed', /threw: later than never/))
    bad('endless', 'kills an endless loop at its limit', () =>
      fails('endless', 'timeout', /did not end setup and its first call within 1\.5 s/, {
        ...LIMITS,
        commandMs: 1500,
      }),
    )
    bad('exits', 'reports a case that ends the process', () =>
      fails('exits', 'crashed', /exited with code 7|ended its request/),
    )
    for (const caseId of ['hoards-objects', 'hoards-buffers']) {
      bad(caseId, `kills ${caseId} at the memory limit`, () =>
        fails(caseId, 'memory', /over the limit of 0\.6 GB/, { ...LIMITS, memoryBytes: 0.6e9 }),
      )
    }
    bad('babbles', 'drains megabytes of output and still answers', () =>
      using(async contender => {
        const { reply } = await prepare(contender, 'babbles')
        assert.equal(reply.type, 'prepared')
      }),
    )

    test('is not measured with a bundle that was rewritten, before it starts or until it has loaded it', async () => {
      const file = join(directory, 'rewritten.mjs')
      const text = await readFile(bundle.file, 'utf8')
      await writeFile(file, text)
      const contender = await start({ bundle: { ...bundle, file } })
      try {
        await writeFile(file, `${text}\n//`)
        await assert.rejects(contender.exchange({ type: 'load' }), /not started from what was written/)
        await assert.rejects(start({ bundle: { ...bundle, file } }), /not started from what was written/)
      } finally {
        await contender.kill()
        await rm(file)
      }
    })

    test('starts with a flag it knows', async () => {
      const contender = await start({ target: withFlags(target, knownFlag) })
      await contender.kill()
    })

    test('refuses a flag it does not know, in its own words', async () => {
      if (shell?.ignoresFlags) {
        const known = await knownFlags(target, join(directory, 'flags'))
        await rm(join(directory, 'flags'), { recursive: true })
        assert.deepEqual(
          [knownFlag, unknownFlag].map(flag => isKnownFlag(flag, known)),
          [true, false],
        )
        return
      }
      await assert.rejects(start({ target: withFlags(target, unknownFlag) }), (error: unknown) => {
        assert.ok(error instanceof LaunchError)
        assert.match(error.output, complaint)
        return true
      })
    })

    test('leaves no folder behind', async () => {
      const left = await readdir(directory)
      assert.deepEqual(left.sort(), ['bundle.mjs', `entry-${runtime}.mjs`])
    })
  })
}

function withFlags(target: Target, flag: string): Target {
  return { ...target, spec: { ...target.spec, flags: [flag] } }
}
