import { seriesSymbol } from './palette.ts'

const R = 3.5

/** Returns the symbol of a series around a point, the data of a path. */
export function symbolAt(x: number, y: number, series: string): string {
  const [left, up] = [tenth(x - R), tenth(y - 4.5)]
  switch (seriesSymbol(series)) {
    case 'circle':
      return `M${left},${y}a${R},${R} 0 1,1 ${2 * R},0a${R},${R} 0 1,1 -${2 * R},0`
    case 'square':
      return `M${tenth(x - 3)},${y - 3}h6v6h-6z`
    case 'triangle':
      return `M${x},${up}l4,7.5h-8z`
    case 'diamond':
      return `M${x},${up}l3.5,4.5l-3.5,4.5l-3.5,-4.5z`
    case 'cross':
      return `M${tenth(x - 1.3)},${y - 4}h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z`
    default:
      return `M${x},${up}l1.3,3.2h3.4l-2.8,2.1l1.1,3.4l-3,-2l-3,2l1.1,-3.4l-2.8,-2.1h3.4z`
  }
}

function tenth(x: number): number {
  return Math.round(10 * x) / 10
}
