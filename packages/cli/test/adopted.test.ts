import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { DialectName } from '@steelyard/dialects/dialect-name'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import type { HeardAnswer } from '../../measure/src/launch/launch-context.ts'
import { prepare } from '../../measure/src/launch/prepare.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { type LoadedSuite, loadSuite } from '../../measure/src/plan/load-suite.ts'
import type { ParamValues } from '../../measure/src/plan/plan.ts'
import {
  DEFAULT_TARGETS,
  type NamedTarget,
  resolveTargets,
  sharedCompatibilityDate,
} from '../../measure/src/targets/targets.ts'
import { createRandom } from '../../stats/src/index.ts'

/** What a file of each dialect registers: the title of each case, by its id, and the runtimes that lack it. */
const FILES: readonly {
  readonly file: string
  readonly dialect: string
  readonly titles: Readonly<Record<string, string>>
  readonly missing: Readonly<Record<string, readonly string[]>>
  /** The combinations of parameters that each case lacks; default: none. */
  readonly leftOut?: Readonly<Record<string, readonly ParamValues[]>>
  /** What cases throw that cannot be measured. */
  readonly throwing?: Readonly<Record<string, RegExp>>
  /** What a call of a case takes by its own word. */
  readonly ownNs?: Readonly<Record<string, number>>
  /** Cases that return a promise for which their tool would not wait. */
  readonly promiseCounted?: readonly string[]
}[] = [
  {
    file: 'tinybench.mjs',
    dialect: 'tinybench',
    titles: {
      'lists-sort': 'lists > sort',
      'lists-array-from': 'lists > Array.from',
      'lists-own-duration': 'lists > own duration',
      'lists-own-duration-async': 'lists > own duration, async',
      'lists-hooked': 'lists > hooked',
      'lists-elsewhere': 'lists > elsewhere',
      'later-set-up': 'later > set up',
      'together-all': 'together > all',
    },
    missing: { 'lists-elsewhere': ['bun'], 'together-all': ['node', 'deno', 'bun', 'workerd'] },
    ownNs: { 'lists-own-duration': 2e6, 'lists-own-duration-async': 4e6 },
  },
  {
    file: 'mitata.mjs',
    dialect: 'mitata',
    titles: {
      'lists-sort': 'lists > sort',
      'lists-of-length': 'lists > of $length',
      fresh: 'fresh',
      'fresh-async': 'fresh, async',
      'over-its-state': 'over its state',
      'over-its-state-async': 'over its state, async',
      'concurrency-together': '$concurrency together',
      twice: 'twice',
      'twice-2': 'twice',
      'after-the-first-run': 'after the first run',
    },
    missing: {},
    throwing: { 'concurrency-together': /calls are to run at the same time/ },
  },
  {
    file: 'vitest.bench.ts',
    dialect: 'vitest bench',
    titles: {
      'outer-sort': 'outer > sort',
      'outer-of-3-fill': 'outer > of 3 > fill',
      'skipped-never': 'skipped > never',
      'to-do': 'to do',
      'on-deno': 'on Deno',
    },
    missing: {
      'skipped-never': ['node', 'deno', 'bun', 'workerd'],
      'to-do': ['node', 'deno', 'bun', 'workerd'],
      'on-deno': ['node', 'bun', 'workerd'],
    },
  },
  {
    file: 'vitest-5.bench.ts',
    dialect: 'vitest bench',
    titles: {
      'lists-sorting-to-sorted': 'lists > sorting > toSorted',
      'lists-sorting-from': 'lists > sorting > from',
      'lists-one-after-the-other-first': 'lists > one after the other > first',
      'lists-one-after-the-other-second': 'lists > one after the other > second',
      'skipped-bench': 'skipped > bench',
      'skipped-by-an-option-too-bench': 'skipped by an option > too > bench',
      'of-1-a-pair': 'of 1 > a pair',
      'with-options-of-a-run-set-up': 'with options of a run > set up',
      'with-options-of-a-run-together': 'with options of a run > together',
      'asserting-timed': 'asserting > timed',
    },
    missing: {
      'skipped-bench': ['node', 'deno', 'bun', 'workerd'],
      'skipped-by-an-option-too-bench': ['node', 'deno', 'bun', 'workerd'],
    },
    throwing: {
      'with-options-of-a-run-together': /calls are to run at the same time/,
      'asserting-timed': /calls expect\(\) or assert\(\), of vitest, in what is timed/,
    },
  },
  {
    file: 'vitest-globals.bench.ts',
    dialect: 'vitest bench',
    titles: {
      'of-2-sort': 'of 2 > sort',
      'of-3-sort': 'of 3 > sort',
      'each-of-4-is-whole': 'each of [4] > is whole',
      'each-of-5-is-whole': 'each of 5 > is whole',
      'for-6-is-a-pair': 'for 6 > is a pair',
    },
    missing: {},
  },
  {
    file: 'deno_bench.ts',
    dialect: 'Deno.bench',
    titles: {
      'sorted-first': 'sortedFirst',
      'by-name': 'by name',
      'lists-in-a-group': 'lists > in a group',
      'lists-last-of-all': 'lists > lastOfAll',
      'lists-defined': 'lists > defined',
      'a-promise': 'a promise',
      'from-start-to-end': 'from start to end',
      'from-start': 'from start',
      'to-end': 'to end',
      ignored: 'ignored',
      'with-permissions': 'with permissions',
      'on-deno': 'on Deno',
    },
    promiseCounted: ['a-promise'],
    missing: {
      ignored: ['node', 'deno', 'bun', 'workerd'],
      'with-permissions': ['node', 'deno', 'bun', 'workerd'],
      'on-deno': ['node', 'bun', 'workerd'],
    },
  },
  {
    file: 'node-bench.mjs',
    dialect: 'node:bench',
    titles: {
      sorting: 'sorting',
      'lists-fill-length-100': 'lists > fill length=100',
      'lists-fill-length-1000': 'lists > fill length=1000',
      'later-async': 'later > async',
      skipped: 'skipped',
      'skipped-because': 'skipped because',
    },
    missing: {
      skipped: ['node', 'deno', 'bun', 'workerd'],
      'skipped-because': ['node', 'deno', 'bun', 'workerd'],
    },
  },
  {
    file: 'node-bench.cjs',
    dialect: 'node:bench',
    titles: { sum: 'sum', difference: 'difference' },
    missing: {},
  },
  {
    file: 'worker.mjs',
    dialect: "workerd's bench()",
    titles: {
      sum: 'sum',
      async: 'async',
      'sort-fresh-ones': 'sort fresh ones',
      skipped: 'skipped',
      'other-sum': 'other > sum',
    },
    missing: { skipped: ['node', 'deno', 'bun', 'workerd'] },
  },
  {
    file: 'benchmark-js.cjs',
    dialect: 'benchmark.js',
    titles: {
      'lists-sort': 'lists > sort',
      'lists-sum': 'lists > sum',
      'lists-deferred': 'lists > deferred',
      'lists-a-text': 'lists > a text',
      'next-after-the-first': 'next > after the first',
      alone: 'alone',
      'a-promise': 'a promise',
    },
    promiseCounted: ['a-promise'],
    missing: { 'lists-a-text': ['node', 'deno', 'bun', 'workerd'] },
  },
  {
    file: 'benchmark-js-setup.cjs',
    dialect: 'benchmark.js',
    titles: { 'all-set-up': 'all > set up' },
    missing: {},
  },
  { file: 'jetstream.cjs', dialect: 'JetStream', titles: { iteration: 'iteration' }, missing: {} },
  { file: 'jetstream-global.cjs', dialect: 'JetStream', titles: { iteration: 'iteration' }, missing: {} },
  {
    file: 'node-core.cjs',
    dialect: "Node core's createBenchmark",
    titles: { main: 'main' },
    missing: {},
    leftOut: { main: [{ size: 4, kind: 'list' }] },
  },
  {
    file: 'node-core-http.cjs',
    dialect: "Node core's createBenchmark",
    titles: { main: 'main' },
    missing: { main: ['node', 'deno', 'bun', 'workerd'] },
  },
  {
    file: 'node-core-groups.cjs',
    dialect: "Node core's createBenchmark",
    titles: { 'main-small': 'main > small', 'main-large': 'main > large', 'main-none': 'main > none' },
    missing: { 'main-none': ['node', 'deno', 'bun', 'workerd'] },
    leftOut: {
      'main-large': [{ 'main-large.size': 300, kind: 'list' }],
      'main-none': [{ 'main-none.size': 1 }],
    },
  },
  {
    file: 'node-core-async.cjs',
    dialect: "Node core's createBenchmark",
    titles: { main: 'main' },
    missing: {},
  },
]

