import { expect } from 'chai'
import { type BadInput, badInputs } from '../support/bad-inputs.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { type Visit } from './windows.js'

const CATEGORIES = [
  'text-harmless',
  'attachments',
  'identity',
  'type-and-props',
  'prototype-pollution',
  'redos',
  'size-and-split',
  'accept-valid',
]
/** What a channel shows at first. */
const SHOWN = 60
/** How much longer the text of the page may be than what is stored, beside the words of the page. */
const GROWTH = 20
const OWN_WORDS = 500

describe('hostile messages', () => {
  const site = forSuite(new ChatSite())
  let ada: Person

  before(async () => {
    ada = await site.person('ada')
    await site.setting('EnablePostUsernameOverride', true)
    await site.setting('EnablePostIconOverride', true)
  })

  for (const category of CATEGORIES) {
    it(`of the category ${category} are visible as text and run nothing`, async () => {
      const channel = await site.channel(category, ada)
      const visit = await site.visit(ada, channel.path)
      await visit.page.getByText('This is the start of').waitFor()
      const inputs = badInputs().filter((each) => each.category === category)
      expect(inputs.length).to.be.above(5)
      await postAll(channel, inputs)
      await check(channel, visit)
      await visit.page.reload()
      await check(channel, visit)
    })
  }

  it('lead to no other host by a path with white space in it', async () => {
    const channel = await site.channel('paths', ada)
    const { page, faults } = await site.visit(ada, channel.path)
    await page.getByText('This is the start of').waitFor()
    const text =
      '[a](</\t/evil.test>) [b](</&NewLine;/evil.test>) [c](/&Tab;/evil.test) </\t/evil.test|d>'
    const attachment = { title: 'e', title_link: '/\t/evil.test', text: 'last' }
    await site.hook(channel, JSON.stringify({ text, attachments: [attachment] }))
    await page.getByText('last').waitFor()
    const hosts: unknown = await page.evaluate(
      `[...document.querySelectorAll('.feed a')].map(({ hostname }) => hostname)`,
    )
    expect(hosts).to.be.an('array').that.does.not.include('evil.test')
    expect(faults).to.deep.equal([])
  })

  async function postAll(channel: Channel, inputs: readonly BadInput[]): Promise<void> {
    for (const { name, body } of inputs) {
      expect(await site.hook(channel, body), name).to.be.oneOf([200, 400, 404, 413])
    }
  }

  /** Every message that the server has is there, letter for letter, and nothing else is. */
  async function check(channel: Channel, { page, faults }: Visit): Promise<void> {
    const { posts, order } = await site.as(
      ada.token,
      'GET',
      `/channels/${channel.id}/posts?per_page=${SHOWN}`,
    )
    const ids = Array.isArray(order) ? order.map(String) : []
    await page.locator(`[data-post="${ids[0] ?? ''}"]`).waitFor()
    for (const more of await page.getByRole('button', { name: /^Show \d+ more/ }).all()) {
      await more.click()
    }
    const shown: unknown = await page.evaluate(`Object.fromEntries(
      [...document.querySelectorAll('.chat__channel [data-post]')].map(
        (post) => [post.dataset.post, post.textContent]))`)
    for (const id of ids) {
      const post = memberOf(posts, id)
      const text = String(memberOf(shown, id))
      for (const wanted of textsOf(post)) {
        expect(lettersFound(wanted, text), wanted.slice(0, 80)).to.equal(true)
      }
      expect(text.length).to.be.at.most(JSON.stringify(post).length * GROWTH + OWN_WORDS)
    }
    expect(await page.evaluate(INTRUDERS)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  }
})

const INTRUDERS = `(() => {
  const found = []
  for (const each of document.querySelectorAll('#app *')) {
    if (/^(script|style|iframe|object|embed|base|form|meta|link)$/i.test(each.tagName) &&
      !each.classList.contains('composer')) found.push(each.outerHTML.slice(0, 100))
    for (const { name, value } of each.attributes) {
      if (/^on|^srcdoc$|^formaction$/i.test(name)) found.push(name)
      if (name === 'style' && /url|expression/i.test(value)) found.push(value)
      if (/^(href|src)$/i.test(name) && !/^(https?:|ftp:|mailto:|tel:|\\/|#compose)/i.test(value)) {
        found.push(value)
      }
    }
  }
  return found
})()`

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

/** What the post has to say: its message, its author's name, and all there is to read in attachments. */
function textsOf(post: unknown): string[] {
  const props = memberOf(post, 'props')
  const attachments = listAt(props, 'attachments')
  return [
    wordAt(post, 'message'),
    wordAt(props, 'override_username'),
    ...attachments.flatMap((each) => [
      ...['pretext', 'author_name', 'title', 'text', 'footer'].map((name) => wordAt(each, name)),
      ...listAt(each, 'fields').flatMap((field) => [
        wordAt(field, 'title'),
        wordAt(field, 'value'),
      ]),
      ...listAt(each, 'actions').map((action) => wordAt(action, 'name')),
    ]),
  ]
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list : []
}

// The addresses of links, entities and the marks of Markdown are not shown as they are written.
function lettersFound(message: string, shown: string): boolean {
  const wanted = message
    .replace(/\]\((?:https?|ftp|mailto|tel)[^)]*\)/g, ']')
    .replace(/&#?\w+;|[^\p{L}\p{N}]/gu, '')
  let at = 0
  for (const letter of shown) if (letter === wanted[at]) at += 1
  return at >= wanted.length
}

function wordAt(value: unknown, name: string): string {
  const word = memberOf(value, name)
  return typeof word === 'string' ? word : ''
}
