import type { LoadFaultKind } from '../checks/load-fault.ts'
import type { LoadAnswer } from '../checks/probe.ts'
import type { LoadTurn, LoadTurnOptions } from '../turn/load-turn.ts'

/** The descriptor on which the load process is spoken to, one JSON object a line. */
export const CHANNEL = 3

export type LoadCommand =
  | { readonly type: 'look'; readonly url: string; readonly timeoutMs: number }
  | { readonly type: 'turn'; readonly options: LoadTurnOptions; readonly timeoutMs: number }

export type LoadReply =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly answer: LoadAnswer }
  | { readonly type: 'turn'; readonly turn: LoadTurn }
  | { readonly type: 'fault'; readonly kind: LoadFaultKind | 'generator'; readonly message: string }
