// The parts of @npmcli/config that we use; it comes without types.
declare module '@npmcli/config' {
  export default class Config {
    constructor(options: Readonly<Record<string, unknown>>)
    load(): Promise<void>
    /** Settings by the names that npm's libraries know. */
    readonly flat: Readonly<Record<string, unknown>>
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const npm: Readonly<Record<'definitions' | 'shorthands' | 'flatten', unknown>>
  export default npm
}
