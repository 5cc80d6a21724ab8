// Runs in a page that a server sent: loads it again when the server has something new.
import { one } from './dom.ts'

const { state } = document.body.dataset
const status = one('.live')
let source: EventSource | null = null

function listen(): EventSource {
  const events = new EventSource('/events')
  events.onopen = () => {
    status.textContent = ''
  }
  events.onmessage = ({ data }) => {
    if (data !== state) location.reload()
  }
  events.onerror = () => {
    status.textContent = 'The server does not answer. This page shows its last state.'
  }
  return events
}

/** A browser keeps few connections to one server, so a hidden page has none. */
function follow(): void {
  if (document.hidden) {
    source?.close()
    source = null
  } else source ??= listen()
}

document.addEventListener('visibilitychange', follow)
follow()
