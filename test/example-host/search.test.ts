import { createRequire } from 'node:module'
import type * as MattermostClient from '@mattermost/client'
import { expect } from 'chai'
import type { HookPost } from 'express-incoming-webhooks'
import { bodyOf, type Chat, idOf, member, PASSWORD, type Person, startPeopledChat } from './chat.js'

// The package is CommonJS of a kind that cannot be imported by name.
const { Client4 } = createRequire(import.meta.url)('@mattermost/client') as typeof MattermostClient

interface Found {
  readonly order: readonly string[]
  readonly posts: Readonly<Record<string, { readonly message: string }>>
}

describe('a search at the example host', () => {
  let chat: Chat
  let alice: Person
  let bob: Person
  let open: string
  let closed: string
  const client = new Client4()

  before(async () => {
    ;({ chat, alice, bob, open, closed } = await startPeopledChat())
    client.setUrl(chat.url)
    await client.login('bob', PASSWORD)
    await post('Build 1 FAILED on main')
    await post('Build 2 passed on main')
    await post('failed to say why')
  })

  after(() => chat.close())

  async function post(message: string, channelId = open, as = alice): Promise<string> {
    const body = { channel_id: channelId, message }
    return idOf(await chat.api('post', '/posts', as, body).expect(201))
  }

  const messages = (list: Found) => list.order.map((id) => list.posts[id]?.message)

  const cases: [what: string, terms: string, isOr: boolean, found: string[]][] = [
    ['in any case of letters', 'Failed', false, ['failed to say why', 'Build 1 FAILED on main']],
    ['with all words', ' main  fail ', false, ['Build 1 FAILED on main']],
    ['with one of the words', 'passed why', true, ['failed to say why', 'Build 2 passed on main']],
    ['without words', ' ', false, []],
    ['with other words', 'nothing like it', false, []],
    ['with signs of a pattern', '.*', true, []],
  ]
  for (const [what, terms, isOr, found] of cases) {
    it(`finds posts ${what}, newest first`, async () => {
      expect(messages(await client.searchPosts(chat.teamId, terms, isOr))).to.deep.equal(found)
      expect(messages(await client.searchPosts('', terms, isOr))).to.deep.equal(found)
    })
  }

  it('is answered in the shape of the reference, page by page', async () => {
    const body = { terms: 'build', per_page: 1 }
    const first = bodyOf(await chat.api('post', '/posts/search', bob, body).expect(200))
    expect(first).to.have.all.keys('order', 'posts', 'has_next', 'matches')
    expect(first).to.include({ has_next: true, matches: null })
    const second = await client.searchPostsWithParams('', { ...body, page: 1 })
    expect(messages(second)).to.deep.equal(['Build 1 FAILED on main'])
    expect(second).to.include({ has_next: false })
  })

  it('finds what the user may read', async () => {
    await post('secret plan', closed)
    const direct = idOf(
      await chat.api('post', '/channels/direct', alice, [alice.id, chat.admin.id]).expect(201),
    )
    await post('secret whisper', direct)
    const orderAs = async (as: Person) => {
      const found = await chat.api('post', '/posts/search', as, { terms: 'secret' }).expect(200)
      return member(bodyOf(found), 'order')
    }
    expect(await orderAs(bob)).to.deep.equal([])
    expect(await orderAs(alice)).to.have.lengthOf(2)
    expect(await orderAs(chat.admin)).to.have.lengthOf(1)
    await chat.api('post', `/channels/${closed}/members`, alice, { user_id: bob.id }).expect(201)
    expect(await orderAs(bob)).to.have.lengthOf(1)
    await chat.api('delete', `/channels/${closed}/members/${bob.id}`, alice).expect(200)
    expect(await orderAs(bob)).to.deep.equal([])
  })

  it('finds posts of several channels, the newest of all first', async () => {
    const other = await chat.addChannel('other', 'O', alice)
    const places = [open, other, open, other]
    for (const [i, place] of places.entries()) await post(`spread ${i}`, place)
    expect(messages(await client.searchPosts('', 'spread', false))).to.deep.equal([
      'spread 3',
      'spread 2',
      'spread 1',
      'spread 0',
    ])
  })

  it('finds the words of cards: titles, texts, fields and what stands for an empty one', async () => {
    const { posts } = chat.store
    const cards: Readonly<Record<string, HookPost['props'][string]>> = {
      title: { title: 'Quokka in the title' },
      text: { title: 'A title', text: 'a **quokka** in the text' },
      field: { fields: [{ title: 'Animal', value: 'quokka' }] },
      name: { fields: [{ title: 'Quokka', value: 'yes' }] },
      fallback: { fallback: 'a quokka instead' },
      author: { author_name: 'quokka' },
      button: { text: 'a', actions: [{ id: 'a', type: 'button', name: 'Feed the quokka' }] },
      address: { title: 'elsewhere', title_link: 'https://quokka.example' },
      hidden: { text: '[elsewhere](https://quokka.example)' },
    }
    for (const [message, card] of Object.entries(cards)) {
      const props = { attachments: [card] }
      await posts.create({ channelId: open, userId: alice.id, message, props })
    }
    const found = messages(await client.searchPosts('', 'QUOKKA', false))
    expect(found).to.deep.equal(['button', 'author', 'fallback', 'name', 'field', 'text', 'title'])
    const both = messages(await client.searchPosts('', 'field animal', false))
    expect(both).to.deep.equal(['field'])
  })

  it('finds text as it is shown, not as its Markdown is written', async () => {
    await post('alert `x`: Zz\\_under\\_score\\*star')
    await post('**Zed**[bold](https://zed.example), \\<b> &amp; more')
    for (const terms of ['Zz_under_score*star', 'x: zz_under', 'zedbold, <b>', '& more']) {
      const { order } = await client.searchPosts('', terms, false)
      expect(order, terms).to.have.lengthOf(1)
    }
    const hidden = [
      'C&#97;pybara',
      '[Capy](https://a.example/(1))bara',
      'a[^capy]bara\n\n[^capy]: x',
    ]
    for (const text of hidden) await post(text)
    expect((await client.searchPosts('', 'capybara', false)).order).to.have.lengthOf(2)
    expect((await client.searchPosts('', 'a1bara', false)).order).to.have.lengthOf(1)
    for (const terms of ['zed.example', '**zed**', '&amp;']) {
      expect((await client.searchPosts('', terms, false)).order, terms).to.deep.equal([])
    }
  })

  it('finds what an incident was called, and who changed it', async () => {
    const history = [
      { state: 'open', at: 1, title: 'Wombat is missing' },
      { state: 'closed', at: 2, by: 'warden' },
    ]
    const webhook_incident = {
      title: 'All is well',
      state: 'closed',
      count: 2,
      since: 1,
      until: 2,
      history,
    }
    await chat.store.posts.create({
      channelId: open,
      userId: alice.id,
      message: 'All is well',
      props: { webhook_incident },
    })
    expect(messages(await client.searchPosts('', 'wombat warden', false))).to.deep.equal([
      'All is well',
    ])
  })

  it('finds a hashtag as a whole', async () => {
    for (const text of ['#Release-2.', '#release-2.1', '#release-2-b', 'no#release-2x']) {
      await post(text)
    }
    const found = await client.searchPosts(chat.teamId, '#release-2', false)
    expect(messages(found)).to.deep.equal(['#Release-2.'])
    const words = await client.searchPosts(chat.teamId, 'release-2', false)
    expect(messages(words)).to.have.lengthOf(4)
  })

  it('finds no deleted posts and none of archived channels', async () => {
    const id = await post('fleeting')
    const old = await chat.addChannel('old', 'O', alice)
    await post('fleeting too', old)
    expect((await client.searchPosts('', 'fleeting', false)).order).to.have.lengthOf(2)
    await chat.api('delete', `/posts/${id}`, alice).expect(200)
    await chat.api('delete', `/channels/${old}`, alice).expect(200)
    expect((await client.searchPosts('', 'fleeting', false)).order).to.deep.equal([])
  })

  it('finds posts behind the first hundred of a channel', async () => {
    const long = await chat.addChannel('long', 'O', alice)
    const { posts } = chat.store
    const create = (message: string) => posts.create({ channelId: long, userId: alice.id, message })
    await create('needle')
    for (let i = 0; i < 250; i++) await create('hay')
    expect(messages(await client.searchPosts('', 'needle', false))).to.deep.equal(['needle'])
  })

  it('finds posts of a channel beside one with many large ones', async () => {
    const large = await chat.addChannel('large', 'O', alice)
    const small = await chat.addChannel('small', 'O', alice)
    const props = { card: 'x'.repeat(700_000) }
    for (let i = 0; i < 40; i++) {
      await chat.store.posts.create({ channelId: large, userId: alice.id, message: 'x', props })
    }
    for (let i = 0; i < 120; i++) {
      const message = i === 0 ? 'pin' : 'hay'
      await chat.store.posts.create({ channelId: small, userId: alice.id, message })
    }
    expect(messages(await client.searchPosts('', 'pin', false))).to.deep.equal(['pin'])
  })

  it('ends with the latest posts once it has read its share', async () => {
    // A host of its own, because no search there reads more than what this test stores.
    const full = await startPeopledChat()
    try {
      const huge = await full.chat.addChannel('huge', 'O', full.alice)
      const create = (message: string) =>
        full.chat.store.posts.create({ channelId: huge, userId: full.alice.id, message })
      await create('behind it all')
      for (let i = 0; i < 20; i++) await create('x'.repeat(1_000_000))
      await create('before it all')
      const search = full.chat.api('post', '/posts/search', full.bob, { terms: 'it all' })
      const { posts } = bodyOf(await search.expect(200)) as Found
      expect(Object.values(posts).map(({ message }) => message)).to.deep.equal(['before it all'])
    } finally {
      await full.chat.close()
    }
  })

  const refused: [what: string, body: object][] = [
    ['without terms', {}],
    ['with empty terms', { terms: '' }],
    ['with terms of another type', { terms: ['a'] }],
    ['with long terms', { terms: 'x'.repeat(257) }],
    ['with another type of is_or_search', { terms: 'a', is_or_search: 'yes' }],
  ]
  for (const [what, body] of refused) {
    it(`is refused ${what}`, async () => {
      await chat.api('post', '/posts/search', bob, body).expect(400)
    })
  }

  it('is refused for unknown teams and without a session', async () => {
    await chat.api('post', '/teams/none/posts/search', bob, { terms: 'a' }).expect(404)
    await chat.api('post', '/posts/search', null, { terms: 'a' }).expect(401)
  })
})
