import { expect } from 'chai'
import type { CountersAdapter } from '../../lib/adapters/types.js'
import type { SignInParts } from '../../lib/auth/sign-in.js'
import {
  attempt,
  codeOf,
  createSignInHost,
  fail,
  wrong,
  type SignInHost,
} from '../support/sign-in-host.js'

describe('the sign-in limit', () => {
  const hosts: SignInHost[] = []
  const createHost: typeof createSignInHost = async (options) => {
    const host = await createSignInHost(options)
    hosts.push(host)
    return host
  }
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.passwords.close()))
  })

  it('nine failures do not lock', async () => {
    const host = await createHost()
    await fail(host, 9)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
  })

  it('ten failures lock, for the right password too, and say for how long', async () => {
    const host = await createHost()
    await fail(host, 10)
    const error: unknown = await host.signIn.signIn(attempt()).catch((e: unknown) => e)
    expect(error).to.have.property('code', 'rate_limited')
    expect(error).to.have.property('retryAfterSeconds').that.is.within(890, 900)
  })

  it('the lock ends by itself', async () => {
    const host = await createHost({ limit: { failures: 2, seconds: 1 } })
    await fail(host, 2)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
  })

  it('a success forgets the failures', async () => {
    const host = await createHost()
    await fail(host, 9)
    await host.signIn.signIn(attempt())
    await fail(host, 10)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
  })

  it('parallel guesses get no more tries than the limit', async () => {
    const host = await createHost()
    const guesses = Array.from({ length: 40 }, () => codeOf(host.signIn.signIn(wrong())))
    const codes = await Promise.all(guesses)
    expect(codes.filter((code) => code === 'sign_in_failed')).to.have.length(10)
    expect(codes.filter((code) => code === 'rate_limited')).to.have.length(30)
  })

  it('the right password among parallel guesses is too late as the eleventh', async () => {
    const host = await createHost()
    const guesses = Array.from({ length: 10 }, () => codeOf(host.signIn.signIn(wrong())))
    const right = codeOf(host.signIn.signIn(attempt()))
    await Promise.all(guesses)
    expect(await right).to.equal('rate_limited')
  })

  it('it holds for one account and one address', async () => {
    const host = await createHost()
    await fail(host, 10)
    expect(await codeOf(host.signIn.signIn(attempt({ address: '192.0.2.2' })))).to.equal('none')
    expect(await codeOf(host.signIn.signIn(attempt({ loginId: 'root' })))).to.equal('none')
  })

  it('the name and the address of an account share their tries', async () => {
    const host = await createHost({ limit: { failures: 4, seconds: 900 } })
    const spellings = ['ann', 'ANN', 'ann@example.org', 'Ann@Example.org']
    for (const loginId of spellings) await fail(host, 1, wrong({ loginId }))
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
  })

  it('failures of unknown accounts count alike', async () => {
    const host = await createHost()
    await fail(host, 10, wrong({ loginId: 'nobody' }))
    const code = await codeOf(host.signIn.signIn(wrong({ loginId: 'nobody' })))
    expect(code).to.equal('rate_limited')
  })

  it('malformed attempts and successes are not counted', async () => {
    const host = await createHost({ limit: { failures: 1, seconds: 900 } })
    for (let i = 0; i < 3; i += 1) {
      expect(await codeOf(host.signIn.signIn(attempt({ password: '' })))).to.equal('password_blank')
      expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
    }
  })

  it('null locks nobody out', async () => {
    const host = await createHost({ limit: null })
    await fail(host, 15)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
  })

  it('the key of the counter is short and tells no login id', async () => {
    const keys: string[] = []
    const watched = ({ counters }: SignInParts): { counters: CountersAdapter } => ({
      counters: {
        consume: (key, limit, cost) => {
          keys.push(key)
          return counters.consume(key, limit, cost)
        },
        reset: (key) => counters.reset(key),
      },
    })
    const host = await createHost({ parts: watched })
    await fail(host, 1, wrong({ loginId: 'ann'.repeat(20_000) }))
    expect(keys).to.have.length(2)
    for (const key of keys) expect(key).to.match(/^sign-in:[0-9a-f]{64}$/)
  })
})
