import {
  COMMON_KEYS,
  check,
  checkCaseIds,
  checkKeys,
  checkParams,
  type Definition,
  type Keys,
  kindOf,
} from './definition.ts'
import type { Chosen, Params } from './params.ts'

/** How an app that was prepared is started on one runtime; paths are relative to its folder. */
export type PreparedStart =
  /** An ES module whose default export has `fetch`, on the runtime's own server. */
  | { readonly module: string }
  /**
   * A script that listens by itself. In its words and in the environment of the app `{port}` stands for the port of
   * 127.0.0.1 that it must listen on. workerd has no scripts.
   */
  | { readonly script: string; readonly args?: readonly string[] }

/** Which process of a pool gets a request: always the first, all in turn, or all once the first works hard. */
export const POOL_POLICIES = ['one-warm', 'spread', 'spread-when-busy'] as const

/** Processes of an app behind a router. */
export interface ServerPool {
  readonly processes: number
  readonly policy: (typeof POOL_POLICIES)[number]
  /** How long requests and responses are on their way between client and router, each: a client far away. Default 0. */
  readonly delayMs?: number
  /** How much the link from the router to the client carries: a slow network. Default any amount. */
  readonly mbitPerSecond?: number
}

export type ServerApp<P extends Params = Params> = {
  /** Several processes of it in place of one, with a router in front of them. */
  readonly pool?: ServerPool
  /** Lets it run on every core; by default all servers share one. */
  readonly cores?: 'all'
  /** Environment variables it is started with, where the target does not say otherwise. */
  readonly environment?: Readonly<Record<string, string>>
} & (
  | {
      /**
       * Relative path of a module that is bundled for all runtimes alike. Its default export is an object with
       * `fetch(request)`, or a function of the parameters that returns one.
       */
      readonly module: string
    }
  | {
      /**
       * Relative path of a script that listens by itself, bundled as a module is. In the environment of the app `{port}`
       * stands for the port of 127.0.0.1 that it must listen on. workerd has no scripts.
       */
      readonly script: string
    }
  | {
      /**
       * Returns the text of the app's module, JavaScript that exports an object with `fetch(request)` by default and may
       * import modules by paths relative to the suite file. Asked on Node before anything is timed, bundled as a file is.
       */
      source(params: Chosen<P>): string
    }
  | {
      /** Name of a folder in the suite's `apps`, from which `bench prepare` makes the app. */
      readonly prepared: string
      /** How it is started, by the name of a runtime. Where it cannot run is declared as `unsupported`. */
      readonly start: Readonly<Record<string, PreparedStart>>
    }
)

/** The expected response; its status is 200. */
export interface RightAnswer {
  /** The whole body, as text. */
  readonly body?: string
  /** A text that the body must hold. */
  readonly contains?: string
  /**
   * Whose bodies must be equal, byte for byte: those of all cases in all targets (default), those of one case in all
   * targets, those of one server before and during load, or none.
   */
  readonly equal?: 'all' | 'case' | 'server' | 'none'
}

/** A background load: requests of another kind, sent during a part of every turn of an open load. */
export interface ServerBeside {
  /** A parameter `requests` with this value times these requests; any other value times the load's. */
  readonly name: string
  /** The name of the load's own requests. */
  readonly loadName: string
  readonly path: string
  /** The expected body, as text. */
  readonly body: string
  readonly ratePerSecond: number
  /** When they begin in a turn, and how long they last. */
  readonly fromMs: number
  readonly durationMs: number
  /** The length of a turn: what is sent must not depend on the time of a run. */
  readonly turnMs: number
}

/**
 * One question about servers, and the apps that answer it. A parameter `load` chooses the load: `heavy`, `moderate`,
 * `sequential`, `open-<requests a second>` or `busy-<percent>`.
 */
export interface ServerSuite<P extends Params> extends Definition<P> {
  /** The apps, by kebab-case id; a text is the path of a module. */
  readonly cases: Readonly<Record<string, string | ServerApp<P>>>
  /**
   * What is measured: requests under load (default), or starts. A start is timed to the responses of a first and a second
   * request. Starts have no parameter `load`; one named `minify` says whether bundles are minified.
   */
  readonly measure?: 'load' | 'start'
  /** The path of each request, default `/`; `{name}` stands for the value of a parameter. */
  readonly path?: string
  readonly answer?: RightAnswer
  readonly beside?: ServerBeside
  /**
   * Relative path of a module whose default export is a listener of `node:http`. A Node process of its own serves it to each
   * server, on the core of the load. Its address is the environment variable `UPSTREAM`. Starts have none.
   */
  readonly upstream?: string
}

