import { LaunchError, readPackument } from '../../packages/launcher/src/index.ts'
import { runners } from '../../runners/index.ts'
import { type Choice, chooseTypes, chooseVersion, type Pin, type Published } from './choose-versions.ts'
import type { Versions } from './workspace-file.ts'

/** What Steelyard is compared with, and the types of Deno, whose versions are not Deno's. */
const SINGLE = ['mitata', 'tinybench', 'bench-node', 'nano-benchmark', '@types/deno']

/** Types that have a version for each version of a runtime. */
const TYPES = [
  { name: 'bun-types', runtime: '@oven/bun-linux-x64', versionOf: (version: string) => version },
  {
    name: '@cloudflare/workers-types',
    runtime: '@cloudflare/workerd-linux-64',
    versionOf: (version: string) => version.replace(/^1\./, '5.'),
  },
]

/** The package whose version is also that of the Node that runs our code. */
const NODE_PACKAGE = runners.node.packages['linux-x64']?.name ?? ''

type Named = Omit<Pin, 'version'>

/** Each runtime's package for each platform. */
const RUNTIMES: readonly Named[] = Object.values(runners).flatMap(({ name: product, packages }) =>
  Object.entries(packages).map(([platform, { name }]) => ({ product, platform, packageName: name })),
)

/** Everything that is bumped. */
export const PINNED: readonly Named[] = [
  ...RUNTIMES,
  ...[...SINGLE, ...TYPES.map(({ name }) => name)].map(single),
]

function single(name: string): Named {
  return { product: name, platform: null, packageName: name }
}

/**
 * Asks the registry for the newest of everything that is pinned.
 *
 * @throws LaunchError in one sentence when it cannot be asked, also when only an older response is cached
 */
export async function chooseAll({ catalog }: Versions): Promise<readonly Choice[]> {
  const types = await Promise.all(
    TYPES.map(async one => ({ ...one, published: await askRegistry(one.name) })),
  )
  const pinOf = (named: Named) => ({ ...named, version: catalog[named.packageName] ?? '' })
  const choices = await Promise.all(
    [...RUNTIMES, ...SINGLE.map(single)].map(async named =>
      chooseVersion(
        pinOf(named),
        await askRegistry(named.packageName),
        types.find(({ runtime }) => runtime === named.packageName),
      ),
    ),
  )
  const typeChoices = types.flatMap(one =>
    choices
      .filter(({ packageName }) => packageName === one.runtime)
      .map(runtime => chooseTypes(pinOf(single(one.name)), one, runtime)),
  )
  return [...choices, ...typeChoices]
}

async function askRegistry(name: string): Promise<Published> {
  const { packument, isOld } = await readPackument(name)
  if (!isOld) return packument
  throw new LaunchError(
    'start',
    `Cannot ask the npm registry for ${name}: it does not respond, and its earlier response may be old. Check the network and the registry that 'npm config get registry' shows.`,
  )
}

/** Returns the versions that the choices make. */
export function versionsOf(choices: readonly Choice[]): Versions {
  const catalog = Object.fromEntries(choices.map(({ packageName, next }) => [packageName, next]))
  return { nodeVersion: catalog[NODE_PACKAGE] ?? '', catalog }
}
