import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { transform } from 'esbuild'

/** The sizes of a bundle in bytes. */
export interface BundleSizes {
  /** Size of the bundle that is started. */
  readonly bytes: number
  readonly gzipBytes: number
  /** After esbuild has minified it. */
  readonly minifiedBytes: number
  /** Minified, then gzipped: what upload limits are about. */
  readonly minifiedGzipBytes: number
}

/** Returns the sizes of a bundle. gzip is zlib's at its default level, as in the upload of a worker. */
export async function bundleSizes(text: string): Promise<BundleSizes> {
  const minified = (await transform(text, { minify: true, charset: 'utf8', logLevel: 'silent' })).code
  const [gzipped, minifiedGzipped] = await Promise.all([text, minified].map(one => promisify(gzip)(one)))
  return {
    bytes: Buffer.byteLength(text),
    gzipBytes: gzipped?.length ?? 0,
    minifiedBytes: Buffer.byteLength(minified),
    minifiedGzipBytes: minifiedGzipped?.length ?? 0,
  }
}
