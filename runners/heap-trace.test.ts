import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Collection, jscHeapTrace, v8HeapTrace } from './heap-trace.ts'

// As the runtimes printed them; of the one from Node 18 a part.
const NODE =
  '[10072:0x10136000:0]       40 ms: GC: {"pause":1.986,"mutator":34.932,"gc":"s","reduce_memory":false,"time_to_safepoint":0,"stack":true,"reason":"allocation failure","collector_reason":"","start_object_size":5102680,"end_object_size":4770592,"start_memory_size":6164480,"end_memory_size":6950912,"start_holes_size":1057336,"end_holes_size":1057336,"pool_local_chunks":0,"pool_shared_chunks":0,"pool_total_chunks":0,"new_space_capacity":1048576,"old_gen_allocation_limit":357819727,"global_allocation_limit":715639455,"allocation_throughput":31412.8,"new_space_allocation_throughput":6454.78,"new_space_survive_rate":66.6491,"allocated":5102680,"promoted":0,"new_space_survived":698824,"nodes_died_in_new":0,"nodes_copied_in_new":5,"nodes_promoted":0,"promotion_ratio":0,"average_survival_ratio":66.6491,"promotion_rate":0,"during_sweeping":false,"heap.prologue":0,"heap.epilogue":0.002,"heap.external.prologue":0,"heap.external.epilogue":0,"heap.external_weak_global_handles":0,"complete.sweep_array_buffers":0,"scavenge":1.935,"scavenge.free_remembered_set":0.002,"scavenge.roots":0.167,"scavenge.weak":0,"scavenge.weak_global_handles.identify":0.001,"scavenge.weak_global_handles.process":0.002,"scavenge.parallel":1.297,"scavenge.pin_objects_conservative":0,"scavenge.pin_objects_precise":0,"scavenge.restore_pinned":0.002,"scavenge.sweep_array_buffers":0.045,"scavenge.resize_new_space":0.001,"background.scavenge.parallel":0,"incremental.steps_count":0,"incremental.steps_took":0,"scavenge_throughput":351875,"quarantined_size":0,"quarantined_pages":0}'
const DENO =
  '[10079:0x5573639ce000:0]       38 ms: GC: {"pause":3.485,"mutator":28.729,"gc":"s","reduce_memory":false,"time_to_safepoint":0,"stack":true,"reason":"allocation failure","collector_reason":"","start_object_size":3376752,"end_object_size":3147440,"start_memory_size":4456448,"end_memory_size":5505024,"start_holes_size":1079408,"end_holes_size":1079408,"pool_local_chunks":0,"pool_shared_chunks":0,"pool_total_chunks":0,"new_space_capacity":1048576,"new_space_size":819200,"old_gen_allocation_limit":394538512,"global_allocation_limit":789077025,"allocation_throughput":21222.7,"new_space_allocation_throughput":6589.84,"new_space_survive_rate":73.4885,"allocated":3376752,"promoted":0,"new_space_survived":770536,"nodes_died_in_new":0,"nodes_copied_in_new":4,"nodes_promoted":0,"promotion_ratio":0,"average_survival_ratio":73.4885,"promotion_rate":0,"during_sweeping":false,"heap.prologue":0,"heap.epilogue":0.002,"heap.external.prologue":0,"heap.external.epilogue":0,"heap.external_weak_global_handles":0,"complete.sweep_array_buffers":0,"scavenge":3.437,"scavenge.free_remembered_set":0,"scavenge.roots":0.093,"scavenge.weak":0,"scavenge.weak_global_handles.identify":0,"scavenge.weak_global_handles.process":0.001,"scavenge.parallel":1.488,"scavenge.pin_objects_conservative":0,"scavenge.pin_objects_precise":0,"scavenge.restore_pinned":0,"scavenge.sweep_array_buffers":0.002,"scavenge.resize_new_space":0.001,"background.scavenge.parallel":3.243,"incremental.steps_count":0,"incremental.steps_took":0,"scavenge_throughput":221101,"quarantined_size":0,"quarantined_pages":0}'
