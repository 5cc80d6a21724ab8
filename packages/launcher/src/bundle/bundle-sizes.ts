import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { StartedBundleRecord } from '@steelyard/record'
import { transform } from 'esbuild'

/** Returns the sizes of a bundle. gzip is zlib's at its default level, as in the upload of a worker. */
export async function bundleSizes(text: string): Promise<Omit<StartedBundleRecord, 'sha256' | 'isMinified'>> {
  const minified = (await transform(text, { minify: true, charset: 'utf8', logLevel: 'silent' })).code
  const [gzipped, minifiedGzipped] = await Promise.all([text, minified].map(one => promisify(gzip)(one)))
  return {
    bytes: Buffer.byteLength(text),
    gzipBytes: gzipped?.length ?? 0,
    minifiedBytes: Buffer.byteLength(minified),
    minifiedGzipBytes: minifiedGzipped?.length ?? 0,
  }
}
