// Runs in a page that a server sent: loads it again when the server has something new.
import { one } from './dom.ts'

/** Each question wakes a machine that may be measuring. */
const POLL_MS = 5000
const { state } = document.body.dataset
const status = one('.live')

async function look(): Promise<void> {
  if (document.hidden) return
  try {
    const answer = await fetch('/state')
    status.textContent = ''
    if ((await answer.text()).trim() !== state) location.reload()
  } catch {
    status.textContent = 'The server does not answer. This page shows its last state.'
  }
}

document.addEventListener('visibilitychange', look)
setInterval(look, POLL_MS)
