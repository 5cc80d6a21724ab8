import type { KnownMachine, RequestState } from '@steelyard/fleet'
import { shellQuoted } from '@steelyard/report'
import { counted, formatPercent, minuteText } from '@steelyard/text'

const SHOWN_TROUBLES = 5

export function stateText(requests: readonly RequestState[], machines: readonly KnownMachine[]): string {
  const requestLines = requests.length === 0 ? ['No request.'] : requests.map(requestText)
  const known = machines.length === 0 ? ['No machine has announced itself.'] : machines.map(machineText)
  return [...requestLines, '', 'Machines:', ...known.map(line => `  ${line}`)].join('\n')
}

export function requestText(request: RequestState): string {
  const { id, asked, machines, growth, begun, able, jobs, nextSessionAt, cancelledAt, troubles } = request
  const { done, running, waiting, failed, cancelled } = jobs
  const isOver = running + waiting === 0
  return [
    `Request ${id}: ${asked.map(shellQuoted).join(' ')}`,
    `  ${begun} of ${counted(machines, 'machine')} begun${isOver ? '' : `, ${able} can work on it now`}`,
    ...(growth === null
      ? []
      : [`  up to ${growth.most} machines, until ratios are known to ± ${formatPercent(growth.untilWidth)}`]),
    `  jobs: ${done} done, ${running} running, ${waiting} waiting, ${failed} failed${cancelledAt === null ? '' : `, ${cancelled} cancelled`}`,
    ...(cancelledAt === null
      ? []
      : [`  cancelled ${minuteText(cancelledAt)} UTC${running === 0 ? '' : '; what runs may end'}`]),
    ...(nextSessionAt === null ? [] : [`  next session from ${minuteText(nextSessionAt)} UTC`]),
    ...troubles.slice(0, SHOWN_TROUBLES).map(trouble => `  ${trouble}`),
    ...(troubles.length > SHOWN_TROUBLES ? [`  and ${troubles.length - SHOWN_TROUBLES} more`] : []),
  ].join('\n')
}

function machineText(machine: KnownMachine): string {
  const { cpuId, installationId, cpuModel, platform, steelyard, seenAt, request } = machine
  const work = request === null ? 'idle' : `measures ${request}`
  return `${cpuId} ${installationId.slice(0, 8)} (${cpuModel}, ${platform}, ${steelyard}): ${work}, seen ${minuteText(seenAt)} UTC`
}