const WORKERD =
  '[19835:0x1274bfd4c000:0]     1030 ms: GC: {"pause":3.117,"mutator":1025.09,"gc":"mc","reduce_memory":false,"time_to_safepoint":0,"stack":true,"reason":"testing","collector_reason":"GC in old space requested","start_object_size":1028064,"end_object_size":677796,"start_memory_size":2097152,"end_memory_size":2097152,"start_holes_size":986816,"end_holes_size":95160,"start_old_gen_consumed_size":585928,"end_old_gen_consumed_size":677796,"start_global_consumed_size":972844,"end_global_consumed_size":679312,"pool_local_chunks":0,"pool_shared_chunks":0,"pool_total_chunks":0,"new_space_capacity":1048576,"new_space_size":0,"old_gen_allocation_limit":33554432,"global_allocation_limit":67108864,"allocation_throughput":1002.08,"new_space_allocation_throughput":430.967,"new_space_survive_rate":0,"allocated":1028064,"promoted":166944,"new_space_survived":0,"nodes_died_in_new":41,"nodes_copied_in_new":0,"nodes_promoted":0,"promotion_ratio":37.7578,"average_survival_ratio":37.7578,"promotion_rate":0,"heap.prologue":0,"heap.embedder_tracing_epilogue":0.007,"heap.epilogue":0.002,"heap.external.prologue":0,"heap.external.epilogue":0,"heap.external.weak_global_handles":0,"clear":0.201,"clear.external_string_table":0.001,"clear.string_forwarding_table":0,"clear.weak_global_handles":0.002,"clear.dependent_code":0,"clear.maps":0.006,"clear.slots_buffer":0,"clear.weak_collections":0.001,"clear.weak_lists":0.001,"clear.weak_references_trivial":0.006,"clear.weak_references_non_trivial":0.004,"clear.js_weak_references":0.001,"clear.join_filter_job":0,"clear.join_job":0.172,"weakness_handling":0,"complete.sweep_array_buffers":0,"complete.sweeping":0,"epilogue":0,"evacuate":0.859,"evacuate.pin_pages":0,"evacuate.candidates":0,"evacuate.clean_up":0,"evacuate.copy":0.606,"evacuate.prologue":0.002,"evacuate.epilogue":0,"evacuate.rebalance":0.001,"evacuate.update_pointers":0.25,"evacuate.update_pointers.to_new_roots":0.101,"evacuate.update_pointers.slots.main":0.122,"evacuate.update_pointers.weak":0,"finish":0.014,"finish.sweep_array_buffers":0.002,"mark":1.893,"mark.finish_incremental":0,"mark.roots":0.032,"mark.full_closure_parallel":1.721,"mark.full_closure":0,"mark.ephemeron.marking":1.691,"mark.ephemeron.linear":0,"mark.embedder_prologue":0.009,"mark.embedder_tracing":0.025,"mark.js_global_proxies":1,"prologue":0.003,"sweep":0.015,"sweep.code":0.001,"sweep.map":0,"sweep.new":0,"sweep.new_lo":0,"sweep.old":0.004,"sweep.start_jobs":0.002,"is_incremental":false,"incremental":0,"incremental.finalize.external.prologue":0,"incremental.finalize.external.epilogue":0,"incremental.layout_change":0,"incremental.sweep_array_buffers":0,"incremental.sweeping":0,"incremental.embedder_tracing":0,"incremental_wrapper_tracing_longest_step":0,"incremental_longest_step":0,"incremental_steps_count":0,"incremental_marking_throughput":131072,"incremental_walltime_duration":0,"background.mark":0,"background.sweep":0,"background.evacuate.copy":0,"background.evacuate.update_pointers":0,"conservative_stack_scanning":0.001,"compaction_speed":288997}'
