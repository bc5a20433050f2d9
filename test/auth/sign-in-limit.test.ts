import { mock } from 'node:test'
import { expect } from 'chai'
import type { CountersAdapter } from '../../lib/adapters/types.js'
import type { AuthenticatorParts } from '../../lib/auth/sign-in.js'
import {
  attempt,
  codeOf,
  createSignInHost,
  fail,
  wrong,
  type SignInHost,
} from '../support/sign-in-host.js'

describe('the sign-in limit', () => {
  it('nine failures do not lock', async () => {
    const host = await createSignInHost()
    await fail(host, 9)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
  })

  it('ten failures lock, for the right password too, and say for how long', async () => {
    const host = await createSignInHost()
    await fail(host, 10)
    const error: unknown = await host.signIn.signIn(attempt()).catch((e: unknown) => e)
    expect(error).to.have.property('code', 'rate_limited')
    expect(error).to.have.property('retryAfterSeconds').that.is.within(80, 90)
  })

  it('the lock ends by itself', async () => {
    const host = await createSignInHost({ limit: { failures: 2, seconds: 1 } })
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    try {
      await fail(host, 2)
      mock.timers.tick(499)
      expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
      mock.timers.tick(1)
      expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
    } finally {
      mock.timers.reset()
    }
  })

  it('a success forgets the failures', async () => {
    const host = await createSignInHost()
    await fail(host, 9)
    await host.signIn.signIn(attempt())
    await fail(host, 10)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
  })

  it('parallel guesses get no more tries than the limit', async () => {
    const host = await createSignInHost()
    const guesses = Array.from({ length: 40 }, () => codeOf(host.signIn.signIn(wrong())))
    const codes = await Promise.all(guesses)
    expect(codes.filter((code) => code === 'sign_in_failed')).to.have.length(10)
    expect(codes.filter((code) => code === 'rate_limited')).to.have.length(30)
  })

  it('the right password among parallel guesses is too late as the eleventh', async () => {
    const host = await createSignInHost()
    const guesses = Array.from({ length: 10 }, () => codeOf(host.signIn.signIn(wrong())))
    const right = codeOf(host.signIn.signIn(attempt()))
    await Promise.all(guesses)
    expect(await right).to.equal('rate_limited')
  })

  it('it holds for one account and one address', async () => {
    const host = await createSignInHost()
    await fail(host, 10)
    expect(await codeOf(host.signIn.signIn(attempt({ address: '192.0.2.2' })))).to.equal('none')
    expect(await codeOf(host.signIn.signIn(attempt({ loginId: 'root' })))).to.equal('none')
  })

  it('the name and the address of an account share their tries', async () => {
    const host = await createSignInHost({ limit: { failures: 4, seconds: 900 } })
    const spellings = ['ann', 'ANN', 'ann@example.org', 'Ann@Example.org']
    for (const loginId of spellings) await fail(host, 1, wrong({ loginId }))
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
  })

  it('failures of unknown accounts count alike', async () => {
    const host = await createSignInHost()
    await fail(host, 10, wrong({ loginId: 'nobody' }))
    const code = await codeOf(host.signIn.signIn(wrong({ loginId: 'nobody' })))
    expect(code).to.equal('rate_limited')
  })

  it('malformed attempts and successes are not counted', async () => {
    const host = await createSignInHost({ limit: { failures: 1, seconds: 900 } })
    for (let i = 0; i < 3; i += 1) {
      expect(await codeOf(host.signIn.signIn(attempt({ password: '' })))).to.equal('password_blank')
      expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
    }
  })

  it('null locks nobody out', async () => {
    const host = await createSignInHost({ limit: null })
    await fail(host, 15)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
  })

  it('the key of the counter is short and tells no login id', async () => {
    const keys: string[] = []
    const watched = ({ counters }: AuthenticatorParts): { counters: CountersAdapter } => ({
      counters: {
        take: (key, limit, cost) => {
          keys.push(key)
          return counters.take(key, limit, cost)
        },
        reset: (key) => counters.reset(key),
      },
    })
    const host = await createSignInHost({ parts: watched })
    await fail(host, 1, wrong({ loginId: 'ann'.repeat(20_000) }))
    const [address, account, ...counted] = keys
    expect(address).to.equal('sign-in-address 192.0.2.1')
    expect(account).to.match(/^sign-in:[0-9a-f]{64}$/)
    expect(counted).to.deep.equal([account, address])
  })

  it('an IPv6 address counts as its /64, a mapped one as the IPv4 address', async () => {
    const host = await createSignInHost({ limit: { failures: 2, seconds: 900 } })
    await fail(host, 1, wrong({ address: '2001:db8::1' }))
    await fail(host, 1, wrong({ address: '2001:db8::ffff:2' }))
    const from = (address: string) => codeOf(host.signIn.signIn(attempt({ address })))
    expect(await from('2001:db8:0:0:3::')).to.equal('rate_limited')
    expect(await from('2001:db8:0:1::1')).to.equal('none')
    await fail(host, 2, wrong({ address: '::ffff:192.0.2.7' }))
    expect(await from('192.0.2.7')).to.equal('rate_limited')
  })
})

