import { benchNode } from './bench-node.ts'
import { denoBench } from './deno-bench.ts'
import { mitata } from './mitata.ts'
import { nanoBench } from './nano-bench.ts'
import { nodeBench } from './node-bench.ts'
import { steelyard } from './steelyard.ts'
import { tinybench } from './tinybench.ts'
import type { Tool } from './tool.ts'
import { workerdBench } from './workerd-bench.ts'

/** Every tool that is compared, Steelyard first. */
export const tools: readonly Tool[] = [
  steelyard,
  mitata,
  tinybench,
  benchNode,
  nanoBench,
  nodeBench,
  denoBench,
  workerdBench,
]
