import { expect } from 'chai'
import { DEFAULT_WEBHOOK } from '../../lib/model/defaults.js'
import { sampleValues, toWire } from '../../lib/model/fields.js'
import { CALLER_FIELDS, CALLER_NAMES, type CallerValues } from '../../lib/model/webhook-fields.js'
import { writtenOf } from '../../lib/code/written.js'

const SHOWN = {
  ...toWire<CallerValues>(CALLER_FIELDS, { ...DEFAULT_WEBHOOK, displayName: 'CI' }),
  slug: 'ci',
  team_id: 'main',
  channel_id: 'c1',
  user_id: 'u1',
  creator_username: 'alice',
  verification: null,
}
const HOST = { channels: new Map([['c1', 'alerts']]), hasTeams: false, me: 'u1' }
const LEAST = { slug: 'ci', channel: 'alerts', display_name: 'CI' }

describe('a webhook as a file has it', () => {
  it('has no defaults, no owner who is the caller, and no team if there is only one', () => {
    expect(writtenOf(SHOWN, HOST)).to.deep.equal(LEAST)
    expect(writtenOf(SHOWN, { ...HOST, hasTeams: true, me: 'u2' })).to.deep.equal({
      ...LEAST,
      channel: 'main/alerts',
      owner: 'alice',
    })
    expect(writtenOf({ ...SHOWN, channel_id: 'gone' }, HOST)).to.include({ channel: 'gone' })
  })

  it('has every field that is set, in the order of the table', () => {
    const full = toWire<CallerValues>(CALLER_FIELDS, sampleValues<CallerValues>(CALLER_FIELDS))
    const written = writtenOf({ ...SHOWN, ...full }, HOST)
    const wires = CALLER_NAMES.map((name) => CALLER_FIELDS[name].wire)
    expect(Object.keys(written)).to.deep.equal(['slug', 'channel', ...wires])
  })

  it('is the same text whatever order a store has for the members of JSON', () => {
    const one = [{ when: { branch: 'a', 'body.x': 1 }, then: { silent: true, channel: 'c1' } }]
    const same = [{ then: { channel: 'c1', silent: true }, when: { 'body.x': 1, branch: 'a' } }]
    const texts = [one, same].map((rules) => JSON.stringify(writtenOf({ ...SHOWN, rules }, HOST)))
    expect(texts[0]).to.equal(texts[1]).and.include('"then":{"channel":"alerts","silent":true}')
  })

  it('has how senders sign, without secrets and defaults', () => {
    const style = { prefix: '', encoding: 'base64', timestamp_header: '', signed: '{time}.{body}' }
    const cases = [
      [{ scheme: 'github', header: '' }, { scheme: 'github' }],
      [
        { scheme: 'hmac', header: 'X', ...style },
        { scheme: 'hmac', header: 'X', encoding: 'base64' },
      ],
    ] as const
    for (const [shown, verification] of cases) {
      const with_ = { ...SHOWN, verification: { ...shown, has_previous_secret: true } }
      expect(writtenOf(with_, HOST)).to.deep.equal({ ...LEAST, verification })
    }
  })
})
