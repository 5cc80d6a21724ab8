/** The number of a command is below this one. */
export const MOST_ID = 2 ** 47

/** Hundreds of times the longest reply: all calls of a case, or the text of a large app. */
export const LONGEST_REPLY = 32e6

/** What a pipe holds: as much is read at once. */
export const PIECE_BYTES = 65536
