import { POLICY, SCRIPT } from './explore/script.ts'
import { TOOLS } from './explore/tools.ts'
import { html, Markup } from './markup.ts'
import { STYLE } from './style.ts'

/** Returns a page that needs no other file and makes no request. */
export function pageText(title: string, body: readonly Markup[], howToRead: Markup): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Steelyard</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#report">Skip to the report</a>
<main id="report">
${TOOLS}
${body}
</main>
<footer>${howToRead}</footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`
  return page.text
}
