/**
 * How requests are sent.
 *
 * - `heavy`: 100 connections with 10 requests pipelined on each; the next is sent when one was answered.
 * - `moderate`: 100 connections with one request each.
 * - `sequential`: one connection, one request after the other.
 * - `open`: requests begin at a fixed rate, whether the earlier ones were answered or not, on up to 100 connections.
 */
export type LoadProfile =
  | { readonly kind: 'heavy' | 'moderate' | 'sequential' }
  | { readonly kind: 'open'; readonly ratePerSecond: number }
