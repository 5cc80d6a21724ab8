import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ElfRecord, RunRecord, TargetRecord } from '@steelyard/record'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { phraseText } from '@steelyard/text'
import { buildPhrases } from './build-phrases.ts'

type Made = Partial<Pick<TargetRecord, 'build'>> & { readonly elf?: ElfRecord | null }

const ELF: ElfRecord = {
  loader: 'ld-linux-x86-64.so.2',
  libraries: ['libm.so.6', 'libc.so.6'],
  compilers: [],
}

/** Returns a comparison of builds, the first of which is the base. */
function textsOf(builds: Readonly<Record<string, Made>>, change: Partial<TargetRecord> = {}): string[] {
  const record = compareSample()
  const [target] = record.targets as [TargetRecord]
  const [base = '', ...heads] = Object.keys(builds)
  const targets = Object.entries(builds).map(([id, { build, elf }], index): TargetRecord => {
    const sha256 = String(index).repeat(64)
    return {
      ...target,
      id,
      binary: { source: 'npm', sha256, elf: elf ?? null },
      build: build ?? null,
      ...(index > 0 ? change : {}),
    }
  })
  const compared: RunRecord['compared'] = {
    ...(record.compared as object),
    base,
    heads,
    rebuilt: null,
  } as never
  return buildPhrases({ ...record, targets, compared }).map(phraseText)
}

test('buildPhrases shows a fact only where builds differ in it, with who has which value', () => {
  const build = { enable_lto: 'false', enable_pgo_use: 'false', v8_enable_pointer_compression: '0' }
  assert.deepEqual(textsOf({ a: { build }, b: { build }, c: { build: { ...build, enable_lto: 'true' } } }), [
    'Link-time optimisation (LTO): off in a, b; on in c',
  ])
  const all = { enable_thin_lto: 'true', enable_pgo_generate: 'true', v8_enable_pointer_compression: '1' }
  assert.deepEqual(textsOf({ a: { build }, b: { build: all } }), [
    'Link-time optimisation (LTO): off in a; thin in b',
    'Profile-guided optimisation (PGO): off in a; collecting a profile in b',
    'Pointer compression: off in a; on in b',
  ])
})

test('buildPhrases says unknown where one build does not tell, and nothing where none does', () => {
  const script = { build: {}, elf: null }
  assert.deepEqual(textsOf({ a: script, b: script }), [])
  assert.deepEqual(textsOf({ a: { build: { enable_pgo_use: 'true' }, elf: ELF }, b: script }), [
    'Profile-guided optimisation (PGO): on in a; unknown in b',
    'Dynamic loader: ld-linux-x86-64.so.2 in a; unknown in b',
    'libm: libm.so.6 in a; unknown in b',
    'Compilers and linkers named in the file: none in a; unknown in b',
    'Other shared libraries: libc.so.6 in a; unknown in b',
  ])
})

test('buildPhrases leaves out what all builds name, and who packaged a compiler unless only that differs', () => {
  const named = (...compilers: readonly string[]) => ({ build: {}, elf: { ...ELF, compilers } })
  const texts = (one: Made, other: Made) => textsOf({ a: one, b: other }).join('\n')
  const gcc = 'GCC: (GNU) 14.2.1 20250110 (Red Hat 14.2.1-11)'
  assert.equal(
    texts(
      named('rustc version 1.88.0 (6b0)', gcc),
      named('rustc version 1.88.0 (6b0)', 'clang version 20.1'),
    ),
    'Compilers and linkers named in the file: GCC 14.2.1 20250110 in a; clang 20.1 in b',
  )
  assert.equal(
    texts(named('LLD 1', gcc), named('LLD 1')),
    'Compilers and linkers named in the file: GCC 14.2.1 20250110 in a; none more in b',
  )
  assert.equal(
    texts(named('clang version 20 (x)'), named('clang version 20 (y)')),
    'Compilers and linkers named in the file: clang version 20 (x) in a; clang version 20 (y) in b',
  )
})

test('buildPhrases tells a static libm and a musl loader', () => {
  const musl = { ...ELF, loader: 'ld-musl-x86_64.so.1', libraries: ['libc.so.6'] }
  const none = { ...ELF, loader: null, libraries: [] }
  assert.deepEqual(textsOf({ a: { build: {}, elf: ELF }, b: { build: {}, elf: musl } }), [
    'Dynamic loader: ld-linux-x86-64.so.2 in a; ld-musl-x86_64.so.1 in b',
    'libm: libm.so.6 in a; not a shared library in b',
  ])
  assert.match(textsOf({ a: { build: {}, elf: ELF }, b: { build: {}, elf: none } })[0] ?? '', /; none in b$/)
})

test('buildPhrases names the settings of V8 that differ and that all tell, eight at most', () => {
  const settings = (value: string) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`v8_enable_${index}`, value]))
  const texts = textsOf({ a: { build: { ...settings('0'), v8_old: '1' } }, b: { build: settings('1') } })
  assert.equal(texts.length, 9)
  assert.equal(texts[0], 'v8_enable_0: 0 in a; 1 in b')
  assert.equal(texts.at(-1), '2 more settings of V8 differ: the record has them')
})

test('buildPhrases reads what deno says of its profile', () => {
  const deno = (text: string): Made => ({ build: { deno: text } })
  assert.deepEqual(
    textsOf({ a: deno('2.9.6 (stable, release, x)'), b: deno('2.9.7 (stable, release, x)') }),
    [],
  )
  assert.deepEqual(
    textsOf({ a: deno('2.9.6 (stable, release, x)'), b: deno('2.9.6+1 (canary, debug, x)') }),
    ['Channel, profile and platform: stable, release, x in a; canary, debug, x in b'],
  )
})

test('buildPhrases compares no build with itself, with another runtime, or with one that was not asked', () => {
  const [on, off] = [{ build: { enable_lto: 'true' } }, { build: { enable_lto: 'false' } }]
  assert.equal(textsOf({ a: on, b: off }).length, 1)
  assert.deepEqual(textsOf({ a: on, b: off }, { runtime: 'bun' }), [])
  assert.deepEqual(
    textsOf({ a: on, b: off }, { binary: { source: 'path', sha256: '0'.repeat(64), elf: null } }),
    [],
  )
  assert.deepEqual(textsOf({ a: on, b: {} }), [])
  assert.deepEqual(buildPhrases({ ...compareSample(), compared: null }), [])
})
