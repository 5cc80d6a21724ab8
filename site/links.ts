import { statSync } from 'node:fs'
import { posix } from 'node:path'
import type { KeptRecord } from '@steelyard/report/board'
import type { TextPage } from './pages.ts'
import { recordPage } from './results.ts'

/** Sources of programs, which a browser would download or take for something else. */
const AS_TEXT = /(\.ts|\.yml|\/LICENSE)$/

/** Returns where links of Markdown files lead in the site, and by source the places of files that are copied for them. */
export function linksOf(root: string, texts: readonly TextPage[], records: readonly KeptRecord[]) {
  const outputs = new Map(texts.map(({ source, output }) => [source, output]))
  const names = new Set(records.map(({ name }) => name))
  const copied = new Map<string, string>()
  const placeOf = (target: string): string | null => {
    const page = outputs.get(target) ?? outputs.get(`${target.replace(/\/$/, '')}/README.md`)
    if (page !== undefined) return page
    if (names.has(target)) return recordPage(target)
    if (!statSync(posix.join(root, target), { throwIfNoEntry: false })?.isFile()) return null
    const place = `files/${target}${AS_TEXT.test(`/${target}`) ? '.txt' : ''}`
    copied.set(target, place)
    return place
  }
  return {
    copied,
    /** Returns a link as it is on the page of a file; throws when nothing is where it leads. */
    from(source: string, url: string): string {
      if (/^([a-z]+:|#)/i.test(url)) return url
      const [path = '', ...fragment] = url.split('#')
      const place = placeOf(posix.join(posix.dirname(source), decodeURIComponent(path)))
      if (place === null) throw new Error(`${source} links to ${url}, and nothing is there`)
      return [relative(outputs.get(source) ?? '', place), ...fragment].join('#')
    },
  }
}

/** Returns the link from one page to another place, both as paths from the top of the site. */
export function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}
