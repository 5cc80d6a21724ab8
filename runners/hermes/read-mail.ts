/** Where the parts of a command are in the list of numbers that a mailbox is. */
export const SEQUENCE = 4
export const LENGTH = 5
export const TEXT = 6

/**
 * Returns what reads the commands in a mailbox one by one.
 *
 * @param list reads the list of numbers from the bytecode again
 * @param wait returns no earlier than the host wants it
 */
export function mailReader(list: () => readonly number[], wait: () => void): () => string {
  const unit = String.fromCharCode
  let last = list()[SEQUENCE]
  return () => {
    let mail = list()
    while (mail[SEQUENCE] === last) {
      wait()
      mail = list()
    }
    last = mail[SEQUENCE]
    const end = TEXT + (mail[LENGTH] ?? 0)
    let text = ''
    for (let at = TEXT; at < end; at++) text += unit(mail[at] ?? 0)
    return text
  }
}
