import { expect } from 'chai'
import { bodyOf, type Chat, idOf, member, PASSWORD, type Person, startChat } from './chat.js'

describe('users of the example host', () => {
  let chat: Chat
  let alice: Person
  let bob: Person

  before(async () => {
    chat = await startChat()
    alice = await chat.addPerson('alice')
    bob = await chat.addPerson('bob')
  })

  after(() => chat.close())

  const newUser = (changes: object = {}) => ({
    username: 'carol',
    email: 'carol@example.test',
    password: PASSWORD,
    ...changes,
  })

  it('are made by administrators', async () => {
    const body = bodyOf(await chat.api('post', '/users', chat.admin, newUser()).expect(201))
    expect(body).to.include({ username: 'carol', roles: 'system_user', delete_at: 0 })
    expect(JSON.stringify(body)).not.to.match(/password/i)
    await chat.signIn('carol')
    await chat.signIn('CAROL@example.test')
  })

  it('have their passwords hashed as the library does', async () => {
    const credentials = await chat.store.adapters.users.findCredentials('carol')
    expect(credentials?.passwordHash).to.match(/^\$2b\$10\$/)
  })

  it('sign in with any password that they were given, also with NUL in it', async () => {
    const password = 'Correct\0horse-\ud800'
    const user = newUser({ username: 'odd', email: 'odd@example.test', password })
    await chat.api('post', '/users', chat.admin, user).expect(201)
    await chat.signIn('odd', password)
  })

  it('are made by nobody else', async () => {
    const other = newUser({ username: 'dave', email: 'dave@example.test' })
    await chat.api('post', '/users', alice, other).expect(403)
    await chat.api('post', '/users', null, other).expect(401)
  })

  const refused: [what: string, changes: object, name: string][] = [
    ['a taken name', { username: 'bob', email: 'new@example.test' }, 'username'],
    ['a taken address', { username: 'dave', email: 'BOB@example.test' }, 'email'],
    ['capital letters in a name', { username: 'Dave' }, 'username'],
    ['a name that calls everybody', { username: 'here' }, 'username'],
    ['a name of 65 characters', { username: 'a'.repeat(65) }, 'username'],
    ['a missing name', { username: undefined }, 'username'],
    ['an address without @', { username: 'dave', email: 'dave' }, 'email'],
    ['a password of 7 bytes', { username: 'dave', email: 'd@x', password: '1234567' }, 'password'],
    [
      'a password of 73 bytes',
      { username: 'dave', email: 'd@x', password: 'é'.repeat(37) },
      'password',
    ],
    [
      'a password that is a number',
      { username: 'dave', email: 'd@x', password: 12345678 },
      'password',
    ],
  ]
  for (const [what, changes, name] of refused) {
    it(`are not made with ${what}`, async () => {
      const body = bodyOf(
        await chat.api('post', '/users', chat.admin, newUser(changes)).expect(400),
      )
      expect(body).to.include({ id: 'api.context.invalid_body_param.app_error', status_code: 400 })
      expect(member(body, 'message')).to.equal(`Invalid or missing ${name} in request body.`)
    })
  }

  it('are found by id, by name, as oneself and in lists', async () => {
    for (const path of [`/users/${bob.id}`, '/users/username/bob', '/users/username/BOB']) {
      expect(idOf(await chat.api('get', path, alice).expect(200))).to.equal(bob.id)
    }
    expect(idOf(await chat.api('get', '/users/me', alice).expect(200))).to.equal(alice.id)
    const byIds = bodyOf(
      await chat.api('post', '/users/ids', alice, [bob.id, 'nobody']).expect(200),
    )
    expect(byIds).to.have.lengthOf(1)
    const byNames = bodyOf(await chat.api('post', '/users/usernames', alice, ['Bob']).expect(200))
    expect(byNames).to.have.lengthOf(1)
    await chat.api('post', '/users/ids', alice, { ids: [] }).expect(400)
    await chat.api('get', '/users/nobody', alice).expect(404)
    await chat.api('get', '/users/username/nobody', alice).expect(404)
    await chat.api('get', `/users/${bob.id}`, null).expect(401)
  })

  it('lose their sessions with the password', async () => {
    const erin = await chat.addPerson('erin')
    const path = `/users/${erin.id}/password`
    await chat.api('put', path, alice, { new_password: 'Another-1-password' }).expect(403)
    await chat.api('put', path, chat.admin, { new_password: 'short' }).expect(400)
    await chat.api('put', path, chat.admin, { new_password: 'Another-1-password' }).expect(200)
    await chat.api('get', '/users/me', erin).expect(401)
    await chat.signIn('erin', 'Another-1-password')
  })

  it('change their own password if they know it', async () => {
    const frank = await chat.addPerson('frank')
    const path = '/users/me/password'
    const wanted = { new_password: 'Yet-another-1' }
    await chat.api('put', path, frank, wanted).expect(400)
    await chat.api('put', path, frank, { ...wanted, current_password: 'wrong' }).expect(400)
    const known = { ...wanted, current_password: PASSWORD }
    await chat.api('put', path, frank, known).expect(200)
    await chat.api('get', '/users/me', frank).expect(401)
    await chat.signIn('frank', 'Yet-another-1')
  })

  it('are deactivated by themselves and by administrators, and come back by administrators', async () => {
    const grace = await chat.addPerson('grace')
    const path = `/users/${grace.id}/active`
    await chat.api('put', path, alice, { active: false }).expect(403)
    await chat.api('put', path, grace, { active: 'no' }).expect(400)
    await chat.api('put', path, grace, { active: false }).expect(200)
    await chat.api('get', '/users/me', grace).expect(401)
    await chat.api('put', path, chat.admin, { active: true }).expect(200)
    const back = { ...grace, token: await chat.signIn('grace') }
    await chat.api('put', path, back, { active: true }).expect(403)
  })

  describe('claim logins at forges', () => {
    const path = '/users/me/logins'
    const claim = (as: Person | null, login: string, at = path) =>
      chat.api('post', at, as, { login })
    const loginsOf = async (as: Person): Promise<unknown> =>
      bodyOf(await chat.api('get', path, as).expect(200))
    const release = (as: Person, login: string, of = 'me') =>
      chat.api('delete', `/users/${of}/logins/${encodeURIComponent(login)}`, as)

    it('by their addresses, once', async () => {
      for (const login of [
        'https://GitHub.com/Octo-Alice/',
        'git.example:8443/@alice',
        'git.example/alice',
      ]) {
        await claim(alice, login).expect(201)
      }
      const claimed = ['git.example/alice', 'github.com/octo-alice']
      expect(await loginsOf(alice))
        .to.have.members(claimed)
        .and.have.lengthOf(2)
      const found = await chat.store.adapters.users.findByLogins?.('github', 'github.com', [
        'octo-alice',
        'nobody',
      ])
      expect(found?.map(({ login, user }) => [login, user.id])).to.deep.equal([
        ['octo-alice', alice.id],
      ])
    })

    it('that nobody else has claimed', async () => {
      const body = bodyOf(await claim(bob, 'github.com/octo-alice').expect(400))
      expect(member(body, 'detailed_error')).to.equal(
        '@alice has claimed it; they or an administrator can release it',
      )
      expect(await loginsOf(bob)).to.deep.equal([])
    })

    it('and release them, as administrators do for others', async () => {
      await release(bob, 'github.com/octo-alice').expect(404)
      await release(bob, 'github.com/octo-alice', alice.id).expect(403)
      await chat.api('get', `/users/${alice.id}/logins`, bob).expect(403)
      await release(alice, 'git.example/alice').expect(200)
      await release(chat.admin, 'github.com/octo-alice', alice.id).expect(200)
      expect(await loginsOf(alice)).to.deep.equal([])
      await claim(bob, 'github.com/octo-alice').expect(201)
    })

    it('but nothing else, and not without end', async () => {
      for (const login of ['octocat', 'github.com/', 'github.com/a/b', 'ftp://a/b', 'a/b c', '']) {
        await claim(alice, login).expect(400)
      }
      await claim(null, 'github.com/x').expect(401)
      await claim(alice, 'github.com/x', '/users/nobody/logins').expect(403)
      for (let n = 0; n < 20; n++) await claim(alice, `github.com/n${n}`).expect(201)
      const body = bodyOf(await claim(alice, 'github.com/n20').expect(400))
      expect(member(body, 'detailed_error')).to.match(/^At most 20/)
    })
  })

  it('keep their last administrator', async () => {
    await chat.api('put', '/users/me/active', chat.admin, { active: false }).expect(403)
  })
})

describe('wrong current passwords at the example host', () => {
  it('are counted like failed sign-ins', async () => {
    const chat = await startChat({ limits: { signIn: { failures: 2, seconds: 60 } } })
    try {
      const alice = await chat.addPerson('alice')
      const body = { new_password: 'Another-1-password', current_password: 'wrong' }
      await chat.api('put', '/users/me/password', alice, body).expect(400)
      await chat.api('put', '/users/me/password', alice, body).expect(400)
      const answer = await chat.api('put', '/users/me/password', alice, body).expect(429)
      expect(Number(answer.get('Retry-After'))).to.be.within(1, 60)
    } finally {
      await chat.close()
    }
  })
})
