import { expect } from 'chai'
import { DEFAULT_WEBHOOK } from '../../lib/model/defaults.js'
import type { IncomingWebhook } from '../../lib/model/records.js'
import { livingKey, whyUnusable } from '../../lib/rules/alive.js'

const NOW = 1_000

describe('the living key', () => {
  const replaced = { keyDigest: 'old', keyHint: 'hint', lastUsed: 0, expiresAt: NOW + 1 }
  const rows: readonly [
    title: string,
    webhook: Partial<IncomingWebhook>,
    digest: string,
    key: 'current' | 'previous' | null,
  ][] = [
    ['the key', {}, 'new', 'current'],
    ['another key', {}, 'other', null],
    ['the key of a webhook that is switched off', { enabled: false }, 'new', null],
    ['the key a moment before its webhook expires', { expiresAt: NOW + 1 }, 'new', 'current'],
    ['the key when its webhook expires', { expiresAt: NOW }, 'new', null],
    ['the key long after its webhook expired', { expiresAt: 1 }, 'new', null],
    ['the replaced key a moment before it ends', { previousKey: replaced }, 'old', 'previous'],
    [
      'the replaced key when it ends',
      { previousKey: { ...replaced, expiresAt: NOW } },
      'old',
      null,
    ],
    ['the new key beside a replaced one', { previousKey: replaced }, 'new', 'current'],
    ['another key beside a replaced one', { previousKey: replaced }, 'other', null],
    [
      'the replaced key of a webhook that is switched off',
      { previousKey: replaced, enabled: false },
      'old',
      null,
    ],
    [
      'the replaced key of a webhook that has expired',
      { previousKey: replaced, expiresAt: NOW },
      'old',
      null,
    ],
  ]
  for (const [title, changes, digest, expected] of rows) {
    it(`is ${expected ?? 'not found'} for ${title}`, () => {
      const webhook = { ...DEFAULT_WEBHOOK, id: 'w', keyDigest: 'new', ...changes }
      expect(livingKey(webhook, digest, NOW)).to.equal(expected)
    })
  }
})

describe('why a key may not be used', () => {
  const rows: readonly [changes: Partial<IncomingWebhook>, reason: string][] = [
    [{ enabled: false }, 'the webhook is switched off'],
    [{ enabled: false, expiresAt: 1 }, 'the webhook is switched off'],
    [{ expiresAt: NOW }, 'the webhook expired on 1970-01-01 at 00:00 UTC'],
    [{ expiresAt: NOW + 1 }, 'the key has been replaced'],
    [{}, 'the key has been replaced'],
  ]
  for (const [changes, reason] of rows) {
    it(`is that ${reason} for ${JSON.stringify(changes)}`, () => {
      expect(whyUnusable({ ...DEFAULT_WEBHOOK, ...changes }, NOW)).to.equal(reason)
    })
  }
})
