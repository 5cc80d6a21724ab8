import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { bundleSuite, type ContenderProcess, LaunchError, type Target } from '@steelyard/launcher'
import { Workspace, type WrittenBundle } from '../../measure/src/launch/workspace.ts'
import { catalog } from '../../measure/src/plan/catalog.ts'
import type { ParamValues } from '../../measure/src/plan/plan.ts'
import { unsupportedFor } from '../../measure/src/plan/unsupported.ts'
import {
  DEFAULT_TARGETS,
  type NamedTarget,
  resolveTargets,
  sharedCompatibilityDate,
} from '../../measure/src/targets/targets.ts'

const SUITES: ReadonlyMap<string, string> = new Map([
  ...catalog(),
  ['what bench new makes', fileURLToPath(new URL('../template/suite.ts', import.meta.url))],
  [
    'what bench new makes of one file',
    fileURLToPath(new URL('../template/one-file.bench.ts', import.meta.url)),
  ],
])

/** Other targets by hand, for example STEELYARD_TARGETS=node@18.0.0,bun@1.0.0: they are fetched. */
const TARGETS = process.env.STEELYARD_TARGETS?.split(',') ?? DEFAULT_TARGETS

let workspace: Workspace
let targets: NamedTarget[]

before(async () => {
  workspace = await Workspace.open()
  targets = await resolveTargets(TARGETS, workspace.directory)
})
after(() => workspace.close())

// A suite that answers rightly in one runtime may not in another, and a declared gap may have closed.
for (const [name, file] of SUITES) {
  describe(`${name} on the real runtimes`, () => {
    let bundle: WrittenBundle
    let about: SuiteDescription
    before(async () => {
      bundle = await workspace.writeBundle(await bundleSuite(file))
      const [loader] = await resolveTargets(['node'], workspace.directory)
      assert.ok(loader)
      about = await using(loader.target, bundle, async (_, description) => description)
    })

    for (const [index, text] of TARGETS.entries()) {
      test(`answers rightly on ${text}, and fails where a gap is declared`, async t => {
        if (about.server !== null) return t.skip('servers are tried by a launch of each')
        const target = targets[index]?.target
        assert.ok(target)
        const gaps = gapsOf(about, target)
        // A runtime that can run no case may not even load the suite.
        if (gaps.length < about.cases.length) await using(target, bundle, checkAnswers)
        for (const caseId of gaps) {
          await assert.rejects(
            using(target, bundle, contender => prepare(contender, caseId, about)),
            LaunchError,
            `${caseId} runs on ${target.runner.name} ${target.version}: take its gap out of the suite`,
          )
        }
      })
    }
  })
}

async function using<T>(
  target: Target,
  bundle: WrittenBundle,
  work: (contender: ContenderProcess, about: SuiteDescription) => Promise<T>,
): Promise<T> {
  const contender = await workspace.launch(target, bundle, {
    core: null,
    compatibilityDate: sharedCompatibilityDate(targets),
  })
  try {
    const { reply } = await contender.exchange({ type: 'load' })
    assert.ok(reply.type === 'loaded')
    return await work(contender, reply.suite)
  } finally {
    await contender.kill()
  }
}

/** Has every case answer that can, all in one process: nothing is timed. */
async function checkAnswers(contender: ContenderProcess, about: SuiteDescription): Promise<void> {
  const gaps = gapsOf(about, contender.target)
  const digests = new Set<string>()
  for (const caseId of about.cases) {
    if (!gaps.includes(caseId)) digests.add(await prepare(contender, caseId, about))
  }
  assert.ok(about.hasExpected || digests.size <= 1, 'the cases do not agree')
}

/** Returns the digest of what a case answers, which the suite has found right where it can tell. */
async function prepare(
  contender: ContenderProcess,
  caseId: string,
  about: SuiteDescription,
): Promise<string> {
  const params = defaultParams(about)
  const { reply } = await contender.exchange({ type: 'prepare', caseId, params, expectedDigest: null })
  assert.ok(reply.type === 'prepared')
  return reply.digest
}

function gapsOf({ cases, unsupported }: SuiteDescription, { runner, version }: Target): readonly string[] {
  return cases.filter(caseId => unsupportedFor(unsupported[caseId] ?? {}, runner.name, version) !== null)
}

function defaultParams({ params }: SuiteDescription): ParamValues {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])),
  )
}
