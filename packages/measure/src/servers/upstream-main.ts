// Runs in a process of its own: serves what the servers of a suite call.
import { createServer, type RequestListener } from 'node:http'
import { listenForHost } from '@steelyard/launcher/host'

const { default: listener } = (await import(process.argv[2] ?? '')) as { default: RequestListener }
// A server is paused between its turns: a connection closed meanwhile would fail its next request.
listenForHost(createServer({ keepAliveTimeout: 0 }, listener))
