import { relative as pathFrom } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Eleventy, type MarkdownToken, type RenderedPage } from '@11ty/eleventy'
import GithubSlugger from 'github-slugger'
import type { TextPage } from './pages.ts'

/** A folder without templates of its own: every text comes from elsewhere in the repository. */
const INPUT = pathFrom('.', fileURLToPath(new URL('.', import.meta.url)))

/** A heading of a page. */
export interface SiteHeading {
  readonly level: number
  readonly id: string
  readonly text: string
}

export interface RenderOptions {
  /** Folder of the site. */
  readonly folder: string
  /** Returns a link of a source as it is on its page. */
  readonly linkFrom: (source: string, url: string) => string
  /** Returns the whole page around its text. */
  readonly pageAround: (page: TextPage, text: string) => string
}

/** Writes a page for each Markdown text, and returns their headings by source. */
export async function renderTexts(
  pages: readonly TextPage[],
  { folder, linkFrom, pageAround }: RenderOptions,
): Promise<ReadonlyMap<string, readonly SiteHeading[]>> {
  const bySource = new Map(pages.map(page => [page.source, page]))
  const headings = new Map<string, SiteHeading[]>()
  const eleventy = new Eleventy(INPUT, pathFrom('.', folder), {
    quietMode: true,
    configPath: null,
    config(config) {
      config.setUseGitIgnore(false)
      // It would print what took longest.
      config.benchmarkManager.get('Configuration').setMinimumThresholdPercent(101)
      config.setTemplateFormats(['md'])
      for (const { source, output, text } of pages) {
        // The texts are Markdown alone: what looks like a template in them is an example.
        config.addTemplate(source, text, { permalink: output, templateEngineOverride: 'md' })
      }
      config.amendLibrary('md', library => {
        // Eleventy turns off what is indented, since templates are.
        library.enable('code')
        library.core.ruler.push('ids', ({ tokens, env }) => {
          headings.set(sourceOf(env.page), withIds(tokens))
        })
      })
      // A plugin comes after what Eleventy brings, so that links are changed before the page is put around the text.
      config.addPlugin(({ htmlTransformer }) => {
        htmlTransformer.addUrlTransform('html', function (url) {
          return linkFrom(sourceOf(this.page), url)
        })
        config.addTransform('page', function (content) {
          const page = bySource.get(sourceOf(this.page))
          return page === undefined ? content : pageAround(page, dressed(content))
        })
      })
    },
  })
  eleventy.disableLogger()
  await eleventy.write()
  return headings
}

/** The stem begins with a slash and has no ending. */
function sourceOf({ filePathStem }: RenderedPage): string {
  return `${filePathStem.slice(1)}.md`
}

/** Gives headings the ids by which Markdown files link to each other, and returns them. */
function withIds(tokens: readonly MarkdownToken[]): SiteHeading[] {
  const slugger = new GithubSlugger()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[index + 1])
    const id = slugger.slug(text)
    token.attrSet('id', id)
    return [{ level: Number(token.tag.slice(1)), id, text }]
  })
}

function textOf(inline: MarkdownToken | undefined): string {
  return (inline?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
}

/** Lets wide tables and code scroll by themselves, also by keyboard, and aligns columns without styles of their own. */
function dressed(text: string): string {
  return (
    text
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll(' style="text-align:right"', ' class="n"')
      .replaceAll(/ style="text-align:(?:left|center)"/g, '')
      // A column without a name has no heading.
      .replaceAll('<th></th>', '<td></td>')
  )
}
