/** Returns a function that returns the nanoseconds since its last call, at first since now. */
export function stopwatch(): () => number {
  let lastMs = performance.now()
  return () => {
    const beganMs = lastMs
    lastMs = performance.now()
    return (lastMs - beganMs) * 1e6
  }
}
