import * as React from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server.edge'
import type { Catalogue } from './catalogue.ts'
import { Page } from './page.tsx'

/** Which build of React this is: only the development build can tell where an element was made. */
export const build = 'captureOwnerStack' in React ? 'development' : 'production'

export function toText(catalogue: Catalogue): string {
  return renderToString(<Page catalogue={catalogue} />)
}

/** Returns every chunk of the stream, read until React has nothing more to send. */
export async function toChunks(catalogue: Catalogue): Promise<readonly Uint8Array[]> {
  const stream = await renderToReadableStream(<Page catalogue={catalogue} />)
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    chunks.push(value)
  }
}
