/** What files import from node:bench/reporters. There are no results to report. */
export function spec(): void {}
export function json(): void {}
