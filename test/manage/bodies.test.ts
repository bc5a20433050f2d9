import { expect } from 'chai'
import { BODIES } from '../../lib/manage/bodies.js'
import { WebhookError } from '../../lib/model/errors.js'
import { fieldNames } from '../../lib/model/fields.js'
import { type Check, inWire } from '../../lib/model/sent.js'

const LONGEST_URL = 'https://x.test/'.padEnd(2_048, 'a')
const LEAST = { channel_id: 'c', display_name: 'CI' }

function read<Value>({ read }: Check<Value>, body: object): Value {
  return read({ value: body, spell: inWire })
}

function codeOf(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof WebhookError) return `${error.code} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('bodies of management', () => {
  it('the least that a webhook takes', () => {
    expect(read(BODIES.webhook, LEAST)).to.deep.equal({
      id: '',
      teamId: '',
      userId: '',
      channelId: 'c',
      displayName: 'CI',
      description: '',
      username: '',
      iconUrl: '',
      channelLocked: false,
    })
  })

  it('null is absent, or clears what is kept otherwise', () => {
    const nulls = ['id', 'user_id', 'description', 'username', 'icon_url', 'channel_locked']
    const body = Object.fromEntries(nulls.map((name) => [name, null]))
    expect(read(BODIES.webhook, { ...LEAST, ...body })).to.deep.equal(read(BODIES.webhook, LEAST))
    const cleared = { icon_emoji: null, expires_at: null, rate_limit: null }
    expect(read(BODIES.webhook, { ...LEAST, ...cleared })).to.include({
      iconEmoji: '',
      expiresAt: 0,
      rateLimit: null,
    })
  })

  const accepted: readonly [object, string, unknown][] = [
    [{ display_name: '🚀'.repeat(256) }, 'displayName', '🚀'.repeat(256)],
    [{ display_name: ' <b> #1: "q" ' }, 'displayName', '<b> #1: "q"'],
    [{ display_name: 'a\0b\ud800' }, 'displayName', 'ab'],
    [{ display_name: 'a\u202eb\r\nc\u200b\u2028d' }, 'displayName', 'abcd'],
    [{ display_name: `${'\u200b'.repeat(300)}CI` }, 'displayName', 'CI'],
    [{ description: 'a\0b\n c\ud800 ' }, 'description', 'a\ufffdb\n c\ufffd '],
    [{ description: 'é'.repeat(500) }, 'description', 'é'.repeat(500)],
    [{ username: '  b\u202eo\nt\u0000 ' }, 'username', 'bot'],
    [{ username: 'ad\u200dmi\u3164n' }, 'username', 'admin'],
    [{ username: '👩‍💻' }, 'username', '👩‍💻'],
    [{ username: '🤖'.repeat(64) }, 'username', '🤖'.repeat(64)],
    [{ icon_url: 'HTTPS://x.test/a.png?b=c' }, 'iconUrl', 'HTTPS://x.test/a.png?b=c'],
    [{ icon_url: '' }, 'iconUrl', ''],
    [{ icon_url: LONGEST_URL }, 'iconUrl', LONGEST_URL],
    [{ username: 'al\u200bice\ufeff' }, 'username', 'alice'],
    [{ expires_at: 5 }, 'expiresAt', 5],
    [{ constructor: 1, toString: 'x', enabled: false }, 'displayName', 'CI'],
  ]
  for (const [body, name, value] of accepted) {
    it(`are accepted with ${JSON.stringify(body).slice(0, 50)}`, () => {
      expect(read(BODIES.webhook, { ...LEAST, ...body })).to.have.property(name, value)
    })
  }

  it('a rate limit takes our names', () => {
    const { rateLimit } = read(BODIES.webhook, {
      ...LEAST,
      rate_limit: { per_second: 0.5, burst: 3 },
    })
    expect(rateLimit).to.deep.equal({ perSecond: 0.5, burst: 3 })
  })

  const missing = (name: string): string =>
    `invalid_body Invalid or missing ${name} in request body.`
  const refused: readonly [object, string][] = [
    [{ display_name: undefined }, 'display_name_invalid Invalid title.'],
    [{ display_name: null }, 'display_name_invalid Invalid title.'],
    [{ display_name: '' }, 'display_name_invalid Invalid title.'],
    [{ display_name: '\u3164\u200b \u2800' }, 'display_name_invalid Invalid title.'],
    [{ display_name: ' \n' }, 'display_name_invalid Invalid title.'],
    [{ display_name: 5 }, 'display_name_invalid Invalid title.'],
    [{ display_name: 'é'.repeat(257) }, 'display_name_invalid Invalid title.'],
    [{ description: 'd'.repeat(501) }, 'description_invalid Invalid description.'],
    [{ description: [] }, 'description_invalid Invalid description.'],
    [{ icon_url: 'javascript:alert(1)' }, 'icon_url_invalid Invalid post icon.'],
    [{ icon_url: 'https://' }, 'icon_url_invalid Invalid post icon.'],
    [{ icon_url: 'https://x.test/a b' }, 'icon_url_invalid Invalid post icon.'],
    [{ icon_url: `${LONGEST_URL}a` }, 'icon_url_invalid Invalid post icon.'],
    [{ channel_id: undefined }, missing('channel_id')],
    [{ channel_id: '' }, missing('channel_id')],
    [{ channel_id: 5 }, missing('channel_id')],
    [{ channel_id: 'a\0' }, missing('channel_id')],
    [{ username: 'n'.repeat(65) }, missing('username')],
    [{ icon_emoji: 'n'.repeat(65) }, missing('icon_emoji')],
    [{ channel_locked: 'true' }, missing('channel_locked')],
    [{ user_id: {} }, missing('user_id')],
    [{ expires_at: -1 }, missing('expires_at')],
    [{ expires_at: 1.5 }, missing('expires_at')],
    [{ expires_at: '5' }, missing('expires_at')],
    [{ rate_limit: 5 }, missing('rate_limit')],
    [{ rate_limit: { per_second: 0, burst: 1 } }, missing('rate_limit.per_second')],
    [{ rate_limit: { per_second: 1, burst: 0 } }, missing('rate_limit.burst')],
    [{ rate_limit: { per_second: 1 } }, missing('rate_limit.burst')],
    [{ rate_limit: { per_second: Infinity, burst: 1 } }, missing('rate_limit.per_second')],
  ]
  for (const [body, expected] of refused) {
    it(`are refused with ${JSON.stringify(body).slice(0, 50)}`, () => {
      expect(codeOf(() => read(BODIES.webhook, { ...LEAST, ...body }))).to.equal(expected)
    })
  }

  it('a refusal does not repeat what was sent', () => {
    try {
      read(BODIES.webhook, { ...LEAST, rate_limit: { per_second: -7777, burst: 1 } })
      expect.fail('it is accepted')
    } catch (error) {
      expect(error).to.be.instanceOf(WebhookError)
      expect((error as WebhookError).detail).to.match(/^rate_limit\.per_second: /)
      expect((error as WebhookError).detail).not.to.include('7777')
    }
  })

  it('the other bodies', () => {
    expect(read(BODIES.regenerate, {})).to.equal(0)
    expect(read(BODIES.regenerate, { overlap_seconds: null })).to.equal(0)
    expect(read(BODIES.regenerate, { overlap_seconds: 86_400 })).to.equal(86_400)
    expect(codeOf(() => read(BODIES.regenerate, { overlap_seconds: 86_401 }))).to.equal(
      missing('overlap_seconds'),
    )
    expect(read(BODIES.revoke, { key: 'k' })).to.equal('k')
    expect(codeOf(() => read(BODIES.revoke, { key: 5 }))).to.equal(missing('key'))
    expect(read(BODIES.settings, { ServiceSettings: null, Other: 5 })).to.deep.equal({})
    expect(codeOf(() => read(BODIES.settings, { LogSettings: 5 }))).to.equal(missing('LogSettings'))
    expect(read(BODIES.press, {})).to.equal('')
  })

  it('describe themselves', () => {
    for (const name of fieldNames(BODIES)) {
      expect(BODIES[name].schema, name).to.have.property('type', 'object')
    }
    expect(JSON.stringify(BODIES.webhook.schema)).to.include('"maxLength":500')
  })
})
