export { openConnection, type PlainResponse } from './apps/plain-connection.ts'
export { type PrepareEvents, prepareApp } from './apps/prepare-app.ts'
export { readInputs } from './apps/prepare-inputs.ts'
export {
  appFolder,
  findPrepared,
  type PreparedApp,
  preparableApps,
} from './apps/prepared-app.ts'
export { type ServerApp, type ServerOptions, type ServerProcess, startServer } from './apps/server-process.ts'
export {
  bundleApp,
  bundleAppText,
  bundleEntry,
  bundleFor,
  bundleStandalone,
  bundleSuite,
  type SuiteBundle,
} from './bundle/bundle.ts'
export { type AdoptedFile, bundleAdopted, bundleAdoptedStandalone } from './bundle/bundle-adopted.ts'
export { bundleExpressions, type Expressions } from './bundle/bundle-expressions.ts'
export { bundleSizes } from './bundle/bundle-sizes.ts'
export { codeSha256 } from './bundle/code-hash.ts'
export { isOwnSource, thrownAt } from './bundle/source-map.ts'
export { suiteInputs } from './bundle/suite-inputs.ts'
export { removeEntry, removePartial } from './cache/cache-entry.ts'
export { cacheFolder } from './cache/cache-folder.ts'
export { fileSha256 } from './cache/file-sha256.ts'
export { type InstalledRuntime, listInstalled, runtimesHome } from './cache/runtime-cache.ts'
export { sentBuild } from './cache/sent-builds.ts'
export { userFolder } from './cache/user-folder.ts'
export { allowedCores, canPin, moveProcess } from './machine/affinity.ts'
export { type MachineFacts, machineFacts, stolenShareSince } from './machine/environment.ts'
export { installationId, resetInstallationId } from './machine/installation-id.ts'
export { resourcesOf } from './machine/resource-counts.ts'
export { difference, type Scheduling, type SchedulingCounts } from './machine/scheduling.ts'
export { settledCpuNs } from './machine/settled-cpu.ts'
export { widthRatioOf } from './machine/width-ratio.ts'
export { watchBusyCore } from './meter/busy-core.ts'
export { type CoreMeter, type MeterReadings, openCoreMeter } from './meter/core-meter.ts'
export { readReply } from './process/channel/replies.ts'
export { type Child, endWithin, killAll, killingFrom, signalGroup, startChild } from './process/child.ts'
export { cleanEnvironment } from './process/clean-environment.ts'
export { confinementFault } from './process/confinement.ts'
export { hostMark, removeLeftovers } from './process/descendants.ts'
export { startGuard } from './process/guard.ts'
export { isAlive } from './process/is-alive.ts'
export { type ContenderProcess, launch } from './process/launch.ts'
export { BinaryError, LaunchError, type LaunchFailure, type Loss } from './process/launch-error.ts'
export type { LaunchOptions, LaunchTrace } from './process/launch-options.ts'
export { LIMITS, type Limits } from './process/limits/limits.ts'
export { portOf, type ScriptOptions, startScript } from './process/own-script.ts'
export { findPerf, PerfError, type PerfRecording, recordByPerf } from './process/profilers/perf.ts'
export { runToEnd } from './process/run-to-end.ts'
export { openReferee, type Referee, TurnLost } from './referee/referee.ts'
export type { TurnReading } from './referee/turns.ts'
export { buildFactsOf, type FlagValues, flagValuesOf, isKnownFlag, knownFlags } from './targets/ask-binary.ts'
export { isExactVersion, nodeReleaseDate } from './targets/choose-version.ts'
export { elfFactsOf, symbolsIn } from './targets/elf-facts.ts'
export { exactVersion, isPackaged } from './targets/find-version.ts'
export { pinnedIfAny } from './targets/pinned-build.ts'
export { type PublishedVersion, publishedVersions } from './targets/published-versions.ts'
export { type ResolveEvents, SILENT } from './targets/resolve-events.ts'
export { resolveTarget, type Target, targetId } from './targets/resolve-target.ts'
export { type SendableBuild, sendableBuild } from './targets/sendable-build.ts'
export { parseTarget, type TargetSpec } from './targets/target.ts'
