import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Profile } from 'pprof-format'
import { readCpuProfile, stackOf } from './cpu-profile.ts'
import { positionsOf } from './places.ts'
import { cpuProfileOf, pprofOf, profileFileName } from './write-profiles.ts'

// The suite's function begins in line 1 of the bundle, column 4, which is line 10, column 2 of its file.
const MAP = JSON.stringify({
  version: 3,
  sources: [`${process.cwd().slice(1)}/mine/mine.bench.ts`],
  names: [],
  mappings: 'IASE',
})
const POSITION_OF = positionsOf({ bundles: ['abc.mjs'], map: new SourceMap(JSON.parse(MAP)) })

/** Nodes by id: the root, a function of the suite, a built-in one in it, one of the runtime, and idleness. */
const RAW = {
  nodes: [
    node(1, '(root)', '', -1, -1, [2, 4, 5]),
    {
      ...node(2, 'revive', 'file:///tmp/somewhere/abc.mjs', 0, 4, [3]),
      positionTicks: [{ line: 1, ticks: 2 }],
    },
    node(3, 'parse', '', -1, -1, []),
    { ...node(4, 'read', 'node:fs', 6, 8, []), positionTicks: [{ line: 7, ticks: 1 }], deoptReason: 'why' },
    node(5, '(idle)', '', -1, -1, []),
  ],
  samples: [2, 3, 3, 5, 4],
  timeDeltas: [10, 200, 200, 200, 200],
  startTime: 1000,
  endTime: 2010,
}

function node(
  id: number,
  functionName: string,
  url: string,
  line: number,
  column: number,
  children: number[],
) {
  const callFrame = { functionName, scriptId: '1', url, lineNumber: line, columnNumber: column }
  return { id, callFrame, hitCount: 0, children }
}

test('a kept profile has the same stacks and times, and the lines of the author for functions of the suite', () => {
  const samples = readCpuProfile(JSON.stringify(RAW))
  const kept = readCpuProfile(Buffer.from(cpuProfileOf(samples, POSITION_OF)).toString())
  const rowsOf = (some: typeof samples) =>
    some.map(({ frame, weight }) => {
      const stack = stackOf(frame).map(({ name, url, line, column }) => `${name} ${url}:${line}:${column}`)
      return { stack, weight }
    })
  const moved = rowsOf(samples).map(({ stack, weight }) => ({
    weight,
    stack: stack.map(each => each.replace('file:///tmp/somewhere/abc.mjs:0:4', 'mine/mine.bench.ts:9:2')),
  }))
  assert.deepEqual(rowsOf(kept), moved)
})

test('a file outside the working folder is shown by its name alone', () => {
  const outside = positionsOf({
    bundles: ['abc.mjs'],
    map: new SourceMap(JSON.parse(MAP.replace(process.cwd().slice(1), 'home/me'))),
  })
  assert.equal(outside({ url: 'file:///tmp/abc.mjs', line: 0, column: 4 }).url, 'mine.bench.ts')
  assert.equal(outside({ url: 'file:///home/me/other.cjs', line: 3, column: 0 }).url, 'other.cjs')
  assert.equal(outside({ url: 'node:internal/url', line: 3, column: 0 }).url, 'node:internal/url')
})

test('pprof gets every stack with its samples and their time, by lines that start at 1', () => {
  const bytes = pprofOf(readCpuProfile(JSON.stringify(RAW)), 200, POSITION_OF)
  const {
    sample,
    sampleType,
    location,
    function: functions,
    stringTable,
    ...rest
  } = Profile.decode(gunzipSync(bytes))
  const text = (index: number | bigint | undefined) => stringTable.strings[Number(index)]
  const stacks = sample.map(({ locationId, value }) => ({
    stack: locationId.map(id => {
      const line = location.find(each => each.id === id)?.line[0]
      const { name, filename, startLine } = functions.find(each => each.id === line?.functionId) ?? {}
      assert.equal(line?.line, startLine)
      return `${text(name)} ${text(filename)}:${startLine}`
    }),
    value,
  }))
  assert.deepEqual(
    sampleType.map(({ type, unit }) => [text(type), text(unit)]),
    [
      ['samples', 'count'],
      ['time', 'nanoseconds'],
    ],
  )
  assert.deepEqual(stacks, [
    { stack: ['revive mine/mine.bench.ts:10'], value: [1, 200_000] },
    { stack: ['parse :0', 'revive mine/mine.bench.ts:10'], value: [2, 400_000] },
    { stack: ['read node:fs:7'], value: [1, 200_000] },
  ])
  assert.equal(rest.period, 200_000)
  assert.equal(rest.durationNanos, 1_000_000)
})

test('files have names that tell what they are of, and are safe and their own', () => {
  const subject = {
    suite: 'my-suite',
    caseId: 'a case/1',
    params: {},
    target: 'node@26.10.0 --no-opt',
    launch: 0,
    isNative: false,
  }
  const name = profileFileName(subject, 'cpuprofile')
  assert.match(name, /^my-suite-a-case-1-node@26\.10\.0-no-opt-[0-9a-f]{6}-1\.cpuprofile$/)
  assert.equal(profileFileName({ ...subject, launch: 1 }, 'pprof').endsWith('-2.pb.gz'), true)
  assert.notEqual(profileFileName({ ...subject, caseId: 'a case:1' }, 'cpuprofile'), name)
  assert.notEqual(profileFileName({ ...subject, params: { payload: 'rsc' } }, 'cpuprofile'), name)
  assert.match(profileFileName({ ...subject, suite: '../..' }, 'pprof'), /^a-case-1-node/)
})
