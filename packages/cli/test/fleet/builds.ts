// Local builds and suite files on workers: what they run of them, and what they do not. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, zstdCompressSync } from 'node:zlib'
import { requestStates, sendBlob, submit } from '@steelyard/fleet'
import type { RunRecord } from '@steelyard/record'
import { steelyardName } from '../../src/version.ts'
import { addressFiles, home, REQUEST, server, skip, withNewFleet } from './fleet-server.ts'
import { writeTinyProgram } from './tiny-program.ts'

const isHere = process.platform === 'linux' && process.arch === 'x64'
const skipBuilds = skip || (isHere ? false : 'the tiny program is one of Linux on x64')

const SUITE = `import { suite } from 'steelyard'
export default suite({ cases: { spread: () => [...'abc'], split: () => 'abc'.split('') } })`
const ONE = ['--time', '1', '--machines', '1', '--sessions', '1']
const ALL = ['builds', 'suites', 'expressions', 'flags', 'environment'].flatMap(what => ['--allow', what])

test('a build and a suite are run by their hash, and not once they were changed', { skip: skipBuilds }, () =>
  withNewFleet(async ({ name, submitter, owner }) => {
    const [submits = '', worker = ''] = addressFiles(name, ['submits', 'works'])
    const [build, marker] = [home.path('tiny'), home.path('marker')]
    writeTinyProgram(build, process.execPath)
    writeFileSync(home.path('x.bench.ts'), SUITE)
    const sha256 = createHash('sha256').update(readFileSync(build)).digest('hex')
    const send = (...more: readonly string[]) => {
      const command = ['compare', './x.bench.ts/spread', '--base', 'node', '--head', 'node~mine=./tiny']
      return home.run(submits, 'one', 'fleet', 'run', ...command, ...ONE, ...more)
    }
    const works = (...allow: readonly string[]) =>
      home.run(worker, 'one', 'fleet', 'worker', '--until-idle', ...allow)

    const wrong = await send('--where', 'cpu')
    assert.match(wrong.stderr, /^Cannot read the condition 'cpu'\./)
    assert.deepEqual(await owner.ask('SELECT count(*)::int AS files FROM steelyard.blob'), [{ files: 0 }])
    const first = await send()
    assert.equal(first.stderr, 'Sent node=./tiny: less than 1 MB\nSent ./x.bench.ts: less than 1 MB\n')
    assert.match(first.stdout, /^No machine can .* Workers need --allow suites --allow builds\.$/m)
    const conditions = [{ fact: 'platform', values: ['linux-x64'] }]
    assert.deepEqual(await owner.ask('SELECT conditions FROM steelyard.request'), [{ conditions }])
    const half = await works('--allow', 'builds')
    assert.match(half.stdout, /^Working as \S+ \w+\n$/, 'one of the two is not enough')
    const done = await works('--allow', 'builds', '--allow', 'suites')
    assert.match(done.stdout, /: begun\nJob \S+: kept\n$/, done.stderr)
    const [kept] = await owner.ask<{ record: Uint8Array }>('SELECT record FROM steelyard.task')
    const record = JSON.parse(gunzipSync(kept?.record ?? '').toString()) as RunRecord
    assert.equal(record.targets[1]?.id, 'node~mine')
    assert.deepEqual([record.targets[1]?.binary.source, record.targets[1]?.binary.sha256], ['path', sha256])
    assert.deepEqual([record.suites[0]?.name, record.results[0]?.case], ['x', 'spread'])
    assert.match(record.command.join(' '), /^compare sha256:\w{64}\/spread --base=node@\S+ --head=node~mine=/)
    assert.ok(!JSON.stringify(record).includes(home.path('')), 'no path of the machine')

    const second = await send()
    assert.equal(second.stderr, 'The fleet has node=./tiny already.\nThe fleet has ./x.bench.ts already.\n')
    const blobs = [...record.command.join(' ').matchAll(/sha256:(\w{64})/g)].map(([, hash = '']) => hash)
    const steelyard = steelyardName()
    const again = { ...REQUEST, steelyard, runtimes: ['node'], blobs }
    await submit(submitter, { ...again, commands: [record.command.slice(0, -1)] })
    const evil = `#!/bin/sh\ntouch ${marker}\n`.padEnd(readFileSync(build).length, '\n')
    const inCache = home.path(`cache/steelyard/sent-builds/${sha256}/node`)
    chmodSync(inCache, 0o755)
    writeFileSync(inCache, evil)
    await owner.ask('UPDATE steelyard.blob_chunk SET packed = $1 WHERE sha256 = $2', [
      zstdCompressSync(evil),
      sha256,
    ])
    const { stdout } = await works(...ALL)
    assert.equal(stdout.match(/: refused\. /g)?.length, 2, stdout)
    assert.ok(!existsSync(inCache) && !existsSync(marker), 'nothing of it was kept or run')
    const states = await requestStates(submitter, null)
    assert.deepEqual(
      states.flatMap(({ troubles }) => troubles.map(text => text.replace(/^\S+ /, ''))),
      [
        'refused: Cannot run node~mine: its copy on this machine was changed. The copy was removed, and not run. Send the request again.',
        'refused: Cannot run node~mine: what is in the fleet has another hash: it was changed or damaged.',
      ],
    )
  }),
)

