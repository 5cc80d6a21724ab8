import type { LoadFaultKind } from '../checks/load-fault.ts'
import type { LoadResponse } from '../checks/probe.ts'
import type { LoadTurn, LoadTurnOptions } from '../turn/load-turn.ts'

export type LoadCommand =
  | { readonly type: 'probe'; readonly url: string; readonly timeoutMs: number }
  | { readonly type: 'turn'; readonly options: LoadTurnOptions; readonly timeoutMs: number }

export type LoadReply =
  | { readonly type: 'ready' }
  | { readonly type: 'response'; readonly response: LoadResponse }
  | { readonly type: 'turn'; readonly turn: LoadTurn }
  | { readonly type: 'fault'; readonly kind: LoadFaultKind | 'generator'; readonly message: string }
