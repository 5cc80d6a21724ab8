import { createElement } from '../../bench/node_modules/react/index.js'
import { renderToReadableStream, renderToString } from '../../bench/node_modules/react-dom/server.edge.js'
import { renderToReadableStream as renderJoined } from '../../bench/node_modules/react-dom-joined/server.edge.js'
import { catalogue } from '../../bench/react-ssr/catalogue.ts'
import { Page } from '../../bench/react-ssr/page.tsx'

const products = catalogue()
export const page = () => createElement(Page, { catalogue: products })

export const stream = (): Promise<ReadableStream<Uint8Array>> => renderToReadableStream(page())

export const joined = (): Promise<ReadableStream<Uint8Array>> => renderJoined(page())

export const text = (): string => `<!DOCTYPE html>${renderToString(page())}`
