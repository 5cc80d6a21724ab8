import { FEWEST_CPUS } from '../../../packages/stats/src/index.ts'
import { ALLOWANCE, THRESHOLD, type World } from '../../../packages/stats/test/simulated-machines.ts'

/** Cells of one table. */
export interface Scenario {
  readonly name: string
  readonly worlds: readonly (World & { readonly label: string })[]
}

const COUNTS = [2, 3, 5, 8, 20, 50]
const TAUS = [0, 0.005, 0.03]
const SESSION_SDS = [0, 0.003, 0.01]
const NOISY_SDS = [0.003, 0.01]
/** The edge of the null of "faster": a true effect of exactly −β. */
const EDGE = -Math.log1p(ALLOWANCE)
const LARGE = 0.05

/** Every combination of count, τ and session sd; the true mean is 0. */
export const GRID: Scenario = {
  name: 'grid',
  worlds: TAUS.flatMap(tau =>
    SESSION_SDS.flatMap(sessionSd =>
      COUNTS.map(cpus => ({ label: label(tau, sessionSd), cpus, center: 0, tau, sessionSd })),
    ),
  ),
}

/** Worlds that are not normal, each in itself fair to both sides but for the last. */
export const HARD: readonly Scenario[] = [
  scenario('the first cpuId has 2 K machines', [3, 8, 20], cpus => ({
    ...normalWorld(cpus, 0.03, 0.003),
    installationSd: 0.003,
    machinesOf: index => (index === 0 ? 2 * cpus : 1),
  })),
  scenario('two kinds of cpuId, 3 % to either side', [2, 3, 5, 8, 20, 50], cpus => ({
    ...normalWorld(cpus, 0.03, 0.003),
    effect: random => (random.next() < 0.5 ? 0.03 : -0.03),
  })),
  scenario(
    'unequal precision: 10 to 40 launches, their sd 0.3 to 3 %',
    [2, 3, 8, 20, 50],
    cpus => ({ ...normalWorld(cpus, 0.005, 0.003), precisionOf: anyPrecision }),
    cpus => ({ ...normalWorld(cpus, 0, 0.003), precisionOf: anyPrecision }),
  ),
  scenario('one machine in five has four times the session sd', [2, 5, 20, 50], cpus => ({
    ...normalWorld(cpus, 0, 0.003),
    unrulinessOf: index => (index % 5 === 0 ? 4 : 1),
  })),
  scenario('one cpuId in 20 is 10 % away', [3, 8, 20, 50], cpus => ({
    ...normalWorld(cpus, Math.sqrt(0.005 ** 2 + 0.05 * 0.1 ** 2), 0.003),
    effect: random => {
      const place = random.next()
      // A sum of 12 uniform numbers is as good as normal here.
      const near =
        0.005 * (Array.from({ length: 12 }, () => random.next()).reduce((sum, one) => sum + one, 0) - 6)
      return near + (place < 0.025 ? -0.1 : place > 0.975 ? 0.1 : 0)
    },
  })),
  scenario('one machine has two sessions, the others one', [2, 3, 5, 8, 20, 50], cpus => ({
    ...normalWorld(cpus, 0, 0.01),
    sessionsOf: index => (index === 0 ? 2 : 1),
  })),
  scenario('half of the machines that are slower drop out, and nobody knows', [8, 20, 50], cpus => ({
    ...normalWorld(cpus, 0.03, 0.003),
    fateOf: (effect, random) => (effect > 0 && random.next() < 0.5 ? 'lost' : 'kept'),
  })),
  scenario('half of the machines that are slower drop out, and are left out', [8, 20, 50], cpus => ({
    ...normalWorld(cpus, 0.03, 0.003),
    fateOf: (effect, random) => (effect > 0 && random.next() < 0.5 ? 'left out' : 'kept'),
  })),
]

/** CpuIds are added until the interval is narrow enough, up to 50. */
export const STOPPED: readonly Scenario[] = [
  [0.03, 0.003, 0.03],
  [0.03, 0.003, 0.02],
  [0.03, 0.003, 0.015],
  [0.005, 0.003, 0.004],
  [0.005, 0.01, 0.006],
].flatMap(([tau = 0, sessionSd = 0, halfWidth = 0]) =>
  [true, false].map(isWidened =>
    scenario(
      `${label(tau, sessionSd)}, to ${100 * halfWidth} %, ${isWidened ? 'widened' : 'plain'} quantile`,
      [3, FEWEST_CPUS, 10],
      cpus => ({ ...normalWorld(cpus, tau, sessionSd), stop: { halfWidth, isWidened, most: 50 } }),
    ),
  ),
)

/** Where a finding is false by the least: half of the machines, or one, lie exactly on −β. */
export const WORST: readonly Scenario[] = [
  scenario(
    'half of the machines at +5 %, half at −β: "depends" is false',
    COUNTS,
    ...NOISY_SDS.map(sessionSd => (cpus: number) => ({
      ...normalWorld(cpus, 0, sessionSd),
      effect: (_: unknown, index: number) => (index % 2 === 0 ? LARGE : EDGE),
    })),
  ),
  scenario(
    'one machine at −β, all others at −5 %: "same direction" is false',
    COUNTS,
    ...NOISY_SDS.map(sessionSd => (cpus: number) => ({
      ...normalWorld(cpus, 0, sessionSd),
      effect: (_: unknown, index: number) => (index === 0 ? EDGE : -LARGE),
    })),
  ),
  scenario('one machine a hair beyond δ, all others at 0: "same" is false', COUNTS, cpus => ({
    ...normalWorld(cpus, 0, 0),
    effect: (_, index) => (index === 0 ? (1 + 1e-9) * Math.log1p(THRESHOLD) : 0),
    precisionOf: () => ({ launches: 20, launchSd: 0.01 }),
  })),
]

/** What is to be found. */
export const POWER: readonly Scenario[] = [
  ...[0.02, LARGE].map(size =>
    scenario(
      `one machine at +${100 * size} %, all others at −${100 * size} %`,
      COUNTS,
      ...NOISY_SDS.map(sessionSd => (cpus: number) => ({
        ...normalWorld(cpus, 0, sessionSd),
        effect: (_: unknown, index: number) => (index === 0 ? size : -size),
      })),
    ),
  ),
  ...[0.02, LARGE].map(size =>
    scenario(
      `all around −${100 * size} %, τ = 0.5 %`,
      COUNTS,
      ...NOISY_SDS.map(sessionSd => (cpus: number) => ({
        ...normalWorld(cpus, 0.005, sessionSd),
        center: -size,
      })),
    ),
  ),
]

function normalWorld(cpus: number, tau: number, sessionSd: number): World {
  return { cpus, center: 0, tau, sessionSd }
}

function scenario(
  name: string,
  counts: readonly number[],
  ...worlds: readonly ((cpus: number) => World)[]
): Scenario {
  return {
    name,
    worlds: worlds.flatMap(world =>
      counts.map(cpus => {
        const made = world(cpus)
        return { ...made, label: label(made.tau, made.sessionSd) }
      }),
    ),
  }
}

function anyPrecision(random: { next(): number }): { launches: number; launchSd: number } {
  return { launches: 10 + Math.floor(31 * random.next()), launchSd: 0.003 * 10 ** random.next() }
}

function label(tau: number, sessionSd: number): string {
  return `τ ${Number((100 * tau).toFixed(2))} %, sessions ${100 * sessionSd} %`
}
