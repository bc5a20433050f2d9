import { expect } from 'chai'
import type { SignInAttempt } from '../../lib/auth/sign-in.js'
import {
  attempt,
  codeOf,
  fail,
  createSignInHost,
  PASSWORD,
  wrong,
} from '../support/sign-in-host.js'

describe('signing in', () => {
  for (const loginId of ['ann', 'ANN', 'ann@example.org', 'Ann@Example.org']) {
    it(`succeeds for ${loginId} with the password`, async () => {
      const { signIn } = await createSignInHost()
      const { user, token } = await signIn.signIn(attempt({ loginId }))
      expect(user.id).to.equal('u-ann')
      expect(await signIn.authenticate(token)).to.deep.equal(user)
    })
  }

  const refused: readonly (readonly [string, Partial<SignInAttempt>, string])[] = [
    ['a wrong password', { password: 'wrong' }, 'sign_in_failed'],
    ['an unknown user', { loginId: 'nobody' }, 'sign_in_failed'],
    ['a user named __proto__', { loginId: '__proto__' }, 'sign_in_failed'],
    ['a NUL in the login id', { loginId: 'ann\0' }, 'sign_in_failed'],
    ['a password of 73 bytes', { password: 'p'.repeat(73) }, 'sign_in_failed'],
    ['a missing password', { password: undefined }, 'password_blank'],
    ['a password of null', { password: null }, 'password_blank'],
    ['an empty password', { password: '' }, 'password_blank'],
    ['a password that is a list', { password: [PASSWORD] }, 'invalid_body'],
    ['a password that is true', { password: true }, 'invalid_body'],
    ['a missing login id', { loginId: undefined }, 'invalid_body'],
    ['an empty login id', { loginId: '' }, 'invalid_body'],
    ['a login id that is an object', { loginId: { $gt: '' } }, 'invalid_body'],
  ]
  for (const [name, changes, code] of refused) {
    it(`fails with ${code} for ${name}`, async () => {
      const { signIn, adapters } = await createSignInHost()
      expect(await codeOf(signIn.signIn(attempt(changes)))).to.equal(code)
      expect(adapters.host.sessions.size).to.equal(0)
    })
  }

  it('compares also for an unknown user, one without a hash and a password that is too long', async () => {
    const compared: (string | null)[] = []
    const host = await createSignInHost({
      parts: ({ passwords }) => ({
        passwords: {
          compare: (password, hash) => {
            compared.push(hash)
            return passwords.compare(password, hash)
          },
        },
      }),
    })
    host.adapters.host.credentials.set('u-root', { userId: 'u-root', passwordHash: '' })
    await fail(host, 1, wrong({ loginId: 'nobody' }))
    await fail(host, 1, wrong({ loginId: 'root' }))
    await fail(host, 1, wrong({ password: 'p'.repeat(100) }))
    expect(compared).to.have.length(3)
  })

  it('fails for a deactivated user', async () => {
    const host = await createSignInHost()
    host.deactivate('u-ann')
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('sign_in_failed')
  })

  it('fails for a deactivated user whom the adapter forgot to hide', async () => {
    const host = await createSignInHost({
      parts: ({ users }) => ({
        users: {
          findByIds: (ids) => users.findByIds(ids),
          findCredentials: () => host.adapters.host.credentials.get('u-ann') ?? null,
        },
      }),
    })
    host.deactivate('u-ann')
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('sign_in_failed')
  })

  it('a password changed during the compare leaves no session of the old one', async () => {
    const host = await createSignInHost({
      parts: ({ passwords }) => ({
        passwords: {
          compare: async (password, hash) => {
            const matches = await passwords.compare(password, hash)
            const passwordHash = await host.passwords.hash('new')
            host.adapters.host.credentials.set('u-ann', { userId: 'u-ann', passwordHash })
            await host.signIn.signOutUser('u-ann')
            return matches
          },
        },
      }),
    })
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('sign_in_failed')
    expect(host.adapters.host.sessions.size).to.equal(0)
  })

  it('a failing store is not taken for a wrong password', async () => {
    const broken = new Error('the disk is gone')
    const { signIn } = await createSignInHost({
      parts: ({ users }) => ({
        users: { ...users, findCredentials: () => Promise.reject(broken) },
      }),
    })
    const caught: unknown = await signIn.signIn(attempt()).catch((error: unknown) => error)
    expect(caught).to.equal(broken)
  })

  describe('sessions', () => {
    it('signing out ends this session only', async () => {
      const { signIn } = await createSignInHost()
      const one = await signIn.signIn(attempt())
      const two = await signIn.signIn(attempt())
      await signIn.signOut(one.token)
      expect(await signIn.authenticate(one.token)).to.equal(null)
      expect((await signIn.authenticate(two.token))?.id).to.equal('u-ann')
    })

    it('signOutUser ends all sessions of the user, and of nobody else', async () => {
      const { signIn } = await createSignInHost()
      const one = await signIn.signIn(attempt())
      const two = await signIn.signIn(attempt())
      const foreign = await signIn.signIn(attempt({ loginId: 'root' }))
      await signIn.signOutUser('u-ann')
      expect(await signIn.authenticate(one.token)).to.equal(null)
      expect(await signIn.authenticate(two.token)).to.equal(null)
      expect((await signIn.authenticate(foreign.token))?.id).to.equal('u-root')
    })

    it('a deactivation acts at once, and so does the end of the user', async () => {
      const host = await createSignInHost()
      const { token } = await host.signIn.signIn(attempt())
      host.deactivate('u-ann')
      expect(await host.signIn.authenticate(token)).to.equal(null)
      host.adapters.host.users.delete('u-ann')
      expect(await host.signIn.authenticate(token)).to.equal(null)
    })

    it('a session ends after 12 hours', async () => {
      const host = await createSignInHost()
      const { token } = await host.signIn.signIn(attempt())
      host.ahead = 12 * 3600_000 - 10_000
      expect(await host.signIn.authenticate(token)).not.to.equal(null)
      host.ahead = 12 * 3600_000
      expect(await host.signIn.authenticate(token)).to.equal(null)
    })

    it('a well signed token of no session, or of the session of another, is nobody', async () => {
      const host = await createSignInHost()
      const stray = await host.tokens.sign('u-ann')
      expect(await host.signIn.authenticate(stray.token)).to.equal(null)
      host.adapters.host.sessions.set(stray.session.id, { ...stray.session, userId: 'u-root' })
      expect(await host.signIn.authenticate(stray.token)).to.equal(null)
    })

    it('signing out with a bad token changes nothing', async () => {
      const { signIn, adapters } = await createSignInHost()
      await signIn.signIn(attempt())
      await signIn.signOut('garbage')
      expect(adapters.host.sessions.size).to.equal(1)
    })
  })
})
