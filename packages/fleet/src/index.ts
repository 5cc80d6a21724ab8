export { addressOf, VARIABLES } from './address.ts'
export { type Blob, BlobError, blobUse, fetchBlob, sendBlob, setQuota } from './blobs.ts'
export { readConditions } from './conditions.ts'
export { type Database, withDatabase } from './database.ts'
export { FleetError } from './fleet-error.ts'
export { initFleet } from './init.ts'
export { megabytes } from './quota-error.ts'
export { ROLES, TOUCH_SECONDS } from './schema/names.ts'
export {
  cancelRequest,
  type FleetResult,
  type KnownMachine,
  knownMachines,
  type RequestState,
  requestStates,
  resultsOf,
} from './state.ts'
export { addMachines, type FleetRequest, type Growth, submit } from './submit.ts'
export {
  announce,
  type GivenBack,
  giveBack,
  keep,
  type MachineFacts,
  type MachineKey,
  type TakenJob,
  take,
  touch,
} from './work.ts'
