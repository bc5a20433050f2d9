import { expect } from 'chai'
import request from 'supertest'
import { id } from '../support/hook-host.js'
import { buttonsSite, closeReceivers } from './buttons-site.js'

const YES = { id: 'yes', name: 'Yes' }

describe('a press is refused', () => {
  afterEach(closeReceivers)

  it('in a channel that the presser may not read, as for a post that does not exist', async () => {
    const { post, press, receiver } = await buttonsSite()
    const postId = await post([YES], { channel: 'private-in' })
    const hidden = await press(postId, 'yes', 'carol')
    const missing = await press(id('nothing'), 'yes', 'carol')
    for (const { status, body } of [hidden, missing]) {
      expect({ status, id: body.id }).to.deep.equal({ status: 404, id: 'app.post.get.app_error' })
    }
    expect(receiver.connections).to.equal(0)
    expect(await press(postId, 'yes', 'alice')).to.have.property('status', 200)
  })

  it('for a button of another post, and for one that does not exist', async () => {
    const { post, press } = await buttonsSite()
    const one = await post([YES])
    const other = await post([{ id: 'no', name: 'No' }])
    for (const [postId, actionId] of [
      [one, 'no'],
      [other, 'yes'],
      [one, 'a.b'],
      [one, '__proto__'],
    ]) {
      const { status, body } = await press(postId ?? '', actionId ?? '')
      expect({ status, id: body.id }).to.deep.equal({
        status: 404,
        id: 'api.post.do_action.action_id.app_error',
      })
    }
  })

  it('for a button that is switched off, or whose webhook is', async () => {
    const { post, press, adapters, webhook, receiver } = await buttonsSite()
    const postId = await post([YES, { id: 'off', name: 'Off', disabled: true }])
    expect(await press(postId, 'off')).to.have.property('status', 400)
    adapters.host.webhooks.set(webhook.id, { ...webhook, enabled: false })
    expect(await press(postId, 'yes')).to.have.property('status', 400)
    adapters.host.webhooks.delete(webhook.id)
    expect(await press(postId, 'yes')).to.have.property('status', 400)
    expect(receiver.connections).to.equal(0)
  })

  it('from nobody, from foreign pages, and by other methods than POST', async () => {
    const { post, app } = await buttonsSite()
    const path = `/api/v4/posts/${await post([YES])}/actions/yes`
    await request(app).post(path).expect(401)
    const foreign = request(app).post(path).set('as', 'bob').set('X-Requested-With', 'x')
    await foreign.set('Origin', 'https://evil.example').expect(403)
    await request(app).post(path).set('as', 'bob').type('form').send('a=b').expect(403)
    const { headers } = await request(app).get(path).expect(405)
    expect(headers).to.include({ allow: 'POST' })
  })

  it('for what a menu does not offer', async () => {
    const { post, press, receiver } = await buttonsSite()
    const menu = { id: 'm', name: 'To', type: 'select', options: [{ text: 'One', value: '1' }] }
    const people = { id: 'u', name: 'Who', type: 'select', data_source: 'users' }
    const places = { id: 'c', name: 'Where', type: 'select', data_source: 'channels' }
    const postId = await post([menu, people, places])
    for (const [action, option] of [
      ['m', '2'],
      ['m', ''],
      ['u', id('gone')],
      ['u', 'x'],
      ['c', id('private-out')],
      ['c', id('archived')],
    ]) {
      expect(
        await press(postId, action ?? '', 'alice', { selected_option: option }),
      ).to.have.property('status', 400)
    }
    expect(await press(postId, 'm', 'alice', { selected_option: 7 })).to.have.property(
      'status',
      400,
    )
    expect(receiver.connections).to.equal(0)
    for (const [action, option] of [
      ['m', '1'],
      ['u', id('bob')],
      ['c', id('private-in')],
    ]) {
      expect(
        await press(postId, action ?? '', 'alice', { selected_option: option }),
      ).to.have.property('status', 200)
    }
    const options = receiver.received.map(
      ({ body }) => /"selected_option":"([\w-]+)"/.exec(body)?.[1],
    )
    expect(options).to.deep.equal(['1', id('bob'), id('private-in')])
  })
})
