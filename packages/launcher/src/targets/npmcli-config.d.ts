// The parts of @npmcli/config that we use; it comes without types.
declare module '@npmcli/config' {
  export default class Config {
    constructor(options: {
      readonly definitions: unknown
      readonly shorthands: unknown
      readonly flatten: unknown
      readonly npmPath: string
      readonly execPath: string
      readonly argv: readonly string[]
      readonly env: Readonly<Record<string, string | undefined>>
      readonly warn: boolean
    })
    load(): Promise<void>
    /** Settings by the names that npm's libraries know. */
    readonly flat: Readonly<Record<string, unknown>>
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  export const definitions: unknown
  export const shorthands: unknown
  export const flatten: unknown
}
