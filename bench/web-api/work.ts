import { BASE } from './inputs.ts'

/** Fields that concern one connection only and are not passed on. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'te', 'upgrade']

/** Makes the fields of a request that a proxy passes on, as it does for each. */
export function forward(received: readonly (readonly [string, string])[]): [string, string][] {
  const headers = new Headers()
  for (const [name, value] of received) headers.append(name, value)
  for (const name of HOP_BY_HOP) headers.delete(name)
  if (headers.get('accept-language')?.startsWith('de')) headers.set('X-Locale', 'de')
  if (!headers.has('authorization')) headers.set('X-Visitor', 'anonymous')
  headers.append('Via', '1.1 steelyard')
  return [...headers]
}

/** Resolves every link of a page. */
export function resolveAll(links: readonly string[]): string[] {
  return links.map(link => new URL(link, BASE).href)
}

/** Reads a query, and writes the one of the next page. */
export function nextPage(query: string): { tags: string[]; query: string } {
  const parameters = new URLSearchParams(query)
  const tags = parameters.getAll('tag')
  parameters.delete('utm_source')
  parameters.delete('utm_campaign')
  parameters.set('page', String(Number(parameters.get('page')) + 1))
  parameters.append('tag', 'new & old')
  parameters.sort()
  return { tags, query: parameters.toString() }
}

const EVENTS = 50

/** Sends 50 events to five listeners: one hears the first of them only, one goes after half, three hear all. */
export function dispatchAll(): number {
  const target = new EventTarget()
  let heard = 0
  const hear = () => heard++
  const hearHalf = () => heard++
  target.addEventListener('message', hear, { once: true })
  target.addEventListener('message', hearHalf)
  for (let listener = 0; listener < 3; listener++) target.addEventListener('message', () => heard++)
  for (let event = 0; event < EVENTS; event++) {
    if (event === EVENTS / 2) target.removeEventListener('message', hearHalf)
    target.dispatchEvent(new Event('message'))
  }
  return heard
}

/** Cancels 20 tasks that listen for it, and asks each whether it was. */
export function abortAll(): { cancelled: number; reasons: string[] } {
  let cancelled = 0
  const reasons: string[] = []
  for (let task = 0; task < 20; task++) {
    const controller = new AbortController()
    const { signal } = controller
    signal.addEventListener('abort', () => cancelled++, { once: true })
    controller.abort()
    if (signal.aborted) reasons.push((signal.reason as Error).name)
  }
  return { cancelled, reasons }
}

/** Reads a body of JSON. */
export function readJson(json: string): Promise<unknown> {
  return new Response(json, { headers: { 'content-type': 'application/json' } }).json()
}

/** Makes a request, clones it and reads both, as a cache or a logger does. */
export async function cloneAndRead(
  json: string,
): Promise<{ method: string; type: string | null; bodies: string[] }> {
  const request = new Request('https://shop.example.org/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: json,
  })
  const clone = request.clone()
  const bodies = await Promise.all([request.text(), clone.text()])
  return { method: clone.method, type: clone.headers.get('content-type'), bodies }
}

const LOG_LINE =
  /^(?<address>\S+) \S+ \S+ \[[^\]]+\] "(?<method>[A-Z]+) (?<path>\S+) HTTP\/[\d.]+" (?<status>\d{3}) (?<bytes>\d+) "[^"]*" "(?<agent>[^"]*)"$/gm
const ROBOT = /bot|crawl|spider|curl/i

/** Reads an access log: how much was sent, how often it failed, how much of it went to robots. */
export function sumUp(log: string): { bytes: number; failed: number; robots: number; pages: number } {
  let [bytes, failed, robots] = [0, 0, 0]
  const pages = new Set<string>()
  for (const { groups } of log.matchAll(LOG_LINE)) {
    bytes += Number(groups?.bytes)
    if (/^[45]/.test(groups?.status ?? '')) failed++
    if (ROBOT.test(groups?.agent ?? '')) robots++
    pages.add(groups?.path?.replace(/\?.*$/, '') ?? '')
  }
  return { bytes, failed, robots, pages: pages.size }
}

/** Makes 100 identifiers. */
export function uuids(): string[] {
  return Array.from({ length: 100 }, () => crypto.randomUUID())
}
