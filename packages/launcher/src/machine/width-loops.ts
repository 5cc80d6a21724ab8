/** Two loops that load a core unlike. Both return a number that depends on every step. */
export interface WidthLoops {
  /** Each step needs the result of the one before: the core mostly waits. */
  oneByOne(steps: number, first: number, factor: number): number
  /** The sums of a step need little of one another: the core does as many operations at once as it can. */
  sideBySide(steps: number, first: number, factor: number): number
}

/** What is used of WebAssembly: Node's own types have no values of it. */
interface Engine {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => unknown
    readonly Instance: new (module: unknown) => { readonly exports: WidthLoops }
  }
}

/** Local variables of both loops: parameters are 0 to 2, locals begin at 3. */
const STEPS = 0
const FIRST = 1
const FACTOR = 2
const LOCALS = 7

/** Opcodes of WebAssembly 1.0, section 5.4. */
const I32 = 0x7f
const NOTHING = 0x40
const loop = (...body: number[]) => [0x03, NOTHING, ...body, 0x0b]
const branchIf = (depth: number) => [0x0d, depth]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
const ONE = [0x41, 1]
const ADD = 0x6a
const SUBTRACT = 0x6b
const MULTIPLY = 0x6c
const XOR = 0x73

const isStepLeft = [...get(STEPS), ...ONE, SUBTRACT, ...tee(STEPS), ...branchIf(0)]

const ONE_BY_ONE = [
  ...loop(...get(FIRST), ...get(FACTOR), MULTIPLY, ...get(STEPS), ADD, ...set(FIRST), ...isStepLeft),
  ...get(FIRST),
]

/** Each local gets the sum, or the exclusive or, of itself and the number of the step. */
const SIDE_BY_SIDE = [
  ...loop(
    ...locals().flatMap((local, index) => [
      ...[...get(local), ...get(STEPS)],
      ...[index % 2 === 0 ? ADD : XOR, ...set(local)],
    ]),
    ...isStepLeft,
  ),
  ...get(FIRST),
  ...locals().flatMap(local => [...get(local), ADD]),
]

function locals(): number[] {
  return Array.from({ length: LOCALS }, (_, index) => index + 3)
}

/** WebAssembly, since an engine compiles it alike whatever ran before: loops in JavaScript differed by half from call to call. */
export function widthLoops(): WidthLoops {
  const type = [0x60, ...counted([[I32], [I32], [I32]]), ...counted([[I32]])]
  const body = (code: number[]) => sized([1, LOCALS, I32, ...code, 0x0b])
  const exported = (name: string, index: number) => [...sized([...Buffer.from(name)]), 0, index]
  const bytes = [
    ...[...Buffer.from('\0asm'), 1, 0, 0, 0],
    ...section(1, [type]),
    ...section(3, [[0], [0]]),
    ...section(7, [exported('oneByOne', 0), exported('sideBySide', 1)]),
    ...section(10, [body(ONE_BY_ONE), body(SIDE_BY_SIDE)]),
  ]
  const { Instance, Module } = (globalThis as unknown as Engine).WebAssembly
  return new Instance(new Module(Uint8Array.from(bytes))).exports
}

function section(id: number, entries: readonly number[][]): number[] {
  return [id, ...sized(counted(entries))]
}

function counted(entries: readonly number[][]): number[] {
  return [entries.length, ...entries.flat()]
}

/** In LEB128, of two bytes at most. */
function sized(bytes: readonly number[]): number[] {
  const size = bytes.length
  return size < 0x80 ? [size, ...bytes] : [(size & 0x7f) | 0x80, size >> 7, ...bytes]
}
