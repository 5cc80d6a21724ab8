import { constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { firstCharacters } from '@steelyard/harness/first-characters'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { orNull } from '../../machine/or-null.ts'
import { LaunchError } from '../launch-error.ts'
import { withRemedy } from '../limits/os-limits.ts'
import { lines } from './lines.ts'
import { isObject } from './values.ts'

const MESSAGE_LENGTH = 1000

/** Opens a named pipe to read from, for reading and writing, so that opening cannot block. */
export function openPortPipe(file: string): Socket {
  return new Socket({ fd: openSync(file, constants.O_RDWR | constants.O_NONBLOCK) })
}

interface Ports {
  readonly port: number
  /** null where no inspector was asked for. workerd reports it first. */
  readonly inspectorPort: number | null
}

/**
 * Resolves to the ports that a process reports, workerd on its control descriptor and other servers on their pipe.
 *
 * @throws LaunchError when it reports that it could not start
 */
export function listeningPorts(control: Readable): Promise<Ports> {
  return new Promise((resolve, reject) => {
    let inspectorPort: number | null = null
    const feed = lines(line => {
      const { event, port, message } = eventOf(line)
      if (event === 'listen-inspector' && isPort(port)) inspectorPort = port
      if (event === 'listen' && isPort(port)) resolve({ port, inspectorPort })
      if (event === 'failed') {
        const why = withRemedy(firstCharacters(String(message), MESSAGE_LENGTH))
        reject(new LaunchError('failed', `did not start: ${why}`))
      }
    })
    control.setEncoding('utf8')
    control.on('data', feed)
    control.on('error', () => {})
  })
}

/** Ignores other lines: the process may have written them itself. */
function eventOf(line: string): Readonly<Record<string, unknown>> {
  const event = orNull(() => parseWellFormed(line))
  return isObject(event) ? event : {}
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 65536
}
