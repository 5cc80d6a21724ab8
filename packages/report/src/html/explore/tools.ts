import { html, type Markup } from '../markup.ts'

/** What filters and unfolds the page; shown by the script, since it does nothing without. */
export const TOOLS: Markup = html`<div class="tools" role="search" aria-label="Explore the page" hidden>
<label>Filter <input type="search" placeholder="case, target or verdict"></label>
<button type="button" data-unfold="true">Unfold all</button><button type="button" data-unfold="">Fold all</button>
<span role="status"></span>
</div>`
