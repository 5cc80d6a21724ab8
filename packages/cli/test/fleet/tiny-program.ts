import { chmodSync, writeFileSync } from 'node:fs'

/**
 * Writes a program of 64-bit Linux on x86 that becomes another one, with its own arguments and variables. It is a build of some
 * 200 bytes, where one of a runtime has 100 MB.
 */
export function writeTinyProgram(file: string, becomes: string): void {
  const path = Buffer.from(`${becomes}\0`)
  const code = Buffer.from([
    ...[0x48, 0x8b, 0x0c, 0x24], // mov rcx, [rsp]: how many arguments
    ...[0x48, 0x8d, 0x74, 0x24, 0x08], // lea rsi, [rsp + 8]: the arguments
    ...[0x48, 0x8d, 0x54, 0xce, 0x08], // lea rdx, [rsi + rcx * 8 + 8]: the variables
    ...[0x48, 0x8d, 0x3d, 0x13, 0x00, 0x00, 0x00], // lea rdi, [rip + 19]: the path, after the code
    ...[0xb8, 0x3b, 0x00, 0x00, 0x00, 0x0f, 0x05], // execve
    ...[0xbf, 0x7f, 0x00, 0x00, 0x00], // exit code 127
    ...[0xb8, 0x3c, 0x00, 0x00, 0x00, 0x0f, 0x05], // exit
  ])
  const size = BigInt(HEADERS_BYTES + code.length + path.length)
  const header = Buffer.alloc(HEADERS_BYTES)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(2, 16) // a program
  header.writeUInt16LE(62, 18) // x86-64
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(ADDRESS + BigInt(HEADERS_BYTES), 24) // where it begins
  header.writeBigUInt64LE(64n, 32) // the table of segments
  for (const [value, offset] of [
    [64, 52],
    [56, 54],
    [1, 56],
  ] as const) {
    header.writeUInt16LE(value, offset)
  }
  header.writeUInt32LE(1, 64) // one segment, to load, which may be read and run
  header.writeUInt32LE(5, 68)
  for (const [value, offset] of [
    [ADDRESS, 80],
    [ADDRESS, 88],
    [size, 96],
    [size, 104],
    [4096n, 112],
  ] as const) {
    header.writeBigUInt64LE(value, offset)
  }
  writeFileSync(file, Buffer.concat([header, code, path]))
  chmodSync(file, 0o755)
}

const HEADERS_BYTES = 120
const ADDRESS = 0x400000n