describe('the sign-in limit of an address', () => {
  let host: SignInHost
  const nobody = (n: number) => wrong({ loginId: `nobody${n}` })
  const failAs = async (names: number, from = 0): Promise<void> => {
    for (let n = from; n < from + names; n += 1) await fail(host, 1, nobody(n))
  }

  it('is 50 failures over all accounts, and says for how long', async () => {
    host = await createSignInHost()
    await failAs(49)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('none')
    await failAs(1, 49)
    const error: unknown = await host.signIn.signIn(attempt()).catch((e: unknown) => e)
    expect(error).to.have.property('code', 'rate_limited')
    expect(error).to.have.property('retryAfterSeconds').that.is.within(8, 18)
    const elsewhere = attempt({ address: '192.0.2.2' })
    expect(await codeOf(host.signIn.signIn(elsewhere))).to.equal('none')
  })

  it('is five times that of an account unless told', async () => {
    host = await createSignInHost({ limit: { failures: 2, seconds: 900 } })
    await failAs(10)
    expect(await codeOf(host.signIn.signIn(nobody(10)))).to.equal('rate_limited')
    const limit = { failures: 2, seconds: 900, failuresPerAddress: 3 }
    host = await createSignInHost({ limit })
    await failAs(3)
    expect(await codeOf(host.signIn.signIn(nobody(3)))).to.equal('rate_limited')
  })

  it('holds for guesses on many accounts sent at once', async () => {
    host = await createSignInHost()
    const guesses = Array.from({ length: 90 }, (_, n) => codeOf(host.signIn.signIn(nobody(n))))
    const codes = await Promise.all(guesses)
    expect(codes.filter((code) => code === 'sign_in_failed')).to.have.length(50)
    expect(codes.filter((code) => code === 'rate_limited')).to.have.length(40)
  })

  it('asks for no account and compares no password once it is reached', async () => {
    let asked = 0
    host = await createSignInHost({
      limit: { failures: 1, seconds: 900, failuresPerAddress: 1 },
      parts: ({ users }) => ({
        users: {
          findByIds: (ids) => users.findByIds(ids),
          findCredentials: (loginId) => {
            asked += 1
            return users.findCredentials(loginId)
          },
        },
      }),
    })
    await failAs(1)
    for (let n = 1; n < 20; n += 1) {
      expect(await codeOf(host.signIn.signIn(nobody(n)))).to.equal('rate_limited')
    }
    expect(asked).to.equal(1)
  })

  it('lets all of an office in that signs in at once', async () => {
    host = await createSignInHost({ limit: { failures: 1, seconds: 900, failuresPerAddress: 2 } })
    const people = Array.from({ length: 30 }, (_, n) =>
      codeOf(host.signIn.signIn(attempt({ loginId: n % 2 === 0 ? 'ann' : 'root' }))),
    )
    expect(new Set(await Promise.all(people))).to.deep.equal(new Set(['none']))
  })

  it('is not forgotten by a success: an own account buys no fresh tries', async () => {
    host = await createSignInHost({ limit: { failures: 2, seconds: 900 } })
    await failAs(9)
    await host.signIn.signIn(attempt())
    await failAs(1, 9)
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('rate_limited')
  })

  it('is 100 attempts that have not ended', async () => {
    const held: (() => void)[] = []
    host = await createSignInHost({
      parts: () => ({
        passwords: {
          compare: () =>
            new Promise((resolve) =>
              held.push(() => {
                resolve(true)
              }),
            ),
        },
      }),
    })
    const attempts = Array.from({ length: 100 }, () => codeOf(host.signIn.signIn(attempt())))
    expect(await codeOf(host.signIn.signIn(attempt()))).to.equal('storage_unavailable')
    const elsewhere = codeOf(host.signIn.signIn(attempt({ address: '192.0.2.2' })))
    const all = Promise.all([...attempts, elsewhere])
    const ended = { yet: false }
    void all.then(() => (ended.yet = true))
    while (!ended.yet) {
      for (const go of held.splice(0)) go()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(new Set(await all)).to.deep.equal(new Set(['none']))
  })
})