test(
  'a database that fails while files are fetched counts as an attempt, and status says why',
  { skip },
  () =>
    withNewFleet(async fleet => {
      const { submitter, owner, name } = fleet
      await submit(submitter, {
        ...REQUEST,
        steelyard: steelyardName(),
        runtimes: ['node'],
        commands: [[`sha256:${'a'.repeat(64)}`, '--runtime=node@26.10.0', '--time=1']],
      })
      await owner.ask(`CREATE OR REPLACE FUNCTION steelyard.job_chunk(p_job uuid, p_token uuid, p_sha256 text, p_number integer)
      RETURNS TABLE (bytes bigint, packed bytea) LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$`)
      const worker = home.addressFile(server().address(name, 'works'))
      const { stdout, stderr } = await home.run(worker, 'one', 'fleet', 'worker', '--until-idle', ...ALL)
      assert.match(stdout, /: begun\nJob \S+: failed\. Cannot use [^\n]+: its disk is full\.\n$/, stderr)
      const [state] = await requestStates(submitter, null)
      assert.deepEqual(state?.troubles, [
        'a job waits again: Cannot use the database of the fleet: its disk is full.',
      ])
    }),
)

test('a worker that allows everything still starts no path, and nothing that was not sent', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, name } = fleet
    const marker = home.path('evil-ran')
    const evil = home.path('evil')
    writeFileSync(evil, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 })
    writeFileSync(home.path('evil.bench.ts'), `require('fs').writeFileSync('${marker}', '')`)
    const text = Buffer.from('{"name":"../../evil","isAdopted":false,"text":"","script":null}')
    const blob = createHash('sha256').update(text).digest('hex')
    const read = async () => text
    await sendBlob(submitter, { sha256: blob, bytes: text.length, read })
    const unsent = 'a'.repeat(64)
    const hostile: readonly (readonly [readonly string[], RegExp])[] = [
      [['trig', `--runtime=node=${evil}`], /does not allow a binary for node: /],
      [['trig', `--runtime=node=sha256:${blob}/../../../evil`], /does not allow a binary for node: /],
      [['trig', `--runtime=node=sha256:${blob.toUpperCase()}`], /does not allow a binary for node: /],
      [['./evil.bench.ts', '--runtime=node@26.10.0'], /does not allow a suite file, which is code: /],
      [['trig', `--runtime=node=sha256:${unsent}`], /^Cannot run node~aaaaaaaa: it is not, or not all, in/],
      [[`sha256:${unsent}`, '--runtime=node@26.10.0'], /^Cannot run the suite aaaaaaaa: it is not, or not/],
      [[`sha256:${blob}`, '--runtime=node@26.10.0'], /^Cannot run the suite \w{8}: it is no suite/],
    ]
    for (const [command] of hostile) {
      await submit(submitter, {
        ...REQUEST,
        steelyard: steelyardName(),
        runtimes: ['node'],
        blobs: [blob],
        commands: [[...command, '--time=1']],
      })
    }
    const worker = home.addressFile(server().address(name, 'works'))
    const { code, stderr } = await home.run(worker, 'one', 'fleet', 'worker', '--until-idle', ...ALL)
    assert.equal(code, 0, stderr)
    const states = await requestStates(submitter, null)
    for (const [index, { troubles }] of states.entries()) {
      assert.match(
        troubles[0]?.replace(/^\S+ refused: (?:Cannot run this job: )?/, '') ?? '',
        hostile[index]?.[1] ?? /^$/,
      )
    }
    assert.ok(!existsSync(marker))
  }),
)
