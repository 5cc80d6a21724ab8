import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConfigurationRecord } from '@steelyard/record'
import { phraseText } from '../../../text/src/phrase.ts'
import { configurationWarnings } from './configuration-warnings.ts'
import type { Section } from './section.ts'

const RIGHT: ConfigurationRecord = {
  ...{ nodeEnv: 'production', rendering: 'dynamic', compression: null, delivery: 'whole' },
  ...{ contentType: 'text/html', bodyBytes: 1 },
}

function warnings(
  configurations: readonly (readonly [caseId: string, target: string, ConfigurationRecord])[],
  comparisons: readonly object[],
): string[] {
  const results = configurations.map(([caseId, target, configuration]) => ({
    ...{ case: caseId, target, server: { configuration } },
  }))
  return configurationWarnings({ results, comparisons } as unknown as Section).map(phraseText)
}

test('configurationWarnings says what differs between two targets of one case', () => {
  const cached: ConfigurationRecord = { ...RIGHT, rendering: 'cached', nodeEnv: null }
  assert.deepEqual(
    warnings(
      [
        ['page', 'node', RIGHT],
        ['page', 'bun', cached],
        ['page', 'deno', RIGHT],
      ],
      [
        { case: 'page', baseCase: 'page', base: 'node', head: 'bun' },
        { case: 'page', baseCase: 'page', base: 'node', head: 'deno' },
      ],
    ),
    [
      'Unequal configuration: page on bun against node: NODE_ENV is unset against production, rendering is cached against dynamic. The comparison includes that difference.',
    ],
  )
})

test('configurationWarnings says once what differs in the same way on several targets', () => {
  const streamed: ConfigurationRecord = { ...RIGHT, delivery: 'streamed' }
  const targets = ['node', 'bun', 'workerd']
  assert.deepEqual(
    warnings(
      targets.flatMap(target => [
        ['plain', target, RIGHT] as const,
        ['react', target, target === 'workerd' ? { ...streamed, compression: 'gzip' } : streamed] as const,
      ]),
      targets.map(target => ({ case: 'react', baseCase: 'plain', base: target, head: target })),
    ),
    [
      'Unequal configuration: react on node, bun against plain: delivery is streamed against whole. The comparison includes that difference.',
      'Unequal configuration: react on workerd against plain: compression is gzip against none, delivery is streamed against whole. The comparison includes that difference.',
    ],
  )
})
