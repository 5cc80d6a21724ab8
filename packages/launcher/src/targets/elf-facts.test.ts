import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { elfFactsOf, symbolsIn } from './elf-facts.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'elf-facts-'))
after(() => rmSync(directory, { recursive: true }))

function factsOf(bytes: Buffer) {
  const file = join(directory, 'binary')
  writeFileSync(file, bytes)
  return elfFactsOf(file)
}

/** Where the parts of `small` lie. */
const AT = { segments: 0x40, sections: 0x100, loader: 0x200, dynamic: 0x240, strings: 0x300, notes: 0x400 }
const NAMES = '\0.shstrtab\0.comment\0'

/** Returns a file of headers alone: a loader, shared libraries and notes of compilers. */
function small(libraries: readonly string[], notes: string, loader = '/lib64/ld-linux-x86-64.so.2'): Buffer {
  const bytes = Buffer.alloc(0x600)
  bytes.write('7f454c460201', 'hex')
  bytes.writeBigUInt64LE(BigInt(AT.segments), 32)
  bytes.writeBigUInt64LE(BigInt(AT.sections), 40)
  for (const [at, value] of Object.entries({ 54: 56, 56: 3, 58: 64, 60: 3, 62: 1 })) {
    bytes.writeUInt16LE(value, Number(at))
  }
  const strings = `\0${libraries.join('\0')}\0`
  // In memory it all lies elsewhere than in the file.
  const address = 0x10_000
  const segments = [
    [1, 0, address, bytes.length],
    [3, AT.loader, 0, loader.length + 1],
    [2, AT.dynamic, 0, (libraries.length + 2) * 16],
  ] as const
  for (const [index, [type, offset, start, size]] of segments.entries()) {
    const at = AT.segments + index * 56
    bytes.writeUInt32LE(type, at)
    bytes.writeBigUInt64LE(BigInt(offset), at + 8)
    bytes.writeBigUInt64LE(BigInt(start), at + 16)
    bytes.writeBigUInt64LE(BigInt(size), at + 32)
  }
  const sections = [
    [0, 0, 0],
    [NAMES.indexOf('.shstrtab'), 0x500, NAMES.length],
    [NAMES.indexOf('.comment'), AT.notes, notes.length],
  ] as const
  for (const [index, [name, offset, size]] of sections.entries()) {
    const at = AT.sections + index * 64
    bytes.writeUInt32LE(name, at)
    bytes.writeBigUInt64LE(BigInt(offset), at + 24)
    bytes.writeBigUInt64LE(BigInt(size), at + 32)
  }
  const dynamic = [
    ...libraries.map(each => [1, strings.indexOf(`\0${each}\0`) + 1]),
    [5, address + AT.strings],
    [10, strings.length],
  ]
  for (const [index, [tag = 0, value = 0]] of dynamic.entries()) {
    bytes.writeBigUInt64LE(BigInt(tag), AT.dynamic + index * 16)
    bytes.writeBigUInt64LE(BigInt(value), AT.dynamic + index * 16 + 8)
  }
  bytes.write(`${loader}\0`, AT.loader, 'latin1')
  bytes.write(strings, AT.strings, 'latin1')
  bytes.write(notes, AT.notes, 'latin1')
  bytes.write(NAMES, 0x500, 'latin1')
  return bytes
}

const LIBRARIES = ['libm.so.6', 'libc.so.6']

test('elfFactsOf reads loader, libraries in their order, and each compiler once', async () => {
  assert.deepEqual(await factsOf(small(LIBRARIES, 'rustc 1\0clang 20\0\0rustc 1\0')), {
    loader: 'ld-linux-x86-64.so.2',
    libraries: LIBRARIES,
    compilers: ['clang 20', 'rustc 1'],
  })
})

test('elfFactsOf keeps no folder of the machine and no control character', async () => {
  const nix = '/nix/store/abc-glibc/lib/ld-linux-x86-64.so.2'
  const notes = 'clang 20 (/home/me/src/llvm)\0\x1b[2Jgcc\0clang 21 (https://git.example/llvm/project 6df)\0'
  assert.deepEqual(await factsOf(small(['/home/me/out/libnode.so', '../my folder/libuv.so'], notes, nix)), {
    loader: 'ld-linux-x86-64.so.2',
    libraries: ['libnode.so', 'libuv.so'],
    compilers: ['?[2Jgcc', 'clang 20 (llvm)', 'clang 21 (https://git.example/llvm/project 6df)'],
  })
})

test('elfFactsOf has null for what a file does not say', async () => {
  const bare = small([], '')
  bare.writeUInt16LE(0, 56)
  bare.writeUInt16LE(0, 60)
  assert.deepEqual(await factsOf(bare), { loader: null, libraries: [], compilers: null })
  const nameless = small([], '')
  nameless.writeBigUInt64LE(0n, AT.dynamic)
  assert.equal((await factsOf(nameless))?.libraries, null)
})

test('elfFactsOf returns null for what is no such file, or leads out of it', async () => {
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = small(LIBRARIES, 'clang 20\0')
    change(bytes)
    return bytes
  }
  const wrong: Readonly<Record<string, Buffer>> = {
    'a script': Buffer.from(`#!/bin/sh\n${' '.repeat(100)}`),
    empty: Buffer.alloc(0),
    'cut off': small(LIBRARIES, 'clang 20\0').subarray(0, 0x120),
    '32 bits': changed(bytes => bytes.writeUInt8(1, 4)),
    'big-endian': changed(bytes => bytes.writeUInt8(2, 5)),
    'segments beyond its end': changed(bytes => bytes.writeBigUInt64LE(1n << 40n, 32)),
    'too many sections': changed(bytes => bytes.writeUInt16LE(65_535, 60)),
    'entries of no size': changed(bytes => bytes.writeUInt16LE(0, 54)),
    'a loader of 2^63 bytes': changed(bytes => bytes.writeBigUInt64LE(1n << 63n, AT.segments + 56 + 32)),
    'a name beyond its table': changed(bytes => bytes.writeBigUInt64LE(1n << 33n, AT.dynamic + 8)),
    'notes beyond its end': changed(bytes => bytes.writeBigUInt64LE(0x5ffn, AT.sections + 2 * 64 + 24)),
  }
  for (const [what, bytes] of Object.entries(wrong)) assert.equal(await factsOf(bytes), null, what)
  assert.equal(await elfFactsOf(join(directory, 'missing')), null)
  assert.equal(await elfFactsOf(directory), null)
})

test('elfFactsOf reads this very program', { skip: process.platform !== 'linux' }, async () => {
  const facts = await elfFactsOf(process.execPath)
  assert.match(facts?.loader ?? '', /^ld-/)
  assert.ok(facts?.libraries?.some(each => /^libc\./.test(each)))
})

test('symbols are counted, and there are none in a stripped file', async () => {
  const bytes = small(['libc.so.6'], '')
  assert.equal(await symbolsOf(bytes), 0)
  // The first section becomes a table of symbols.
  bytes.writeUInt32LE(2, AT.sections + 4)
  bytes.writeBigUInt64LE(24n * 30_000n, AT.sections + 32)
  assert.equal(await symbolsOf(bytes), 30_000)
  assert.equal(await symbolsOf(Buffer.from('#!/bin/sh\n'.padEnd(80))), null)
  // The binary that runs this has its symbols; an own build may not.
  assert.notEqual(await symbolsIn(process.execPath), null)
})

function symbolsOf(bytes: Buffer) {
  const file = join(directory, 'with-symbols')
  writeFileSync(file, bytes)
  return symbolsIn(file)
}
