/** Returns the SHA-256 of bytes in hexadecimal: no shell has one (FIPS 180-4). */
export function sha256Hex(bytes: Uint8Array): string {
  const state = Int32Array.from(INITIAL)
  const length = bytes.length
  const padded = new Uint8Array(((length + 72) >> 6) << 6)
  padded.set(bytes)
  padded[length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(padded.length - 4, (length << 3) >>> 0)
  const words = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) addBlock(state, view, at, words)
  return Array.from(state, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Returns 32 bits of the fractional parts of roots of the first primes. */
function fractions(count: number, root: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  return primes.map(prime => ((prime ** (1 / root) % 1) * 2 ** 32) | 0)
}

const INITIAL = fractions(8, 2)
const ROUNDS = Int32Array.from(fractions(64, 3))

function addBlock(state: Int32Array, view: DataView, at: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15] as number, words[i - 2] as number]
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (words[i] as number)) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (added[i] as number)
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
