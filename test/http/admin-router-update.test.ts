import { expect } from 'chai'
import { adminHost } from './admin-router.host.js'

describe('updating a webhook', () => {
  const put = { channel_id: 'alerts', display_name: 'CI 2' }

  it('replaces all that callers of the reference know, keeps the rest', async () => {
    const { send, webhookOf, clock } = adminHost()
    const expires_at = clock.now + 1_000_000
    const made = await webhookOf('alice', { channel_locked: true, expires_at })
    const answer = await send('put', `/hooks/incoming/${made.id}`, 'alice', put)
    expect(answer.status).to.equal(200)
    const record = answer.body as Record<string, unknown>
    const { update_at } = record
    expect(update_at).to.be.greaterThan(Number(made['update_at']))
    const changes = { display_name: 'CI 2', description: '', channel_locked: false, update_at }
    expect(record).to.deep.equal({ ...made, ...changes })
  })

  it('takes back a record as it was shown, also past its expiry', async () => {
    const { send, webhookOf, clock } = adminHost()
    const made = await webhookOf('alice', { expires_at: clock.now + 5 })
    clock.now += 1_000
    const path = `/hooks/incoming/${made.id}`
    const answer = await send('put', path, 'alice', { ...made, display_name: 'CI 2' })
    expect(answer.status).to.equal(200)
    expect(answer.body).to.include({ expires_at: made['expires_at'], display_name: 'CI 2' })
    const never = await send('put', path, 'alice', { ...made, expires_at: null })
    expect(never.body).to.include({ expires_at: 0 })
  })

  it('sets what is chosen about formats, and keeps it for clients that do not know it', async () => {
    const { send, webhookOf } = adminHost()
    const { id } = await webhookOf('alice')
    const path = `/hooks/incoming/${id}`
    const chosen = { format: 'grafana', except: ['resolved'], foreign_mentions: 'people' }
    const set = await send('put', path, 'alice', { ...put, ...chosen, events: 'firing, ok' })
    expect(set.body).to.deep.include({ ...chosen, events: ['firing', 'ok'] })
    const kept = await send('put', path, 'alice', put)
    expect(kept.body).to.deep.include({ ...chosen, events: ['firing', 'ok'] })
  })

  it('keeps the owner, if an administrator names nobody else', async () => {
    const { send, webhookOf } = adminHost()
    const { id } = await webhookOf('alice')
    for (const body of [put, { ...put, user_id: '' }, { ...put, user_id: 'alice' }]) {
      expect((await send('put', `/hooks/incoming/${id}`, 'admin', body)).body).to.include({
        user_id: 'alice',
      })
    }
  })

  const refusals: readonly [string, object, number, string][] = [
    ['another id in the body', { id: 'another' }, 400, 'api.context.invalid_body_param.app_error'],
    ['another team', { team_id: 'other' }, 400, 'api.context.invalid_body_param.app_error'],
    [
      'a channel of another team',
      { channel_id: 'elsewhere' },
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'an unreadable channel',
      { channel_id: 'private-out' },
      404,
      'app.channel.get.existing.app_error',
    ],
    ['no channel', { channel_id: '' }, 400, 'api.context.invalid_body_param.app_error'],
    ['an unknown format', { format: 'nothing' }, 400, 'api.context.invalid_body_param.app_error'],
    ['an event with a comma', { events: ['a,b'] }, 400, 'api.context.invalid_body_param.app_error'],
    [
      'too many events',
      { events: Array.from({ length: 51 }, (_, index) => `e${index}`) },
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'mentions of another kind',
      { foreign_mentions: 'everybody' },
      400,
      'api.context.invalid_body_param.app_error',
    ],
    ['an empty name', { display_name: '' }, 400, 'model.incoming_hook.display_name.app_error'],
    [
      'a name too long',
      { display_name: 'n'.repeat(257) },
      400,
      'model.incoming_hook.display_name.app_error',
    ],
    [
      'a rate limit',
      { rate_limit: { per_second: 7777, burst: 1 } },
      403,
      'api.context.permissions.app_error',
    ],
  ]
  for (const [title, body, status, id] of refusals) {
    it(`refuses ${title} and changes nothing`, async () => {
      const host = adminHost()
      const made = await host.webhookOf('alice')
      const path = `/hooks/incoming/${made.id}`
      const answer = await host.send('put', path, 'alice', { ...put, ...body })
      expect(answer.status).to.equal(status)
      expect(answer.body).to.include({ id })
      expect(answer.text).not.to.include('7777')
      expect((await host.send('get', path, 'alice')).body).to.deep.equal(made)
    })
  }

  it('moves within the team; a webhook that stays may be renamed where its channel is out of reach', async () => {
    const { send, webhookOf, adapters } = adminHost()
    const { id } = await webhookOf('alice', { channel_id: 'private-in' })
    adapters.host.members.get('private-in')?.delete('alice')
    const path = `/hooks/incoming/${id}`
    const renamed = await send('put', path, 'alice', { ...put, channel_id: 'private-in' })
    expect(renamed.body).to.include({ display_name: 'CI 2', channel_id: 'private-in' })
    const moved = await send('put', path, 'alice', put)
    expect(moved.body).to.include({ channel_id: 'alerts', channel_display_name: 'ALERTS' })
    const back = await send('put', path, 'alice', { ...put, channel_id: 'private-in' })
    expect(back.status).to.equal(404)
  })

  it('override fields are blanked on create and kept on update while the settings are off', async () => {
    const { send, webhookOf, set } = adminHost()
    const overrides = { username: 'bot', icon_url: 'https://x.test/i.png', icon_emoji: ':robot:' }
    const blank = { username: '', icon_url: '', icon_emoji: '' }
    expect(await webhookOf('alice', overrides)).to.include(blank)
    set({ enablePostUsernameOverride: true, enablePostIconOverride: true })
    const made = await webhookOf('alice', overrides)
    expect(made).to.include(overrides)
    set({ enablePostUsernameOverride: false, enablePostIconOverride: false })
    const path = `/hooks/incoming/${made.id}`
    expect((await send('put', path, 'alice', { ...put, username: 'new' })).body).to.include(
      overrides,
    )
    set({ enablePostUsernameOverride: true, enablePostIconOverride: true })
    const cleared = { username: '', icon_url: '', icon_emoji: ':robot:' }
    expect((await send('put', path, 'alice', put)).body).to.include(cleared)
    expect((await send('put', path, 'alice', { ...put, icon_emoji: '' })).body).to.include(blank)
  })

  it('rate limits are set and seen by administrators only', async () => {
    const { send, webhookOf } = adminHost()
    const rate_limit = { per_second: 7, burst: 70 }
    const made = await webhookOf('admin', { rate_limit, user_id: 'alice' })
    expect(made).to.deep.include({ user_id: 'alice', rate_limit })
    const path = `/hooks/incoming/${made.id}`
    for (const own of [
      await send('get', path, 'alice'),
      await send('get', '/hooks/incoming', 'alice'),
      await send('put', path, 'alice', { ...put, rate_limit: null }),
    ]) {
      expect(own.status).to.equal(200)
      expect(own.text).not.to.include('rate_limit')
    }
    expect((await send('put', path, 'admin', put)).body).to.deep.include({ rate_limit })
    const cleared = await send('put', path, 'admin', { ...put, rate_limit: null })
    expect(cleared.body).to.include({ rate_limit: null })
  })

  it('an ETag changes with the record and not with its use', async () => {
    const { send, webhookOf, adapters } = adminHost()
    const { id } = await webhookOf('alice')
    const path = `/hooks/incoming/${id}`
    const tagOf = async (): Promise<string | undefined> =>
      (await send('get', path, 'alice')).headers['etag']
    const tag = await tagOf()
    expect(tag).to.match(/^"[^"]+"$/)
    await adapters.webhooks.touch(id, 5, 'current')
    expect(await tagOf()).to.equal(tag)
    expect((await send('get', path, 'alice').set('If-None-Match', tag ?? '')).status).to.equal(200)
    const answer = await send('put', path, 'alice', put)
    expect(answer.headers['etag']).not.to.equal(tag)
    expect(await tagOf()).to.equal(answer.headers['etag'])
  })

  const conditions: readonly [string, (tag: string) => string, number][] = [
    ['the current tag', (tag) => tag, 200],
    ['a list with the current tag', (tag) => `"x-1", ${tag}`, 200],
    ['the tag as a compressing proxy leaves it', (tag) => `W/${tag}`, 200],
    ['any', () => '*', 200],
    ['an older tag', (tag) => tag.replace(/\d"$/, '"'), 412],
    ['the tag of another record', (tag) => tag.replace(/^"./, '"_'), 412],
    ['nonsense', () => 'nonsense', 412],
    ['nothing', () => '', 412],
  ]
  for (const [title, header, status] of conditions) {
    it(`If-Match with ${title}: ${status}`, async () => {
      const { send, webhookOf } = adminHost()
      const { id } = await webhookOf('alice')
      const path = `/hooks/incoming/${id}`
      const tag = (await send('get', path, 'alice')).headers['etag'] ?? ''
      const answer = await send('put', path, 'alice', put).set('If-Match', header(tag))
      expect(answer.status).to.equal(status)
      const name = status === 200 ? 'CI 2' : 'CI'
      expect((await send('get', path, 'alice')).body).to.include({ display_name: name })
    })
  }
})
