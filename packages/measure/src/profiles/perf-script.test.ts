import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import { nativeClass, nativeName } from './native-name.ts'
import { readPerfScript } from './perf-script.ts'
import { placesOf } from './places.ts'

const HARNESS = new URL('../../../harness/src/', import.meta.url).pathname

// Map of the bundle: line 1 is the suite's, line 2 the loop of the harness.
const MAP = JSON.stringify({
  version: 3,
  sources: ['mine.bench.ts', `${HARNESS}contender/loop.ts`],
  names: [],
  mappings: 'AASA;ACTA',
})
const SCRIPTS = { bundles: ['abc.mjs'], map: new SourceMap(JSON.parse(MAP)), others: [] }
const SELECTION = {
  thread: 77,
  intervalUs: 200,
  batches: [
    { startNs: 10e9, endNs: 11e9 },
    { startNs: 12e9, endNs: 13e9 },
  ],
}
const OWN = 'JS:*revive file:///tmp/x/abc.mjs:1:1'
const LOOP = 'JS:o*loop file:///tmp/x/abc.mjs:2:1'

/** What perf prints of one sample; symbols innermost first, those of the kernel with a star. */
function sample(seconds: number, symbols: readonly string[], thread = 77): string {
  const lines = symbols.map(symbol =>
    symbol.startsWith('*') ? `\tffffffff815d4c20 ${symbol.slice(1)}` : `\t          dea502 ${symbol}`,
  )
  return `   ${thread} ${seconds.toFixed(9)}: \n${lines.join('\n')}\n\n`
}

function stacks(...samples: readonly string[]): string[] {
  return readPerfScript(samples.join(''), SELECTION).map(({ frame }) => {
    const names: string[] = []
    for (let at: typeof frame | null = frame; at !== null; at = at.caller) {
      names.unshift(
        `${at.name}${at.url === '' ? '' : `@${at.line}:${at.column}`}${at.kind ? ` ${at.kind}` : ''}`,
      )
    }
    return names.join(' > ')
  })
}

test('only samples of the thread that runs the case, within timed batches, count', () => {
  const text = [
    sample(9.999999999, [OWN]),
    sample(10, [OWN]),
    sample(10.5, [OWN], 78),
    sample(11, [OWN]),
    sample(12.5, [OWN]),
  ]
  const samples = readPerfScript(text.join(''), SELECTION)
  assert.deepEqual(
    samples.map(({ weight }) => weight),
    [200, 200],
  )
  assert.equal(samples[0]?.frame, samples[1]?.frame, 'one stack is one frame')
})

test('functions have the names and places that the map of the engine gives, natives their own without arguments', () => {
  const native = 'v8::internal::JsonParser<unsigned char>::ParseJsonValue'
  assert.deepEqual(stacks(sample(10, [native, 'Builtins_JsonParse', OWN, LOOP])), [
    'loop@1:0 > revive@0:0 > JsonParse builtin > v8::internal::JsonParser::ParseJsonValue native',
  ])
  const tiers = ['~', '^', '+', '*', 'o*', "+'", 'o+'].map(tier => `JS:${tier}get other node:fs:7:9`)
  assert.deepEqual(
    stacks(...tiers.map(symbol => sample(10, [symbol]))),
    tiers.map(() => 'get other@6:8'),
  )
  assert.deepEqual(stacks(sample(10, ['JS:~ file:///a.mjs:1:2'])), ['@0:1'])
  assert.deepEqual(stacks(sample(10, ['[unknown]'])), ['(no symbol) engine'])
})

