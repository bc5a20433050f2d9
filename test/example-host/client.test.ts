import { createRequire } from 'node:module'
import type * as MattermostClient from '@mattermost/client'
import { expect } from 'chai'
import request from 'supertest'
import { WebSocket } from 'ws'
import { until } from '../support/until.js'
import { bodyOf, type Chat, member, PASSWORD, startChat } from './chat.js'
import { postOf } from './socket.js'

// The package is CommonJS of a kind that cannot be imported by name.
const { Client4, WebSocketClient } = createRequire(import.meta.url)(
  '@mattermost/client',
) as typeof MattermostClient

describe('a client of the reference’s API', () => {
  let chat: Chat
  let channel: string
  const client = new Client4()

  before(async () => {
    chat = await startChat()
    channel = await chat.addChannel('builds', 'O', chat.admin)
    client.setUrl(chat.url)
    const user = await client.login('admin', PASSWORD)
    expect(user.username).to.equal('admin')
    client.setUserId(user.id)
  })

  after(() => chat.close())

  it('reads who and where it is', async () => {
    expect((await client.getMe()).roles).to.equal('system_admin system_user')
    const team = await client.getTeamByName('main')
    const channels = await client.getMyChannels(team.id)
    expect(channels.map(({ name }) => name)).to.include('builds')
    expect((await client.getProfilesByUsernames(['admin'])).map(({ id }) => id)).to.deep.equal([
      chat.admin.id,
    ])
    expect((await client.ping(false)).status).to.equal('OK')
  })

  it('changes the settings', async () => {
    const changed = await client.patchConfig({
      ServiceSettings: { EnablePostUsernameOverride: true },
      LogSettings: { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' },
    })
    expect(changed.ServiceSettings.EnablePostUsernameOverride).to.equal(true)
    const config = await client.getConfig()
    expect(config.LogSettings.ConsoleLevel).to.equal('DEBUG')
  })

  it('manages webhooks and reads their logs', async () => {
    const hook = await client.createIncomingWebhook({ channel_id: channel, display_name: 'CI' })
    const listed = await client.getIncomingWebhooks()
    expect(Array.isArray(listed) ? listed.map(({ id }) => id) : []).to.include(hook.id)
    const changed = await client.updateIncomingWebhook({ ...hook, description: 'Builds' })
    expect(changed.description).to.equal('Builds')
    expect((await client.removeIncomingWebhook(hook.id)).status).to.equal('OK')
    await client.getIncomingWebhook(hook.id).then(
      () => expect.fail('the webhook is still there'),
      (error: unknown) => {
        expect(error).to.include({ server_error_id: 'app.webhooks.get_incoming.app_error' })
      },
    )
    expect(await client.getPlainLogs()).to.be.an('array')
  })

  it('writes and reads posts', async () => {
    const empty = await chat.addChannel('empty', 'O', chat.admin)
    const post = await client.createPost({ channel_id: empty, message: 'by hand' })
    expect((await client.getPost(post.id)).message).to.equal('by hand')
    const { order } = await client.getPosts(empty)
    expect(order).to.deep.equal([post.id])
    expect((await client.getPostsSince(empty, post.create_at)).order).to.deep.equal([])
    expect((await client.getChannelMembers(empty)).map(({ user_id }) => user_id)).to.deep.equal([
      chat.admin.id,
    ])
  })

  it('edits and deletes posts', async () => {
    const post = await client.createPost({ channel_id: channel, message: 'before' })
    const edited = await client.patchPost({ id: post.id, message: 'after' })
    expect(edited).to.include({ message: 'after', edit_at: edited.update_at })
    expect((await client.deletePost(post.id)).status).to.equal('OK')
    const { order, posts } = await client.getPostsSince(channel, edited.update_at)
    expect(order).to.deep.equal([post.id])
    expect(posts[post.id]?.delete_at).to.be.above(edited.update_at)
    expect((await client.getPosts(channel)).order).to.not.include(post.id)
  })

  it('hears of a webhook’s post', async () => {
    const created = await chat.api('post', '/hooks/incoming', chat.admin, {
      channel_id: channel,
      display_name: 'CI',
    })
    const key = String(member(bodyOf(created), 'key'))
    const heard: unknown[] = []
    // The client looks for the one of browsers.
    const had = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')
    Object.assign(globalThis, { WebSocket })
    const { log } = console
    console.log = () => undefined
    const sockets = new WebSocketClient()
    try {
      sockets.addMessageListener((message) => heard.push(message))
      sockets.addMissedMessageListener(() => undefined)
      sockets.initialize(`ws://127.0.0.1:${chat.port}/api/v4/websocket`, chat.admin.token)
      await until('the greeting', () => heard.length >= 1)
      await request(chat.url)
        .post(`/hooks/${key}`)
        .send({ text: 'built', username: 'ci' })
        .expect(200)
      await until('the post', () => heard.length >= 2)
      expect(heard.map((each) => member(each, 'event'))).to.deep.equal(['hello', 'posted'])
      expect(postOf(heard[1])).to.deep.include({ message: 'built', channel_id: channel })
    } finally {
      sockets.close()
      console.log = log
      if (had) Object.defineProperty(globalThis, 'WebSocket', had)
      else Reflect.deleteProperty(globalThis, 'WebSocket')
    }
  })
})
