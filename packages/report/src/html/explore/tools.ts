import { html, type Markup } from '../markup.ts'

/** What filters, groups and unfolds the page; shown by the script, since it does nothing without. */
export const TOOLS: Markup = html`<div class="tools" role="search" aria-label="Explore the page" hidden>
<label>Filter <input type="search" placeholder="case, target or verdict"></label>
<label>Group by <select><option value="case">case</option><option value="target">runtime</option><option value="">nothing</option></select></label>
<button type="button" data-unfold="true">Unfold all</button><button type="button" data-unfold="">Fold all</button>
<span role="status"></span>
</div>`
