/**
 * Returns the page in an answer as all renderers must agree on it: without what stands around it, comments, white space
 * between elements, and the two ways to write a quotation mark.
 */
export function barePage(html: string): string {
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/>\s+</g, '><')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
}
