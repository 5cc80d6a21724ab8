import { Buffer } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { seeded } from '../inputs/seeded.ts'

/** What a mobile client wants sent: a note that only the recipient can read. */
export interface Note {
  readonly to: string
  /** 12 bytes. */
  readonly nonce: Uint8Array<ArrayBuffer>
  /** AES-256-GCM, the tag of 16 bytes included. */
  readonly ciphertext: Uint8Array<ArrayBuffer>
}

export const ADDRESS = 'matilde.figueiredo@example.com'
const TAG_BYTES = 16

/** Returns the same note for the same size: a letter of fixed words, encrypted under a fixed key. */
export async function encryptedNote(ciphertextBytes: number): Promise<Note> {
  const nonce = bytesOf(12, 1)
  const letter = new TextEncoder().encode(letterOf(ciphertextBytes))
  const ciphertext = await webcrypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await key(), letter)
  return { to: ADDRESS, nonce, ciphertext: new Uint8Array(ciphertext) }
}

/** Returns the letter in the text of a mail: the Base64 of the nonce, a line end, the Base64 of the ciphertext. */
export async function decrypted(text: string): Promise<string> {
  const [iv, ciphertext] = text.split('\n').map(line => new Uint8Array(Buffer.from(line, 'base64')))
  if (!iv || !ciphertext) throw new SyntaxError('Cannot decrypt the mail: it has no two lines.')
  return new TextDecoder().decode(
    await webcrypto.subtle.decrypt({ name: 'AES-GCM', iv }, await key(), ciphertext),
  )
}

/** Returns a letter of ASCII characters that gives a ciphertext of this length. */
export function letterOf(ciphertextBytes: number): string {
  const length = ciphertextBytes - TAG_BYTES
  const random = seeded(2)
  let letter = 'Dear Matilde,\n\n'
  while (letter.length < length) letter += `${WORDS[Math.floor(random() * WORDS.length)]} `
  return letter.slice(0, length)
}

function key(): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('raw', bytesOf(32, 3), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export function bytesOf(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const random = seeded(seed)
  return new Uint8Array(length).map(() => random() * 256)
}

const WORDS = [
  'the',
  'keys',
  'are',
  'with',
  'our',
  'neighbour',
  'and',
  'the',
  'boat',
  'leaves',
  'on',
  'Friday',
]
