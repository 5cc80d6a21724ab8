import { findExecutable } from '../machine/executables.ts'
import { elfFactsOf } from './elf-facts.ts'
import { printedLines } from './printed-lines.ts'

/** Returns the files that the dynamic linker gives to a program, as ldd does; none where no linker lists them. */
export async function linkedLibraries(binary: string, directory: string): Promise<readonly string[]> {
  const env = findExecutable('env')
  // A program without a dynamic linker would run.
  const loader = (await elfFactsOf(binary))?.loader ?? null
  if (env === null || loader === null) return []
  // In the arguments, since the environment would make the linker list the libraries of env.
  const args = ['LD_TRACE_LOADED_OBJECTS=1', binary]
  const lines = await printedLines(env, { args, environment: {} }, directory)
  return lines.flatMap(line => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
}
