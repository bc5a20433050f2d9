import { expect } from 'chai'
import { bodyOf, type Chat, idOf, member, type Person, startPeopledChat } from './chat.js'

describe('channels of the example host', () => {
  let chat: Chat
  let alice: Person
  let bob: Person
  let open: string
  let closed: string

  before(async () => {
    ;({ chat, alice, bob, open, closed } = await startPeopledChat())
  })

  after(() => chat.close())

  const names = (body: unknown) =>
    (Array.isArray(body) ? body : []).map((each: unknown) => member(each, 'name'))

  it('are made with the shapes of the reference', async () => {
    const body = bodyOf(await chat.api('get', `/channels/${open}`, alice).expect(200))
    expect(body).to.include({ id: open, team_id: chat.teamId, type: 'O', name: 'open' })
    expect(body).to.include({ creator_id: alice.id, delete_at: 0 })
  })

  const refused: [what: string, changes: object][] = [
    ['a taken name', { name: 'open' }],
    ['a name with a space', { name: 'a b' }],
    ['a name like that of a direct channel', { name: 'a__b' }],
    ['another type', { type: 'D' }],
    ['a long display name', { display_name: 'x'.repeat(65) }],
  ]
  for (const [what, changes] of refused) {
    it(`are not made with ${what}`, async () => {
      const body = { team_id: chat.teamId, name: 'new', display_name: 'New', type: 'O', ...changes }
      await chat.api('post', '/channels', alice, body).expect(400)
    })
  }

  it('are shown by their name when their display name has nothing visible', async () => {
    const body = {
      team_id: chat.teamId,
      name: 'blank',
      display_name: '\u3164\u200b \u2800',
      type: 'P',
    }
    const made = await chat.api('post', '/channels', alice, body).expect(201)
    expect(made.body).to.include({ name: 'blank', display_name: 'blank' })
    await chat.api('delete', `/channels/${idOf(made)}`, alice).expect(200)
  })

  it('have names and purposes without NUL and half characters', async () => {
    const odd = { display_name: 'Odd \0 \ud800', purpose: '\udfff for \0' }
    const body = { team_id: chat.teamId, name: 'odd', type: 'O', ...odd }
    const made = await chat.api('post', '/channels', alice, body).expect(201)
    expect(made.body).to.include({
      display_name: 'Odd \ufffd \ufffd',
      purpose: '\ufffd for \ufffd',
    })
    const path = `/channels/${idOf(made)}/patch`
    const changed = await chat.api('put', path, alice, { purpose: 'a\0' }).expect(200)
    expect(changed.body).to.include({ purpose: 'a\ufffd' })
    await chat.api('delete', `/channels/${idOf(made)}`, alice).expect(200)
  })

  it('are readable for everybody if public, for members and administrators if private', async () => {
    await chat.api('get', `/channels/${open}`, bob).expect(200)
    await chat.api('get', `/channels/${open}/posts`, bob).expect(200)
    await chat.api('get', `/channels/${closed}`, bob).expect(404)
    await chat.api('get', `/channels/${closed}/posts`, bob).expect(404)
    await chat.api('get', `/channels/${closed}/members`, bob).expect(404)
    await chat.api('get', `/teams/${chat.teamId}/channels/name/closed`, bob).expect(404)
    await chat.api('post', `/channels/${closed}/members`, bob, { user_id: bob.id }).expect(404)
    await chat.api('get', `/channels/${closed}/posts`, chat.admin).expect(200)
    await chat.api('get', `/channels/${open}`, null).expect(401)
  })

  it('are listed: public ones of the team, and one’s own', async () => {
    const listed = bodyOf(await chat.api('get', `/teams/${chat.teamId}/channels`, bob).expect(200))
    expect(names(listed)).to.include('open').and.not.include('closed')
    const own = await chat.api('get', `/users/me/teams/${chat.teamId}/channels`, alice).expect(200)
    expect(names(own.body)).to.include.members(['open', 'closed'])
    await chat.api('get', `/users/${alice.id}/teams/${chat.teamId}/channels`, bob).expect(403)
    const team = bodyOf(await chat.api('get', '/teams/name/main', bob).expect(200))
    expect(member(team, 'id')).to.equal(chat.teamId)
    const membership = { team_id: chat.teamId, user_id: bob.id }
    await chat.api('post', `/teams/${chat.teamId}/members`, bob, membership).expect(201)
    await chat.api('get', '/teams/none', bob).expect(404)
  })

  it('between two people are one, named by the smaller id first', async () => {
    const first = await chat.api('post', '/channels/direct', alice, [alice.id, bob.id]).expect(201)
    const again = await chat.api('post', '/channels/direct', bob, [bob.id, alice.id]).expect(201)
    expect(idOf(again)).to.equal(idOf(first))
    expect(member(first.body, 'type')).to.equal('D')
    expect(member(first.body, 'name')).to.equal([alice.id, bob.id].sort().join('__'))
    await chat.api('get', `/channels/${idOf(first)}/posts`, chat.admin).expect(404)
    await chat.api('post', '/channels/direct', bob, [alice.id, chat.admin.id]).expect(403)
    await chat.api('post', '/channels/direct', bob, [bob.id, 'nobody']).expect(404)
    await chat.api('post', '/channels/direct', bob, [bob.id]).expect(400)
    await chat.api('delete', `/channels/${idOf(first)}`, bob).expect(403)
  })

  it('take members and let them go', async () => {
    const members = `/channels/${closed}/members`
    await chat.api('post', members, alice, { user_id: bob.id }).expect(201)
    const body = bodyOf(await chat.api('get', members, bob).expect(200))
    expect(body).to.have.lengthOf(2)
    await chat.api('delete', `${members}/${alice.id}`, bob).expect(403)
    await chat.api('delete', `${members}/me`, bob).expect(200)
    await chat.api('get', members, bob).expect(404)
    await chat.api('delete', `${members}/${bob.id}`, alice).expect(404)
    await chat.api('post', members, alice, { user_id: 'nobody' }).expect(404)
  })

  it('have a purpose, which their members and administrators change, and no other part', async () => {
    const body = { team_id: chat.teamId, name: 'aimed', display_name: 'Aimed', type: 'O' }
    const made = await chat.api('post', '/channels', alice, { ...body, purpose: ' Roll-outs ' })
    expect(made.body).to.include({ purpose: 'Roll-outs' })
    const path = `/channels/${idOf(made)}`
    await chat.api('put', `${path}/patch`, bob, { purpose: 'Mine' }).expect(403)
    const changed = await chat.api('put', `${path}/patch`, alice, { purpose: 'x'.repeat(250) })
    expect(member(changed.body, 'purpose')).to.equal('x'.repeat(250))
    await chat.api('put', `${path}/patch`, alice, { purpose: 'x'.repeat(251) }).expect(400)
    await chat.api('put', `${path}/patch`, alice, { display_name: 'Other' }).expect(400)
    await chat.api('put', `${path}/patch`, alice, { purpose: 5 }).expect(400)
    await chat.api('put', `${path}/patch`, alice, {}).expect(200)
    await chat.api('put', `${path}/patch`, chat.admin, { purpose: 'News' }).expect(200)
    expect((await chat.api('get', path, bob).expect(200)).body).to.include({ purpose: 'News' })
    const direct = await chat.api('post', '/channels/direct', alice, [alice.id, bob.id])
    await chat.api('put', `/channels/${idOf(direct)}/patch`, alice, { purpose: 'x' }).expect(403)
    await chat.api('put', `/channels/${closed}/patch`, bob, { purpose: 'x' }).expect(404)
    const tooLong = { ...body, name: 'long', purpose: 'x'.repeat(251) }
    await chat.api('post', '/channels', alice, tooLong).expect(400)
    await chat.api('delete', path, alice).expect(200)
    await chat.api('put', `${path}/patch`, alice, { purpose: 'late' }).expect(404)
  })

  it('are archived by their creator, and take nothing then', async () => {
    const id = await chat.addChannel('old', 'O', alice)
    await chat.api('delete', `/channels/${id}`, bob).expect(403)
    await chat.api('delete', `/channels/${id}`, alice).expect(200)
    await chat.api('post', '/posts', alice, { channel_id: id, message: 'late' }).expect(404)
    await chat.api('post', `/channels/${id}/members`, alice, { user_id: bob.id }).expect(404)
    await chat.api('get', `/teams/${chat.teamId}/channels/name/old`, alice).expect(404)
    const body = bodyOf(await chat.api('get', `/channels/${id}`, alice).expect(200))
    expect(member(body, 'delete_at')).to.be.above(0)
    const refused = await chat.api('post', `/channels/${id}/restore`, alice).expect(403)
    expect(refused.body).to.include({ detailed_error: 'administrators restore channels' })
  })

  it('count what is unread, and who is mentioned', async () => {
    const id = await chat.addChannel('counted', 'O', alice)
    await chat.api('post', `/channels/${id}/members`, alice, { user_id: bob.id }).expect(201)
    for (const message of ['hello', 'you, @bob.', '`@bob` in code', 'all of you: @channel']) {
      await chat.api('post', '/posts', alice, { channel_id: id, message }).expect(201)
    }
    const unread = () => chat.api('get', `/users/me/channels/${id}/unread`, bob).expect(200)
    expect((await unread()).body).to.deep.equal({
      team_id: chat.teamId,
      channel_id: id,
      msg_count: 4,
      mention_count: 2,
    })
    const own = `/users/me/teams/${chat.teamId}/channels/members`
    const body = bodyOf(await chat.api('get', own, bob).expect(200))
    const list: unknown[] = Array.isArray(body) ? body : []
    const counted = list.find((each: unknown) => member(each, 'channel_id') === id)
    expect(member(counted, 'mention_count')).to.equal(2)
    await chat.api('post', '/channels/members/me/view', bob, { channel_id: id }).expect(200)
    expect((await unread()).body).to.include({ msg_count: 0, mention_count: 0 })
    await chat.api('get', `/users/${bob.id}/channels/${id}/unread`, alice).expect(403)
  })
})
