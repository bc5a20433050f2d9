import { expect } from 'chai'
import { MAX_KEPT_BODY } from '../../../lib/model/limits.js'
import { requestOf } from '../../../ui/console/api/requests.js'
import { attentionPath, attentionText } from '../../../ui/console/pages/list/attention.js'
import { factsIn, titleOf, whyNotKept } from '../../../ui/console/pages/requests/words.js'
import type { Wire } from '../../../ui/wire.js'

const NOW = new Date(2026, 2, 12, 16, 7).getTime()
const HOUR = 3_600_000

describe('why what was sent is not kept', () => {
  const rows: readonly (readonly [why: RegExp, request: Wire])[] = [
    [/no body/, { size: 0 }],
    [/the request that it repeats/, { replay_of: 'a' }],
    [/after 24 hours/, { time: NOW - 25 * HOUR }],
    [/key, the signature or the address/, { error_id: 'web.incoming_webhook.signature.app_error' }],
    [/key, the signature or the address/, { error_id: 'web.incoming_webhook.invalid.app_error' }],
    [/key, the signature or the address/, { error_id: 'web.incoming_webhook.address.app_error' }],
    [/longer than 256 KiB/, { size: MAX_KEPT_BODY + 1 }],
    [/was accepted/, { outcome: 'posted' }],
    [/was accepted/, { outcome: 'skipped' }],
    [/turned this off/, { size: MAX_KEPT_BODY }],
    [/turned this off/, { outcome: 'failed' }],
  ]
  for (const [why, request] of rows) {
    it(`is told of ${JSON.stringify(request)}`, () => {
      const wire = { time: NOW, outcome: 'refused', size: 1, ...request }
      expect(whyNotKept(requestOf(wire), NOW)).to.match(why)
    })
  }
})

describe('what became of a request', () => {
  const channel = { channelId: 'own', channel: 'deploys' }
  const rows: readonly (readonly [title: string, request: Wire])[] = [
    ['No text specified', { outcome: 'refused', message: 'No text specified' }],
    ['of.an.error', { outcome: 'refused', error_id: 'of.an.error' }],
    ['The chat server failed', { outcome: 'failed', message: 'The chat server failed' }],
    ['Not shown: star.created', { outcome: 'skipped', event: 'star.created' }],
    ['Posted', { outcome: 'posted' }],
    ['Posted to # deploys', { outcome: 'posted', posted_to: { channel_id: 'own', name: 'old' } }],
  ]
  for (const [title, request] of rows) {
    it(`is “${title}”`, () => expect(titleOf(requestOf(request), channel)).to.equal(title))
  }

  it('is in the channel of that time if the webhook is not known', () => {
    const request = requestOf({ posted_to: { channel_id: 'c', name: 'builds', requested: true } })
    expect(titleOf(request, null)).to.equal('Posted to # builds')
  })

  it('comes with what is known of the event', () => {
    const facts = { branch: 'main', label: ['bug', 'ui'], private: true }
    expect(factsIn(requestOf({ facts }))).to.deep.equal({
      Branch: 'main',
      Label: 'bug, ui',
      Private: 'Yes',
    })
  })
})

describe('what needs attention', () => {
  const since = NOW - HOUR
  const rows: readonly (readonly [
    signal: string,
    more: { readonly reason?: string; readonly count?: number; readonly expiresAt?: number },
    text: RegExp,
    path: string,
  ])[] = [
    [
      'failing',
      { reason: 'web.incoming_webhook.text.app_error', count: 3 },
      /^3 requests refused since (15:07|3:07\sPM): No text specified$/,
      'hooks/a?outcome=refused',
    ],
    [
      'failing',
      { reason: 'api.context.invalid_param.app_error', count: 1 },
      /^1 request refused since .*: Invalid parameter$/,
      'hooks/a?outcome=refused',
    ],
    ['failing', { reason: 'of.a.newer.version', count: 3 }, /PM$|07$/, 'hooks/a?outcome=refused'],
    ['expiring', { expiresAt: NOW + 24 * HOUR }, /^Expires tomorrow at /, 'hooks/a/edit'],
    ['expiring', {}, /^Expires within three days$/, 'hooks/a/edit'],
    ['silent', {}, /^Nothing heard since /, 'hooks/a'],
    ['old-key-used', { count: 2 }, /^2 requests to the old URL since /, 'hooks/a'],
    ['owner-deactivated', {}, /^Refuses everything, because its owner /, 'hooks/a/edit'],
    ['of-a-newer-version', {}, /^of-a-newer-version since /, 'hooks/a'],
  ]
  for (const [signal, { reason = '', count = 0, expiresAt = 0 }, text, path] of rows) {
    it(`is told of ${signal} ${reason}`, () => {
      expect(attentionText({ signal, reason, count, since }, expiresAt, NOW)).to.match(text)
      expect(attentionPath({ hookId: 'a', signal })).to.equal(path)
    })
  }
})
