import { expect } from 'chai'
import type { HookMentions } from '../../lib/model/records.js'
import type { IncomingWebhook } from '../../lib/model/records.js'
import { id } from '../support/hook-host.js'
import { pipeline, type Pipeline } from './pipeline.js'

const API = 'https://api.github.com/'
const person = (login: string): object => ({ login, url: `${API}users/${login}` })

/** An event of GitHub by `ann-gh`. */
function event(members: object): object {
  return {
    sender: person('Ann-GH'),
    repository: { full_name: 'acme/web', html_url: 'https://github.com/acme/web', url: API },
    ...members,
  }
}

function reviewOf(...reviewers: readonly string[]): object {
  const pull = { number: 7, title: 'Fix it', requested_reviewers: reviewers.map(person) }
  return event({ action: 'opened', pull_request: pull })
}

function comment(body: string): object {
  return event({ action: 'created', issue: { number: 7, title: 'It leaks' }, comment: { body } })
}

/** Alice is `ann-gh` at GitHub, bob `octo-bob`, carol `bob`, and gone `left`. */
function claimed(...more: Parameters<typeof pipeline>): Pipeline {
  const made = pipeline(...more)
  const { logins } = made.adapters.host
  logins.set('github.com/ann-gh', id('alice'))
  logins.set('github.com/octo-bob', id('bob'))
  logins.set('github.com/bob', id('carol'))
  logins.set('github.com/left', id('gone'))
  logins.set('git.example/octo-ann', id('carol'))
  return made
}

async function shown(
  sent: object,
  webhook: Partial<IncomingWebhook> = {},
  at = claimed(),
): Promise<readonly [text: string, mentions: HookMentions]> {
  const chosen = { events: ['*'], foreignMentions: 'people', ...webhook } as const
  const { posts } = await at.send(sent, { webhook: chosen })
  const [post] = posts
  const [card] = [post?.props['attachments'] ?? []].flat()
  const below: unknown = card instanceof Object ? Reflect.get(card, 'text') : undefined
  const text = [post?.message, below].filter((part) => typeof part === 'string').join('\n')
  return [text.replace(/^.*\n?/, ''), post?.mentions ?? to()]
}

const to = (...userIds: string[]): HookMentions => ({ userIds, channelWide: null })

describe('people at a forge', () => {
  it('who are asked are mentioned by their names here', async () => {
    expect(await shown(reviewOf('Octo-Bob', 'bob', 'octo-bob', 'nobody'))).to.deep.equal([
      'For @bob, @carol',
      to(id('bob'), id('carol')),
    ])
  })

  it('who are named are mentioned, and nobody else who is called so here', async () => {
    expect(await shown(comment('Ask @Octo-Bob., @bob or @nobody!'))).to.deep.equal([
      'Ask @bob., @carol or @nobody!',
      to(id('bob'), id('carol')),
    ])
  })

  it('are also called as here', async () => {
    expect(await shown(comment('Ask @Carol'))).to.deep.equal(['Ask @Carol', to(id('carol'))])
  })

  it('are not told what they have done themselves', async () => {
    expect(await shown(reviewOf('ann-gh'))).to.deep.equal(['', to()])
    const named = 'I am @ann-gh, here @alice'
    expect(await shown(comment(named))).to.deep.equal([named, to()])
  })

  it('are not told where they have left, or cannot read', async () => {
    const isPrivate = { channelId: id('private-in') }
    expect(await shown(reviewOf('left'))).to.deep.equal(['', to()])
    expect(await shown(reviewOf('octo-bob'), isPrivate)).to.deep.equal(['', to()])
    expect(await shown(comment('Ask @octo-bob'), isPrivate)).to.deep.equal(['Ask @octo-bob', to()])
  })

  it('are whoever has claimed the login at this forge', async () => {
    expect(await shown(reviewOf('octo-ann'))).to.deep.equal(['', to()])
  })

  const asToday = ['Ask @octo-bob or @bob', to(id('bob'))] as const
  const without = claimed({}, (adapters) => {
    const users = { ...adapters.users }
    delete users.findByLogins
    return { ...adapters, users }
  })

  it('are not known where the host has no claims', async () => {
    expect(await shown(comment(asToday[0]), {}, without)).to.deep.equal(asToday)
    expect(await shown(reviewOf('octo-bob'), {}, without)).to.deep.equal(['', to()])
  })

  it('are not told where texts of programs mention nobody', async () => {
    const none = { foreignMentions: 'none' } as const
    expect(await shown(reviewOf('octo-bob'), none)).to.deep.equal(['', to()])
    expect(await shown(comment(asToday[0]), none)).to.deep.equal([asToday[0], to()])
  })

  it('are not meant by the mention of a rule', async () => {
    const rules = [{ when: {}, then: { mention: '@bob' } }]
    const { posts } = await claimed().send(reviewOf(), {
      webhook: { rules, foreignMentions: 'people' },
    })
    expect(posts.map(({ mentions }) => mentions)).to.deep.equal([to(id('bob'))])
  })

  it('take one query of at most 50 logins, and none if nobody is meant', async () => {
    const asked: string[][] = []
    const counting = claimed({}, (adapters) => ({
      ...adapters,
      users: {
        ...adapters.users,
        findByLogins: (_format, _host, logins) => {
          asked.push(logins)
          return []
        },
      },
    }))
    await shown(comment('Thanks'), {}, counting)
    const many = Array.from({ length: 60 }, (_, n) => `@n${n}`).join(' ')
    await shown({ ...comment(many), action: 'created' }, {}, counting)
    expect(asked.map((logins) => logins.length)).to.deep.equal([50])
    expect(asked[0]?.[0]).to.equal('ann-gh')
  })
})
