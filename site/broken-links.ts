import { globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Returns links of pages in a folder that lead to no file or id in it; those to other sites are not followed. */
export function brokenLinks(folder: string): string[] {
  const pages = globSync('**/*.html', { cwd: folder }).map(file => file.replaceAll('\\', '/'))
  const texts = new Map(pages.map(page => [page, readFileSync(join(folder, page), 'utf8')]))
  const ids = new Map(Array.from(texts, ([page, text]) => [page, idsOf(text)]))
  const leadsSomewhere = (link: string, page: string) => {
    if (/^[a-z]+:/i.test(link)) return true
    const [path = '', fragment] = link.split('#')
    const target = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path))
    if (target.startsWith('../') || !statSync(join(folder, target), { throwIfNoEntry: false })?.isFile())
      return false
    return fragment === undefined || ids.get(target)?.has(decodeURIComponent(fragment)) === true
  }
  return Array.from(texts, ([page, text]) =>
    [...linksIn(text)].filter(link => !leadsSomewhere(link, page)).map(link => `${page}: ${link}`),
  ).flat()
}

function linksIn(text: string): Set<string> {
  const found = [...text.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)]
  return new Set(found.map(([, link = '']) => link.replaceAll('&amp;', '&')))
}

function idsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))
}
