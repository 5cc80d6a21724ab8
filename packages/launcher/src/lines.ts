/** Returns a function that takes pieces of text and calls `onLine` for every whole line. */
export function lines(onLine: (line: string) => void): (piece: string) => void {
  let buffered = ''
  return piece => {
    buffered += piece
    for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + 1)
      onLine(line)
    }
  }
}
