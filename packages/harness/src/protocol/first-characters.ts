import { charCodeAt, textSlice } from '../intrinsics.ts'

/** Returns at most `length` UTF-16 units of a text from `start` on, without half a surrogate pair at either end. */
export function firstCharacters(text: string, length: number, start = 0): string {
  const end = start + length
  return textSlice(
    text,
    isWithinPair(text, start) ? start + 1 : start,
    isWithinPair(text, end) ? end - 1 : end,
  )
}

function isWithinPair(text: string, at: number): boolean {
  const high = charCodeAt(text, at - 1)
  const low = charCodeAt(text, at)
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}
