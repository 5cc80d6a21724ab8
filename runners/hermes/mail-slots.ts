/** Where the parts of a command are in the list of numbers that a mailbox is. */
export const SEQUENCE = 4
export const LENGTH = 5
export const TEXT = 6
