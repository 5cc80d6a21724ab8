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
  const catalog = packageNames.map(name => [name, pinIn(text, name).version] as const)
  return { nodeVersion: pinIn(text, 'nodeVersion').version, catalog: Object.fromEntries(catalog) }
}

/**
 * Returns the text with other versions, and every other byte as it was.
 *
 * @throws SyntaxError naming what is not pinned to one version
 */
export function withVersions(text: string, { nodeVersion, catalog }: Versions): string {
  return Object.entries({ ...catalog, nodeVersion }).reduce((edited, [name, next]) => {
    const { start, version } = pinIn(edited, name)
    return edited.slice(0, start) + next + edited.slice(start + version.length)
  }, text)
}

function pinIn(text: string, name: string): { readonly start: number; readonly version: string } {
  const line = new RegExp(
    `^ *(?<quote>["']?)${name}\\k<quote>: *["']?(?<version>\\d+\\.\\d+\\.\\d+)["']?(?=\\s|$)`,
    'm',
  )
  const found = line.exec(text)
  const version = found?.groups?.version
  if (found !== null && version !== undefined) {
    return { start: found.index + found[0].lastIndexOf(version), version }
  }
  throw new SyntaxError(
    `Cannot bump ${name}: pnpm-workspace.yaml does not pin it to one version. Pin it as 1.2.3.`,
  )
}