export type DefinedServerSuite = ServerSuite<Params> & { readonly kind: 'server' }

const KEYS = {
  ...COMMON_KEYS,
  ...{ path: 'string', answer: 'object', measure: 'string', beside: 'object', upstream: 'string' },
} as const satisfies Keys<keyof ServerSuite<Params>>

/** One of them says where an app comes from. */
const APP_KEYS = ['module', 'script', 'source', 'prepared'] as const
const MORE_APP_KEYS = ['start', 'environment', 'pool', 'cores']

const LOAD = /^(?:heavy|moderate|sequential|open-[1-9]\d*|busy-[1-9]\d)$/

/**
 * Checks a server suite and returns it.
 *
 * @throws TypeError naming the key that is unknown, missing or of the wrong kind.
 */
export function serverSuite<const P extends Params>(definition: ServerSuite<P>): DefinedServerSuite {
  checkKeys(definition, KEYS)
  checkCaseIds(definition)
  const { cases, path = '/', measure = 'load' } = definition
  const params: Params = definition.params ?? {}
  const isStart = measure === 'start'
  check(isStart || measure === 'load', `'measure' is '${measure}'. Make it 'load' or 'start'.`)
  for (const [id, app] of Object.entries(cases)) checkApp(id, app, isStart)
  checkParams(params)
  check(!isStart || params.load === undefined, "starts have no load. Leave the parameter 'load' out.")
  const unknown = params.load?.find(value => !LOAD.test(String(value)))
  const loads = 'Loads: heavy, moderate, sequential, open-<requests a second>, busy-<percent>.'
  check(unknown === undefined, `there is no load '${unknown}'. ${loads}`)
  checkNames(`'answer'`, definition.answer ?? {}, ['body', 'contains', 'equal'])
  check(path.startsWith('/'), `the path '${path}' does not begin with /.`)
  const isOpen = params.load?.every(load => /^(?:open|busy)-/.test(String(load))) ?? false
  const needed = "'beside' needs an open load. Add params: { load: ['open-100'] }."
  check(definition.beside === undefined || isOpen, needed)
  return { ...definition, kind: 'server' }
}

function checkApp(id: string, app: string | ServerApp, isStart: boolean): void {
  if (typeof app === 'string') return
  const isApp = typeof app === 'object' && app !== null && APP_KEYS.some(key => key in app)
  const how = 'Make it the path of a module, { module }, { script }, { source } or { prepared, start }.'
  check(isApp, `case '${id}' is ${kindOf(app)}. ${how}`)
  checkNames(`case '${id}'`, app, [...APP_KEYS, ...MORE_APP_KEYS])
  const others = isStart ? ['prepared', 'script', 'pool', 'cores'] : ['source']
  const ofOther = others.find(key => key in app)
  const what = `a suite that measures ${isStart ? 'starts' : 'load'} has not. Make it { module }.`
  check(ofOther === undefined, `case '${id}' has '${ofOther}', which ${what}`)
  const { cores, pool } = app
  check(cores === undefined || cores === 'all', `'cores' of '${id}' is ${cores}. Make it 'all'.`)
  if (pool !== undefined) checkPool(id, pool)
}

function checkNames(what: string, value: object, known: readonly string[]): void {
  const unknown = Object.keys(value).find(key => !known.includes(key))
  check(unknown === undefined, `${what} has the unknown key '${unknown}'. Known keys: ${known.join(', ')}.`)
}

function checkPool(id: string, pool: ServerPool): void {
  check(pool !== null, `the pool of '${id}' is null. Make it { processes, policy }, or leave it out.`)
  const { processes, policy, delayMs = 0, mbitPerSecond } = pool
  const isCount = Number.isInteger(processes) && processes > 0
  check(isCount, `the pool of '${id}' has no whole number of processes.`)
  check(delayMs >= 0, `the pool of '${id}' has a delay of ${delayMs} ms. Give 0 or more.`)
  const isLink = mbitPerSecond === undefined || mbitPerSecond > 0
  check(isLink, `the pool of '${id}' has a link of ${mbitPerSecond} Mbit/s. Give more than 0.`)
  const known = `Policies: ${POOL_POLICIES.join(', ')}.`
  check(POOL_POLICIES.includes(policy), `there is no policy '${policy}'. ${known}`)
}
