import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runners } from '@steelyard/runners'
import { findExecutable } from '../machine/executables.ts'
import { sendableBuild } from './sendable-build.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-sendable-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function sent(path: string) {
  return sendableBuild(runners.node, { path, text: 'node=x' }, folder)
}

function fileOf(name: string, bytes: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  chmodSync(file, 0o755)
  return file
}

function elf(machine: number): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(machine, 18)
  return header
}

test('sendableBuild takes a program as it is, for its own platform', async () => {
  const { file, sha256, bytes, platform } = await sent(process.execPath)
  assert.match(file, /node$/)
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.ok(bytes > 1e6)
  assert.equal(platform, `${process.platform}-${process.arch}`)
})

test('sendableBuild reads the platform of a program that does not run here', async () => {
  const [machine, name] = process.arch === 'arm64' ? ([62, 'x64'] as const) : ([183, 'arm64'] as const)
  assert.equal((await sent(fileOf('other', elf(machine)))).platform, `linux-${name}`)
  const macho = Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1, ...Array(24).fill(0)])
  if (process.platform !== 'darwin') assert.equal((await sent(fileOf('mac', macho))).platform, 'darwin-x64')
})

test('sendableBuild refuses what is no program, and what is none of this runtime', async () => {
  const script = fileOf('script', '#!/bin/sh\nexec node "$@"\n')
  await assert.rejects(sent(script), /^LaunchError: Cannot send node=x: it is no program of Linux or macOS\./)
  await assert.rejects(sent(fileOf('sparc', elf(43))), /it is no program of Linux or macOS\./)
  await assert.rejects(sent(join(folder, 'none')), /there is no such file/)
  if (process.platform === 'linux') {
    await assert.rejects(sent('/bin/true'), /does not print a version as node does/)
  }
})

/** Fails where its own source is not next to it. */
const BESIDE = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char path[4096];
  long length = readlink("/proc/self/exe", path, 4000);
  path[length] = 0;
  sprintf(path + length, ".c");
  if (access(path, R_OK) != 0) return 1;
  return puts("node 26.0.0 14.0") < 0;
}`

const compiler = process.platform === 'linux' ? findExecutable('cc') : null

test('sendableBuild refuses a program with a library or other files of its own', {
  skip: compiler === null && 'no cc',
}, async () => {
  fileOf('own.c', 'const char *version(void) { return "node 26.0.0 14.0"; }')
  fileOf(
    'main.c',
    'int puts(const char *); const char *version(void); int main(void) { return puts(version()) < 0; }',
  )
  const cc = (...args: readonly string[]) =>
    assert.equal(spawnSync(compiler ?? '', args, { cwd: folder }).status, 0)
  cc('-shared', '-fPIC', '-o', 'libown.so', 'own.c')
  cc('-o', 'shared', 'main.c', '-L.', '-lown', '-Wl,-rpath,$ORIGIN')
  cc('-o', 'whole', 'main.c', 'own.c')
  fileOf('beside.c', BESIDE)
  cc('-o', 'beside', 'beside.c')
  await assert.rejects(sent(join(folder, 'beside')), /it does not start without the files next to it/)
  await assert.rejects(
    sent(join(folder, 'shared')),
    /it needs libown\.so of \/.*, and only one file is sent\./,
  )
  assert.ok((await sent(join(folder, 'whole'))).bytes > 0)
})
