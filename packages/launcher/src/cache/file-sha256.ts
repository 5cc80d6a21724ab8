import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1 << 20

/** Reads a file and returns its SHA-256 in hexadecimal. A stream, which makes a buffer for each chunk, takes longer. */
export async function fileSha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await using handle = await open(file)
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, bytesRead))
  }
}
