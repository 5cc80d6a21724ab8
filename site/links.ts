import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { recordPage } from './results.ts'

/** What is no page is copied into this folder of the site. */
const FILES = 'files'

/** Sources of programs, which a browser would download or take for something else. */
const AS_TEXT = /(\.ts|\.yml|\/LICENSE)$/

/** Where links of Markdown files lead in the site. */
export interface Links {
  /**
   * Returns a link as it is on the page of a file.
   *
   * @throws Error when nothing is where it leads
   */
  from(source: string, url: string): string
  /** Files of the repository that pages link to, with their places in the site. */
  readonly copied: ReadonlyMap<string, string>
}

/**
 * @param outputs of pages, by source
 * @param records as their paths from the top
 */
export function linksOf(
  root: string,
  outputs: ReadonlyMap<string, string>,
  records: ReadonlySet<string>,
): Links {
  const copied = new Map<string, string>()
  const placeOf = (target: string): string | null => {
    const page = outputs.get(target) ?? outputs.get(`${target.replace(/\/$/, '')}/README.md`)
    if (page !== undefined) return page
    if (records.has(target)) return recordPage(target)
    if (!statSync(posix.join(root, target), { throwIfNoEntry: false })?.isFile()) return null
    const place = `${FILES}/${target}${AS_TEXT.test(`/${target}`) ? '.txt' : ''}`
    copied.set(target, place)
    return place
  }
  return {
    copied,
    from(source, url) {
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
