import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toolFolder } from '../../../scripts/test-tools/tool-folder.ts'

/** Cases of the contract that need more than the language. */
export const NO_HOST: Readonly<Record<string, string>> = {
  exits: 'it ends by a function of Node',
  babbles: 'it prints by a console',
}

/** The shell of Hermes in the npm package; null where that has none for this platform. */
export const HERMES: string | null = hermesHere()

function hermesHere(): string | null {
  const folder = toolFolder('hermes-engine-cli') ?? ''
  const platform = new Map([
    ['linux-x64', 'linux64-bin'],
    ['darwin-x64', 'osx-bin'],
  ]).get(`${process.platform}-${process.arch}`)
  const file = join(folder, platform ?? '', 'hermes')
  return platform !== undefined && existsSync(file) ? file : null
}
