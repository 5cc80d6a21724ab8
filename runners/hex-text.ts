/** Returns bytes as hexadecimal digits, two for each. */
export function hexText(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
}
