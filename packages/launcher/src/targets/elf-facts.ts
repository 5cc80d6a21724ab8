import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ElfRecord } from '@steelyard/record'

/** More than any runtime's table of headers has, less than would take noticeable time. */
const MOST_BYTES = 1 << 20
const MOST_NAMES = 64
const MOST_NAME_BYTES = 1024
const MOST_CHARACTERS = 200

const PT_LOAD = 1
const SHT_SYMTAB = 2
const SYMBOL_BYTES = 24
const PT_DYNAMIC = 2
const PT_INTERP = 3
const DT_NEEDED = 1n
const DT_STRTAB = 5n
const DT_STRSZ = 10n

interface Extent {
  readonly offset: number
  readonly size: number
}

interface Segment extends Extent {
  readonly type: number
  /** Where it begins in memory. */
  readonly address: number
}

/**
 * Reads the headers of a binary. Names are cut to 200 printable characters, paths are left out.
 *
 * @returns null for a file that is no 64-bit little-endian ELF, such as a script, or whose headers lead out of it
 */
export async function elfFactsOf(file: string): Promise<ElfRecord | null> {
  return inElf(file, async (handle, header) => {
    const segments = await segmentsOf(handle, header)
    const interpreter = segments.find(({ type }) => type === PT_INTERP)
    return {
      loader: interpreter === undefined ? null : basename(textAt(await read(handle, interpreter), 0)),
      libraries: await librariesOf(handle, segments),
      compilers: await compilersOf(handle, header),
    }
  })
}

/** Returns how many symbols a binary has for debuggers and profilers, 0 where they were stripped; null for what is no ELF. */
export async function symbolsIn(file: string): Promise<number | null> {
  return inElf(file, async (handle, header) => {
    const sections = await sectionsOf(handle, header)
    const tables = sections.filter(section => section.readUInt32LE(4) === SHT_SYMTAB)
    return tables.reduce((sum, section) => sum + extentOf(section).size / SYMBOL_BYTES, 0)
  })
}

/** Returns what is read of a file by its header; null for what is no ELF of 64 bits, little-endian, or broken. */
async function inElf<Facts>(
  file: string,
  factsOf: (handle: FileHandle, header: Buffer) => Promise<Facts>,
): Promise<Facts | null> {
  try {
    await using handle = await open(file, 'r')
    const header = await read(handle, { offset: 0, size: 64 })
    const isElf = header.readUInt32BE(0) === 0x7f454c46 && header[4] === 2 && header[5] === 1
    return isElf ? await factsOf(handle, header) : null
  } catch {
    return null
  }
}

function sectionsOf(handle: FileHandle, header: Buffer): Promise<Buffer[]> {
  return entriesOf(handle, header, { offset: 40, size: 58, count: 60 })
}

function extentOf(section: Buffer): Extent {
  return { offset: Number(section.readBigUInt64LE(24)), size: Number(section.readBigUInt64LE(32)) }
}

/** @throws RangeError for a part that is too large or not in the file */
async function read(handle: FileHandle, { offset, size }: Extent): Promise<Buffer> {
  if (!(size >= 0 && size <= MOST_BYTES)) throw new RangeError(`Cannot read ${size} bytes of an ELF header.`)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(size), 0, size, offset)
  if (bytesRead < size) throw new RangeError('Cannot read an ELF header: the file ends before it.')
  return buffer
}

async function segmentsOf(handle: FileHandle, header: Buffer): Promise<Segment[]> {
  const entries = await entriesOf(handle, header, { offset: 32, size: 54, count: 56 })
  return entries.map(entry => ({
    type: entry.readUInt32LE(0),
    offset: Number(entry.readBigUInt64LE(8)),
    address: Number(entry.readBigUInt64LE(16)),
    size: Number(entry.readBigUInt64LE(32)),
  }))
}

/** Reads the entries of a table that the header names: where in the header its offset, entry size and count are. */
async function entriesOf(
  handle: FileHandle,
  header: Buffer,
  at: { readonly offset: number; readonly size: number; readonly count: number },
): Promise<Buffer[]> {
  const size = header.readUInt16LE(at.size)
  const count = header.readUInt16LE(at.count)
  const table = await read(handle, { offset: Number(header.readBigUInt64LE(at.offset)), size: size * count })
  return Array.from({ length: count }, (_, index) => table.subarray(index * size, (index + 1) * size))
}

async function librariesOf(handle: FileHandle, segments: readonly Segment[]) {
  const dynamic = segments.find(({ type }) => type === PT_DYNAMIC)
  if (dynamic === undefined) return []
  const table = await read(handle, dynamic)
  const entries = Array.from({ length: Math.floor(table.length / 16) }, (_, index) => ({
    tag: table.readBigUInt64LE(index * 16),
    value: Number(table.readBigUInt64LE(index * 16 + 8)),
  }))
  const address = entries.find(({ tag }) => tag === DT_STRTAB)?.value
  const size = entries.find(({ tag }) => tag === DT_STRSZ)?.value
  if (address === undefined || size === undefined) return null
  const segment = segments.find(
    each => each.type === PT_LOAD && each.address <= address && address < each.address + each.size,
  )
  if (segment === undefined) return null
  const start = segment.offset + address - segment.address
  const needed = entries.filter(({ tag }) => tag === DT_NEEDED).slice(0, MOST_NAMES)
  return Promise.all(
    needed.map(async ({ value }) => {
      // The table also holds the names of all exported symbols, megabytes of them.
      const extent = { offset: start + value, size: Math.min(MOST_NAME_BYTES, size - value) }
      return basename(textAt(await read(handle, extent), 0))
    }),
  )
}

async function compilersOf(handle: FileHandle, header: Buffer): Promise<readonly string[] | null> {
  const sections = await sectionsOf(handle, header)
  const names = sections[header.readUInt16LE(62)]
  if (names === undefined) return null
  const text = await read(handle, extentOf(names))
  const comment = sections.find(section => textAt(text, section.readUInt32LE(0)) === '.comment')
  if (comment === undefined) return null
  const notes = (await read(handle, extentOf(comment))).toString('latin1').split('\0').map(printable)
  return Array.from(new Set(notes.filter(note => note !== '')))
    .toSorted()
    .slice(0, MOST_NAMES)
}

/** @throws RangeError beyond the end */
function textAt(bytes: Buffer, start: number): string {
  if (start >= bytes.length)
    throw new RangeError('Cannot read a name of an ELF file: it is not in its table.')
  const end = bytes.indexOf(0, start)
  return printable(bytes.toString('latin1', start, end < 0 ? bytes.length : end))
}

/** The folders of building are private. */
function printable(text: string): string {
  return text
    .replace(/[^ -~]/g, '?')
    .replace(/(?<![\w.:/])\/(?:[\w.@+-]+\/)+(?=[\w.@+-])/g, '')
    .trim()
    .slice(0, MOST_CHARACTERS)
}
