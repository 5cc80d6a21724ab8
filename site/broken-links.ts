import { globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Returns links of pages in a folder that lead to no file or id in it; those to other sites are not followed. */
export function brokenLinks(folder: string): string[] {
  const pages = globSync('**/*.html', { cwd: folder })
  const texts = new Map(pages.map(page => [page, readFileSync(join(folder, page), 'utf8')]))
  const ids = new Map(Array.from(texts, ([page, text]) => [page, valuesOf(/\sid="([^"]*)"/g, text)]))
  const leadsSomewhere = (link: string, page: string) => {
    if (/^[a-z]+:/i.test(link)) return true
    const [path = '', fragment] = link.split('#')
    const target = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path))
    if (target.startsWith('../') || !statSync(join(folder, target), { throwIfNoEntry: false })?.isFile())
      return false
    return fragment === undefined || ids.get(target)?.has(decodeURIComponent(fragment)) === true
  }
  return Array.from(texts, ([page, text]) =>
    [...valuesOf(/\s(?:href|src|srcset)="([^"]*)"/g, text)]
      .map(link => link.replaceAll('&amp;', '&'))
      .filter(link => !leadsSomewhere(link, page))
      .map(link => `${page}: ${link}`),
  ).flat()
}

function valuesOf(attribute: RegExp, text: string): Set<string> {
  return new Set(Array.from(text.matchAll(attribute), ([, value = '']) => value))
}
