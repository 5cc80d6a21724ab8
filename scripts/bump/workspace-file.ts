import { isScalar, parseDocument } from 'yaml'

/** What is pinned in `pnpm-workspace.yaml`, to be changed. */
export interface Versions {
  readonly nodeVersion: string
  readonly catalog: Readonly<Record<string, string>>
}

/**
 * Returns the versions of the catalog that are wanted, and that of Node.
 *
 * @throws SyntaxError naming what is not pinned to one version
 */
export function readVersions(text: string, packageNames: readonly string[]): Versions {
  const document = parseDocument(text)
  const catalog = packageNames.map(name => [name, versionAt(document, ['catalog', name])] as const)
  return { nodeVersion: versionAt(document, ['nodeVersion']), catalog: Object.fromEntries(catalog) }
}

/**
 * Returns the text with other versions, and every other byte as it was.
 *
 * @throws SyntaxError naming what is not pinned to one version
 */
export function withVersions(text: string, { nodeVersion, catalog }: Versions): string {
  const document = parseDocument(text)
  const paths = Object.entries(catalog).map(([name, version]) => [['catalog', name], version] as const)
  const edits = [...paths, [['nodeVersion'], nodeVersion] as const].map(([path, version]) => {
    const node = document.getIn(path, true)
    const old = versionAt(document, path)
    const start = isScalar(node) && node.range ? text.indexOf(old, node.range[0]) : -1
    return { start, old, version }
  })
  // From the end on, so that the offsets of the others stay.
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce(
      (edited, { start, old, version }) =>
        edited.slice(0, start) + version + edited.slice(start + old.length),
      text,
    )
}

function versionAt(document: ReturnType<typeof parseDocument>, path: readonly string[]): string {
  const node = document.getIn(path, true)
  const value = isScalar(node) ? node.value : null
  if (typeof value === 'string' && /^\d+\.\d+\.\d+$/.test(value)) return value
  throw new SyntaxError(
    `Cannot bump ${path.at(-1)}: pnpm-workspace.yaml does not pin it to one version. Pin it as 1.2.3.`,
  )
}
