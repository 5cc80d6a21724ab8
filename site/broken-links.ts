import { globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * Returns the links of all pages in a folder that lead to no file of it, or to no id of their page. Links to other sites
 * are not followed.
 */
export function brokenLinks(folder: string): string[] {
  const pages = globSync('**/*.html', { cwd: folder }).map(file => file.replaceAll('\\', '/'))
  const texts = new Map(pages.map(page => [page, readFileSync(join(folder, page), 'utf8')]))
  const ids = new Map(Array.from(texts, ([page, text]) => [page, idsOf(text)]))
  return Array.from(texts, ([page, text]) =>
    [...linksIn(text)]
      .filter(link => !leadsSomewhere(link, page, folder, ids))
      .map(link => `${page}: ${link}`),
  ).flat()
}

function leadsSomewhere(
  link: string,
  page: string,
  folder: string,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (/^[a-z]+:/i.test(link)) return true
  const [path = '', fragment] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path))
  if (target.startsWith('../') || !statSync(join(folder, target), { throwIfNoEntry: false })?.isFile())
    return false
  return fragment === undefined || ids.get(target)?.has(decodeURIComponent(fragment)) === true
}

function linksIn(text: string): Set<string> {
  const found = [...text.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)]
  return new Set(found.map(([, link = '']) => link.replaceAll('&amp;', '&')))
}

function idsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))
}
