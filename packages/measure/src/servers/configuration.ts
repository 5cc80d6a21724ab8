import type { LoadResponse } from '@steelyard/load'
import type { ConfigurationRecord } from '@steelyard/record'

/** Returns how a server is set up, by what it was started with and how it answers. */
export function configurationOf(
  environment: Readonly<Record<string, string>>,
  { headers, bytes }: Pick<LoadResponse, 'headers' | 'bytes'>,
): ConfigurationRecord {
  return {
    nodeEnv: environment.NODE_ENV || null,
    rendering: renderingOf(headers),
    compression: headers['content-encoding'] ?? null,
    delivery: headers['content-length'] === undefined ? 'streamed' : 'whole',
    contentType: headers['content-type'] ?? null,
    bodyBytes: bytes,
  }
}

/** A header of a cache hit says more than the headers for caches. */
function renderingOf(headers: LoadResponse['headers']): ConfigurationRecord['rendering'] {
  const states = Object.entries(headers).flatMap(([name, value]) => (/cache$/.test(name) ? [value] : []))
  if (headers.age !== undefined || states.some(state => /\b(?:hit|stale|prerender)\b/i.test(state))) {
    return 'cached'
  }
  const control = headers['cache-control']
  if (control === undefined) return null
  if (/\b(?:no-store|no-cache|private)\b|max-age=0\b/i.test(control)) return 'dynamic'
  return /\b(?:s-maxage|max-age)=[1-9]|\bimmutable\b/i.test(control) ? 'cached' : null
}