let workspace: Workspace
let targets: readonly NamedTarget[]

before(async () => {
  workspace = await Workspace.open()
  targets = await resolveTargets(DEFAULT_TARGETS, workspace.directory)
})

after(() => workspace.close())

for (const one of FILES) {
  const { file, dialect, titles, missing, leftOut = {}, throwing = {}, ownNs = {}, promiseCounted = [] } = one
  test(`${file} registers its cases on every runtime, and each can be called`, async () => {
    const suite = await loaded(file)
    assert.equal(suite.description.adopted?.dialect, dialect)
    assert.deepEqual(suite.description.adopted?.titles, titles)
    for (const caseId of Object.keys(titles)) {
      assert.deepEqual(suite.description.adopted?.leftOut?.[caseId], leftOut[caseId] ?? [], caseId)
      const lacking = targets.filter((_, index) => lacks(suite, caseId, index))
      const expected = missing[caseId] ?? []
      assert.deepEqual(
        lacking.map(({ target }) => target.runner.name),
        expected,
        caseId,
      )
    }
    await Promise.all(
      targets.map(async (_, target) => {
        for (const caseId of Object.keys(titles)) {
          if (lacks(suite, caseId, target)) continue
          if (throwing[caseId] !== undefined) {
            await assert.rejects(called(suite, caseId, target), throwing[caseId])
            continue
          }
          const { durationNs, hostNs, isCounted } = await called(suite, caseId, target)
          assert.equal(isCounted, promiseCounted.includes(caseId), caseId)
          if (caseId === 'lists-hooked') assert.ok(durationNs + CALLS * HOOK_NS < hostNs, `${durationNs}`)
          const callNs = ownNs[caseId]
          if (callNs !== undefined) assert.equal(durationNs, CALLS * callNs, caseId)
        }
      }),
    )
  })
}

