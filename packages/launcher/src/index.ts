export type { CodeEvent, Collection, EngineEvent, HeapTrace, Runner } from '@steelyard/runners'
export { allowedCores, canPin, moveProcess, pinPrefix } from './affinity.ts'
export { cleanEnvironment } from './binary-facts.ts'
export { type BinaryHere, binaryHere } from './binary-here.ts'
export { buildFactsOf } from './build-facts.ts'
export {
  bundleApp,
  bundleAppText,
  bundleEntry,
  bundleStandalone,
  bundleSuite,
  type SuiteBundle,
} from './bundle.ts'
export { type BundleSizes, bundleSizes } from './bundle-sizes.ts'
export { cacheFolder, writableCacheFolder } from './cache-folder.ts'
export { type Child, killAll, startChild } from './child.ts'
export { isExactVersion } from './choose-version.ts'
export { type MachineFacts, machineFacts, stolenShareSince } from './environment.ts'
export { cachedFlags } from './flag-cache.ts'
export { isKnownFlag, knownFlags } from './known-flags.ts'
export {
  type ContenderProcess,
  type Exchange,
  exitError,
  type LaunchOptions,
  type LaunchTrace,
  LIMITS,
  type Limits,
  launch,
} from './launch.ts'
export { LaunchError, type LaunchFailure } from './launch-error.ts'
export { type PinnedBuild, pinnedBuild } from './pinned-build.ts'
export { openConnection, type PlainAnswer, type PlainConnection } from './plain-connection.ts'
export { type PrepareEvents, prepareApp } from './prepare-app.ts'
export {
  appFolder,
  findPrepared,
  type PreparedApp,
  type PreparedFacts,
  preparableApps,
  prunePrepared,
} from './prepared-app.ts'
export { type PublishedOptions, type PublishedVersion, publishedVersions } from './published-versions.ts'
export { readReply } from './replies.ts'
export { type ResolveEvents, SILENT } from './resolve-events.ts'
export { resolveTarget, type Target, targetId } from './resolve-target.ts'
export { type RunToEndOptions, runToEnd } from './run-to-end.ts'
export {
  type InstalledRuntime,
  listInstalled,
  removeInstalled,
  removePartialRuntimes,
} from './runtime-cache.ts'
export type { MainThreadTimes, SchedulingCounts, SchedulingReader } from './scheduling.ts'
export { type ServerApp, type ServerOptions, type ServerProcess, startServer } from './server-process.ts'
export { withRemedy } from './shortage.ts'
export { parseTarget, splitWords, type TargetSpec } from './target.ts'
export { userFolder } from './user-folder.ts'