const NODE_18 =
  '[12270:0x356399c0]       33 ms: pause=0.7 mutator=30.7 gc=s reduce_memory=0 time_to_safepoint=0.00 heap.prologue=0.00 heap.epilogue=0.00 scavenge=0.55 background.scavenge.parallel=0.28 incremental.steps_count=0 incremental.steps_took=0.0 scavenge_throughput=1544982 total_size_before=5736808 total_size_after=4976496 holes_size_before=120 holes_size_after=120 allocated=5736808 promoted=0 semi_space_copied=215616'
const BUN = [
  'Requesting GC because bytes allocated this cycle: 8404201 exceed bytes allowed: 8388608 normal bytes: 8404201 oversized bytes: 0 last oversized: 0',
  '[GC<0x5384b59c118>: START M 8928kb => EdenCollection, a=0kb hf=0.000 mu=0.600 v=0kb (C:0 M:0 P1:0) o=0 b=0 i#1:N<CsMsrShDMsm(0)SrbBcs> 452+0 p=1.156286ms (max 1.156286)...]',
  '[GC<0x5384b59c118>: M a=370kb hf=0.113 mu=0.532 v=1268kb (C:1226 M:0 P1:42) o=1 b=2 i#2:N<WsOJw>Pbc 0+2 v=1268kb (C:1226 M:0 P1:42) o=1 b=2 i#3:P<JwWsOMsrShCs>Pbc 0+2 v=1290kb (C:1226 M:0 P1:64) o=1 b=2 i#4:P<CsMsm(2)> 0+0 v=1620kb (C:1226 M:0 P1:394) o=1 b=2 i#5:P<Msm(0)SrbCsMsrShDBcsCbDomoJwWsO>Pbc => 1636kb, p=0.936887ms (max 1.156286), cycle 3.285997ms END]',
  'GC END!',
  '[GC<0x5384b59c118>: epilogue 0.024776ms]',
]

function read(trace: typeof v8HeapTrace, lines: readonly string[]): Collection[] {
  const reader = trace.reader()
  return lines.flatMap(line => reader(line) ?? [])
}

test('v8HeapTrace reads collections of Node, Deno and workerd', () => {
  assert.deepEqual(read(v8HeapTrace, [NODE, DENO, WORKERD]), [
    minor(1_986_000, 5_102_680, 4_770_592),
    minor(3_485_000, 3_376_752, 3_147_440),
    { ...minor(3_117_000, 1_028_064, 677_796), kind: 'full' },
  ])
})

test('v8HeapTrace reads what older versions write', () => {
  assert.deepEqual(read(v8HeapTrace, [NODE_18]), [minor(700_000, 5_736_808, 4_976_496)])
})

test('v8HeapTrace takes no other line for a collection', () => {
  const lines = ['', 'pause=1 gc=s total_size_before=1 total_size_after=1', NODE.slice(0, 60)]
  assert.deepEqual(read(v8HeapTrace, lines), [])
})

test('jscHeapTrace reads a collection with two pauses over two lines', () => {
  assert.deepEqual(read(jscHeapTrace, BUN), [
    {
      kind: 'minor',
      pausesNs: [1_156_286, 936_887],
      mainOutsideNs: null,
      beforeBytes: null,
      afterBytes: 1636 * 1024,
      allocatedBytes: 8_404_201,
    },
  ])
})

test('jscHeapTrace has no bytes for a collection that was requested', () => {
  const [collection] = read(
    jscHeapTrace,
    BUN.slice(1).map(line => line.replace('Eden', 'Full')),
  )
  assert.equal(collection?.kind, 'full')
  assert.equal(collection?.allocatedBytes, null)
})

function minor(pauseNs: number, beforeBytes: number, afterBytes: number): Collection {
  return {
    kind: 'minor',
    pausesNs: [pauseNs],
    mainOutsideNs: 0,
    beforeBytes,
    afterBytes,
    allocatedBytes: null,
  }
}
