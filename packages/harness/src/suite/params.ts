export type ParamValue = string | number | boolean

/** Parameter names and the values each can take; the first value is the default. */
export type Params = Readonly<Record<string, readonly ParamValue[]>>

/** One chosen value per parameter. */
export type Chosen<P extends Params> = { readonly [K in keyof P]: P[K][number] }
