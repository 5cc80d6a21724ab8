import GithubSlugger from 'github-slugger'
import markdownIt from 'markdown-it'

export type SiteHeading = ReturnType<typeof withIds>[number]

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number]

const markdown = markdownIt({ html: true })

/** Returns a Markdown text as HTML; `linkFrom` returns each link as it is on the page. */
export function renderText(text: string, linkFrom: (url: string) => string) {
  const tokens = markdown.parse(text, {})
  const headings = withIds(tokens)
  const markup = dressed(markdown.renderer.render(tokens, markdown.options, {}))
  return { markup: markup.replaceAll(/(?<=\s(?:href|src|srcset)=")[^"]*/g, linkFrom), headings }
}

/** Gives headings the ids by which Markdown files link to each other, and returns them. */
function withIds(tokens: readonly Token[]) {
  const slugger = new GithubSlugger()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[index + 1])
    const id = slugger.slug(text)
    token.attrSet('id', id)
    return [{ level: Number(token.tag.slice(1)), id, text }]
  })
}

function textOf(inline: Token | undefined): string {
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