test('collector, compiler and kernel are one frame each, whatever they call', () => {
  const heap = 'v8::internal::Heap::CollectGarbage'
  const inside = 'v8::internal::Scavenger::Process'
  assert.deepEqual(
    stacks(
      sample(10, ['__memmove', inside, heap, 'v8::internal::Factory::NewStruct', OWN]),
      sample(10, ['v8::internal::maglev::MaglevGraphBuilder::Build', 'v8::internal::Compiler::Compile', OWN]),
      sample(10, [inside, heap, 'v8::internal::Compiler::Compile', OWN]),
      sample(10, ['*mod_lruvec_state', '*exc_page_fault', '*asm_exc_page_fault', 'malloc', OWN]),
      sample(10, ['*do_syscall_64', '*entry_SYSCALL_64', 'munmap', inside, OWN]),
      sample(10, ['*handle_softirqs', OWN]),
    ),
    [
      'revive@0:0 > v8::internal::Factory::NewStruct native > (garbage collector) collector',
      'revive@0:0 > (compiler) compiler',
      'revive@0:0 > (compiler) compiler',
      'revive@0:0 > malloc native > (page fault) kernel',
      'revive@0:0 > (garbage collector) collector',
      'revive@0:0 > (kernel) kernel',
    ],
  )
})

test('native functions are attributed to the function of the suite that called them, or to the case', () => {
  const parse = 'v8::internal::JsonParser<unsigned char>::ParseJsonValue'
  const samples = readPerfScript(
    [
      sample(10, [parse, 'Builtins_JsonParse', OWN, LOOP]),
      sample(10, [parse, 'Builtins_JsonParse', LOOP]),
      sample(10, ['v8::internal::Heap::CollectGarbage', OWN, LOOP]),
      sample(10, [OWN, LOOP]),
    ].join(''),
    SELECTION,
  )
  const own = { functionName: 'revive', source: 'mine.bench.ts:10' }
  const callee = 'v8::internal::JsonParser'
  assert.deepEqual(placesOf(samples, 'my-case', SCRIPTS), [
    { ...own, callee, kind: 'native', share: 0.25 },
    { functionName: 'my-case', source: null, callee, kind: 'native', share: 0.25 },
    { ...own, callee: '(garbage collector)', kind: 'collector', share: 0.25 },
    { ...own, callee: null, kind: 'suite', share: 0.25 },
  ])
})

const NAMES = {
  'v8::internal::(anonymous namespace)::ElementsAccessorBase<v8::internal::(anonymous namespace)::Fast, E<(K)2> >::Get':
    'v8::internal::ElementsAccessorBase::Get',
  'kj::Function<void (workerd::Worker::Lock&)>::Impl<X(int)::$_0>::operator()':
    'kj::Function::Impl::operator()',
  'std::operator<< <char>': 'std::operator<<',
  'a::B::operator->': 'a::B::operator->',
  'v8::internal::SaveContext::~SaveContext': 'v8::internal::SaveContext::~SaveContext',
  'f(int) const::{lambda(workerd::jsg::Lock&)#1}::operator()': 'f::{lambda}::operator()',
  _ZN2v88internal10FixedArray16RightTrimOrEmptyINS0_6HandleEQsr3stdE16is_convertible_vIT_IS1_EEEEvj:
    'v8::internal::FixedArray::RightTrimOrEmpty',
  _ZN2v88internal11PropertyKeyC2INS0_6ObjectEQsr3stdEEEPNS0_7IsolateES7_:
    'v8::internal::PropertyKey::PropertyKey',
  _ZNK7workerd3jsg10JsFunction4callITpTkNS0_9IsJsValueEJEEEv: 'workerd::jsg::JsFunction::call',
  __memmove_avx512_unaligned_erms: '__memmove_avx512_unaligned_erms',
  _Zsomething: '_Zsomething',
}

for (const [symbol, name] of Object.entries(NAMES)) {
  test(`${symbol} is called ${name}`, () => assert.equal(nativeName(symbol), name))
}

test('functions of one class are one place, and those of none stand for themselves', () => {
  assert.equal(nativeClass('v8::internal::JsonParser::ParseJsonValue'), 'v8::internal::JsonParser')
  assert.equal(nativeClass('v8::internal::SaveContext::~SaveContext'), 'v8::internal::SaveContext')
  for (const name of ['v8::internal::Invoke', '__memmove_avx', 'std::operator<<', 'node::fs::Read']) {
    assert.equal(nativeClass(name), name)
  }
})
