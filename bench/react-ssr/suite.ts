import { Buffer } from 'node:buffer'
import { suite } from 'steelyard'
import { type Catalogue, catalogue } from './catalogue.ts'
import { pageHtml } from './page-html.ts'

/** What a renderer of one build of React makes of the page. */
type Rendered = string | readonly Uint8Array[] | Promise<readonly Uint8Array[]>

interface Rendering {
  /** Which build of React it is, by what React itself shows. */
  readonly build: string
  readonly streamed: boolean
  readonly render: (catalogue: Catalogue) => Rendered
  readonly catalogue: Catalogue
}

const NO_LABELS = { 'bun@<1.3.14': "cannot parse the labels in React's development build" }

export default suite({
  name: 'react-ssr',
  question: "What does it cost to render a page on the server with React's development build?",
  tags: ['rendering'],
  params: { render: ['render-to-string', 'render-to-stream'] },
  setup: async ({ render }, caseId): Promise<Rendering> => {
    // The bundle holds both builds, separately. Only the build that is measured is loaded.
    const { build, toChunks, toText } =
      caseId === 'production'
        ? await import('./render.tsx', { with: { NODE_ENV: 'production' } })
        : await import('./render.tsx', { with: { NODE_ENV: 'development' } })
    const streamed = render === 'render-to-stream'
    return { build, streamed, render: streamed ? toChunks : toText, catalogue: catalogue() }
  },
  baseline: 'production',
  cases: {
    production: ({ render, catalogue }) => render(catalogue),
    development: ({ render, catalogue }) => render(catalogue),
  },
  verify: (rendered: Awaited<Rendered>, { build }) => {
    const html = typeof rendered === 'string' ? rendered : Buffer.concat(rendered).toString()
    // React puts a comment between two texts, to tell them apart again in the browser.
    return { build, html: html.replaceAll('<!-- -->', '') }
  },
  expected: ({ catalogue, streamed }, caseId) => ({
    build: caseId,
    html: `${streamed ? '<!DOCTYPE html>' : ''}${pageHtml(catalogue)}`,
  }),
  // The bundle holds both builds, so neither loads.
  unsupported: { production: NO_LABELS, development: NO_LABELS },
})