/** What a file of each dialect may do wrong, and the error. */
const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ['deno', "import assert from 'node:assert'", /registers no case of Deno\.bench/],
  ['deno', "Deno.bench('one')", /threw while it was loaded: Missing bench function/],
  ['node-bench', "import { bench } from 'node:bench'", /registers no case of node:bench/],
  [
    'node-bench',
    "import { bench } from 'node:bench'\nbench('one', { params: {} })",
    /must be of type function/,
  ],
  [
    'vitest',
    `import { bench, describe } from 'vitest'\ndescribe.each\`a\n\${1}\`('of $a', () => bench('one', () => 1))`,
    /lists values in a template/,
  ],
  ['workerd', 'export default { bench() {} }', /registers no case of workerd's bench\(\)/],
  ['workerd', "export default { bench(b) { b.run('one') } }", /the case 'one' is no function/],
  ['jetstream', 'var Benchmark = 1', /is not a constructor|registers no case/],
  [
    'benchmark-js',
    "import { Suite } from 'benchmark'\nnew Suite().run()",
    /registers no case of benchmark\.js/,
  ],
  [
    'benchmark-js',
    "import { Suite } from 'benchmark'\nnew Suite().add('one')",
    /the benchmark 'one' is no function/,
  ],
]

for (const [dialect, text, message] of WRONG) {
  test(`${text} is reported as wrong`, async () => {
    const [node] = targets
    assert.ok(node)
    const file = join(await workspace.newFolder(), 'file.mjs')
    await writeFile(file, text)
    await assert.rejects(
      loadSuite(file, 'file.mjs', workspace, {
        targets: [node],
        dialect: dialect as DialectName,
      }),
      message,
    )
  })
}

test('parameters that are others on another target have no values there', async () => {
  const file = join(await workspace.newFolder(), 'file.mjs')
  await writeFile(
    file,
    `import { bench } from 'mitata'
bench('one', () => 1).args('size', [1, 2])
bench('two', () => 1).args('size', typeof Bun === 'undefined' ? [1, 2] : [3, 4])
const three = bench('three', () => 1)
if (typeof Bun === 'undefined') three.args('size', [1, 2])`,
  )
  const suite = await loadSuite(file, 'file.mjs', workspace, { targets })
  const bun = targets.findIndex(({ target }) => target.runner.name === 'bun')
  await assert.rejects(called(suite, 'two', bun), /other ones on this target \(two\.size\)/)
  await assert.rejects(called(suite, 'three', bun), /other ones on this target \(none\)/)
})

function lacks({ missing }: LoadedSuite, caseId: string, target: number): boolean {
  return missing?.[target]?.has(caseId) === true
}

function loaded(file: string) {
  const path = fileURLToPath(new URL(`fixtures/adopted/${file}`, import.meta.url))
  return loadSuite(path, file, workspace, { targets })
}

function defaultsOf({ params, adopted }: SuiteDescription, caseId: string): ParamValues {
  const own = adopted?.paramsOf[caseId] ?? []
  return Object.fromEntries(own.map(name => [name, params[name]?.[0] ?? '']))
}

const CALLS = 3

/** What the hook of the fixture takes at least: 6 ms of a clock that shows whole ones. */
const HOOK_NS = 5e6

/** Runs a batch of a case and returns how long it took, as the case and as the host saw it; throws where the case does. */
async function called(suite: Awaited<ReturnType<typeof loaded>>, caseId: string, target: number) {
  const heard: HeardAnswer[] = []
  const { process } = await prepare(
    { caseId, params: defaultsOf(suite.description, caseId), target },
    {
      suite,
      targets: targets.map(one => one.target),
      targetIds: targets.map(({ id }) => id),
      workspace,
      cores: [],
      compatibilityDate: sharedCompatibilityDate(targets),
      referenceOutputs: new Map(),
      random: createRandom(1),
      heard,
    },
    { core: null },
  )
  try {
    const { reply, hostNs } = await process.exchange({ type: 'run', iterations: CALLS })
    await process.exchange({ type: 'recheck' })
    const isCounted = heard.some(({ answer }) => answer.promiseCounted)
    return { durationNs: reply.durationNs, hostNs, isCounted }
  } finally {
    await process.kill()
  }
}
