/** The package's own types declare the name of the package it was forked from. */
declare module '@mixmark-io/domino' {
  export function createDocument(html: string, force: boolean): Document
}
