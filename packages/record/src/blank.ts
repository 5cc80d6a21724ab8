import type {
  ComparisonRecord,
  EnvironmentRecord,
  ResultRecord,
  RunRecord,
  SuiteRecord,
  TargetRecord,
} from './record-types.ts'

/** Every field has to be there; these are the ones that a record is often without. */

export const BLANK_RECORD = {
  doctor: null,
  compared: null,
  attributions: [],
  profiles: [],
  causes: [],
  rerunOf: null,
  timers: [],
  agreements: [],
  foreign: null,
  fleet: null,
} satisfies Partial<RunRecord>

/** A machine of which only its cores are known. */
export const BLANK_ENVIRONMENT = {
  cpu: null,
  cpuId: null,
  cpuCodename: null,
  cpuFlags: null,
  microcode: null,
  caches: null,
  threadsPerCore: null,
  hypervisor: null,
  pageBytes: null,
  transparentHugePages: null,
  cLibrary: null,
  installationId: null,
  warnings: [],
} satisfies Partial<EnvironmentRecord>

export const BLANK_SUITE = {
  codeSha256: null,
  code: null,
  descriptions: {},
  adopted: null,
} satisfies Partial<SuiteRecord>

export const BLANK_TARGET = { build: null, warnings: [] } satisfies Partial<TargetRecord>

/** A contender without a single launch. */
export const BLANK_RESULT = {
  control: false,
  windowNs: null,
  error: null,
  launches: [],
  timings: [],
  foreign: null,
  warnings: [],
  contendedShare: null,
  lostLaunches: [],
  events: null,
  asynchronous: null,
  lateChange: null,
  memory: null,
  usage: null,
  allocations: null,
  tiers: null,
  calls: null,
  server: null,
  start: null,
} satisfies Partial<ResultRecord>

/** A ratio with nothing but its interval. */
export const BLANK_COMPARISON = {
  medianRatio: null,
  through: null,
  uncontendedRatio: null,
  withoutStalls: null,
  sharing: null,
  otherClockRatio: null,
  pValue: null,
  adjustedPValue: null,
  biasKind: null,
  look: null,
  lookPlan: null,
  looks: [],
  stop: null,
  inTail: false,
  warnings: [],
  control: null,
  asTimed: null,
} satisfies Partial<ComparisonRecord>
