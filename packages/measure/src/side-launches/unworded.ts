import type { MissingReason } from '@steelyard/record'

/** Figures of a record whose reasons for what is missing are not yet in words. */
export type Unworded<T extends { readonly missing: object; readonly missingDetails?: object }> = Omit<
  T,
  'missing' | 'missingDetails'
> & {
  /** Field → why it is null. */
  readonly missing: Readonly<Record<string, MissingReason>>
}
