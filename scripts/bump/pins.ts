import { LaunchError, readPackument } from '../../packages/launcher/src/index.ts'
import { runners } from '../../runners/index.ts'
import { type Choice, chooseVersion, type Pin } from './choose-versions.ts'
import type { Versions } from './workspace-file.ts'

/** What Steelyard is held against. */
const TOOLS = ['mitata', 'tinybench', 'bench-node', 'nano-benchmark']

/** The package that also says which Node our code runs on. */
const NODE_PACKAGE = runners.node.packages['linux-x64']?.name ?? ''

type Named = Omit<Pin, 'version'>

/** Everything that is bumped: each runtime's package for each platform, then the tools. */
export const PINNED: readonly Named[] = [
  ...Object.values(runners).flatMap(({ name: product, packages }) =>
    Object.entries(packages).map(([platform, { name }]) => ({ product, platform, packageName: name })),
  ),
  ...TOOLS.map(name => ({ product: name, platform: null, packageName: name })),
]

/**
 * Asks the registry for the newest of everything that is pinned.
 *
 * @throws LaunchError in one sentence when it cannot be asked, also when only an older answer of its is known
 */
export function chooseAll({ catalog }: Versions): Promise<readonly Choice[]> {
  return Promise.all(
    PINNED.map(async named => {
      const { packument, isOld } = await readPackument(named.packageName)
      if (isOld) {
        throw new LaunchError(
          'start',
          `Cannot ask the npm registry for ${named.packageName}: it does not answer, and what it said before may be old. Check the network and the registry that 'npm config get registry' shows.`,
        )
      }
      return chooseVersion({ ...named, version: catalog[named.packageName] ?? '' }, packument)
    }),
  )
}

/** Returns the versions that the choices make. */
export function versionsOf(choices: readonly Choice[]): Versions {
  const catalog = Object.fromEntries(choices.map(({ packageName, next }) => [packageName, next]))
  return { nodeVersion: catalog[NODE_PACKAGE] ?? '', catalog }
}
