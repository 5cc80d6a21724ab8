/** Coordinates are kept to a tenth of a pixel, where nothing else is said. */
export const TENTHS = 10

const DECIMALS = /-?\d+\.\d+(?:e-?\d+)?/g

/** Returns text with the numbers in it to a tenth. */
export function rounded(text: string): string {
  return text.replace(DECIMALS, number => short(Math.round(Number(number) * TENTHS) / TENTHS))
}

/**
 * Returns the path with its numbers to a tenth; one of straight lines alone goes by steps from point to point, which is
 * a third shorter. Rounding does not add up: each step leads to the next rounded point.
 *
 * @param stepsPerPixel to which the points of straight lines are rounded
 */
export function pathText(path: string, stepsPerPixel: number = TENTHS): string {
  if (!/^(?:[ML]-?[\d.]+,-?[\d.]+|Z)+$/.test(path)) return rounded(path)
  let [x, y] = [0, 0]
  let isMove = false
  // A minus sign parts two numbers as well as a comma does.
  const pair = (across: number, down: number) =>
    `${short(across / stepsPerPixel)}${down < 0 ? '' : ','}${short(down / stepsPerPixel)}`
  const steps = path.replace(/([MLZ])([^MLZ]*)/g, (_, command: string, place: string) => {
    if (command === 'Z') {
      isMove = false
      return 'Z'
    }
    const [toX = 0, toY = 0] = place.split(',').map(number => Math.round(Number(number) * stepsPerPixel))
    const [across, down] = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    const wasMove = isMove
    isMove = command === 'M'
    if (isMove) return `M${pair(toX, toY)}`
    // A step to the same place draws a dot where it is the only one, and nothing after another.
    if (across === 0 && down === 0) return wasMove ? 'h0' : ''
    if (down === 0) return `h${short(across / stepsPerPixel)}`
    return across === 0 ? `v${short(down / stepsPerPixel)}` : `l${pair(across, down)}`
  })
  return joined(steps, stepsPerPixel)
}

const SAME_WAY = /(?:h[\d.]+){2,}|(?:h-[\d.]+){2,}/g

/** Level steps that follow each other in one direction are one step. */
function joined(steps: string, stepsPerPixel: number): string {
  return steps.replace(SAME_WAY, run => {
    const across = run.split('h').reduce((sum, step) => sum + Math.round(Number(step) * stepsPerPixel), 0)
    return `h${short(across / stepsPerPixel)}`
  })
}

function short(number: number): string {
  return String(number).replace(/^(-?)0\./, '$1.')
}
