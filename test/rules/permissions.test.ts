import { expect } from 'chai'
import { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from '../../lib/model/defaults.js'
import { fieldNames } from '../../lib/model/fields.js'
import type { HookChannel, IncomingWebhook, HookUser } from '../../lib/model/records.js'
import { BUTTON_ROUTES, MANAGEMENT_ROUTES } from '../../lib/model/routes.js'
import {
  callRefusal,
  channelRefusal,
  fieldRefusal,
  ownerRefusal,
  webhookRefusal,
  type Call,
} from '../../lib/rules/permissions.js'

const alice: HookUser = {
  id: 'alice',
  username: 'alice',
  email: 'alice@example.com',
  admin: false,
  createAt: 1,
  deleteAt: 0,
}
const bob: HookUser = { ...alice, id: 'bob' }
const admin: HookUser = { ...alice, id: 'admin', admin: true }
const webhook: IncomingWebhook = { ...DEFAULT_WEBHOOK, id: 'w', userId: 'alice', channelId: 'c' }
const channel: HookChannel = {
  id: 'c',
  teamId: 't',
  type: 'public',
  name: 'c',
  displayName: 'C',
  deleteAt: 0,
}
const off = { ...DEFAULT_SETTINGS, enableIncomingWebhooks: false }
const restricted = { ...DEFAULT_SETTINGS, enableOnlyAdminIntegrations: true }

describe('permissions', () => {
  const calls = fieldNames({ ...MANAGEMENT_ROUTES, ...BUTTON_ROUTES })
  const forAdministrators: readonly Call[] = [
    'listUsers',
    'listAllDeliveries',
    'handOver',
    'revoke',
    'getSettings',
    'updateSettings',
    'listLogs',
  ]
  const withoutFeature: readonly Call[] = [
    'getSettings',
    'updateSettings',
    'getMe',
    'getClientSettings',
    'listLogs',
    'press',
  ]

  for (const call of calls) {
    const memberAnswer = forAdministrators.includes(call) ? 'not_permitted' : null
    const stays = withoutFeature.includes(call)

    it(`${call} refuses who is signed out or deactivated, and ${memberAnswer === null ? 'takes members' : 'all but administrators'}`, () => {
      for (const settings of [DEFAULT_SETTINGS, off, restricted]) {
        expect(callRefusal(call, null, settings)).to.equal('session_expired')
        expect(callRefusal(call, { ...admin, deleteAt: 5 }, settings)).to.equal('session_expired')
      }
      expect(callRefusal(call, alice, DEFAULT_SETTINGS)).to.equal(memberAnswer)
      expect(callRefusal(call, admin, DEFAULT_SETTINGS)).to.equal(null)
    })

    it(`${call} ${stays ? 'stays' : 'goes'} when the feature is off`, () => {
      expect(callRefusal(call, alice, off)).to.equal(stays ? memberAnswer : 'webhooks_disabled')
      expect(callRefusal(call, admin, off)).to.equal(stays ? null : 'webhooks_disabled')
    })

    it(`${call} for members is ${call === 'create' ? '' : 'not '}changed by the restriction`, () => {
      const expected = call === 'create' ? 'not_permitted' : memberAnswer
      expect(callRefusal(call, alice, restricted)).to.equal(expected)
      expect(callRefusal(call, admin, restricted)).to.equal(null)
    })
  }

  it('foreign and missing webhooks answer alike', () => {
    expect(webhookRefusal(alice, webhook)).to.equal(null)
    expect(webhookRefusal(admin, webhook)).to.equal(null)
    expect(webhookRefusal(bob, webhook)).to.equal('webhook_not_found')
    expect(webhookRefusal(bob, null)).to.equal('webhook_not_found')
    expect(webhookRefusal(admin, null)).to.equal('webhook_not_found')
  })

  const archived = { ...channel, deleteAt: 5 }
  const direct: HookChannel = { ...channel, type: 'direct' }
  const channels: readonly [string, HookChannel | null, boolean, boolean, string | null][] = [
    ['readable for both', channel, true, true, null],
    ['private and readable for both', { ...channel, type: 'private' }, true, true, null],
    ['a readable group', { ...channel, type: 'group' }, true, true, null],
    ['missing', null, true, true, 'channel_missing'],
    ['archived', archived, true, true, 'channel_missing'],
    ['unreadable for the caller', channel, false, true, 'channel_missing'],
    ['unreadable for the owner', channel, true, false, 'not_permitted'],
    ['direct', direct, true, true, 'invalid_body'],
    ["somebody else's direct channel", direct, false, true, 'channel_missing'],
  ]
  for (const [title, target, caller, owner, expected] of channels) {
    it(`${expected === null ? 'take' : `refuse with ${expected}`} a default channel that is ${title}`, () => {
      expect(channelRefusal(target, { caller, owner })).to.equal(expected)
    })
  }

  it('only administrators make webhooks for others and set rate limits', () => {
    expect(ownerRefusal(alice, '')).to.equal(null)
    expect(ownerRefusal(alice, 'alice')).to.equal(null)
    expect(ownerRefusal(alice, 'bob')).to.equal('not_permitted')
    expect(ownerRefusal(admin, 'bob')).to.equal(null)
    expect(fieldRefusal(alice, { onlyAdministrators: true })).to.equal('not_permitted')
    expect(fieldRefusal(admin, { onlyAdministrators: true })).to.equal(null)
    expect(fieldRefusal(alice, {})).to.equal(null)
  })
})
