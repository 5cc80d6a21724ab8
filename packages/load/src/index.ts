export type { LoadFault, LoadFaultKind } from './load-fault.ts'
export type { LoadProcess, StartLoadOptions } from './load-process.ts'
export type { ExpectedResponse, LoadTurn, LoadTurnOptions } from './load-turn.ts'
export type { LoadProfile } from './profile.ts'
