import { expect } from 'chai'
import { createEraser, postWithout } from '../../example-host/store/forget/eraser.js'
import { newPost } from './support.js'

const ID = 'k'.repeat(26)
const PERSON = { id: ID, username: 'jo_hn.b', email: 'jo@hn.example' }

function erased(value: unknown, person: Parameters<typeof createEraser>[0] = PERSON): unknown {
  return JSON.parse(createEraser(person).erase(JSON.stringify(value)))
}

describe('what others have written, without a person', () => {
  const texts: readonly (readonly [what: string, text: string, left: string])[] = [
    ['a mention', 'Ask @jo_hn.b, or @jo_hn.b.', 'Ask a former user, or a former user.'],
    ['a mention in other letters', '@JO_HN.B!', 'a former user!'],
    ['a mention with backslashes', '@jo\\_hn.b', 'a former user'],
    ['a longer name', '@jo_hn.b2 @jo_hn.b.c @jo_hn.b-d', '@jo_hn.b2 @jo_hn.b.c @jo_hn.b-d'],
    ['an address at a host', 'x@jo_hn.b', 'x@jo_hn.b'],
    ['the name in a sentence', 'jo_hn.b was here, by jo_hn.b', 'jo_hn.b was here, by jo_hn.b'],
    ['who has acknowledged', 'Acknowledged by jo_hn.b', 'Acknowledged by a former user'],
    [
      'who has acknowledged, in a line',
      'Opened 4:07 · Acknowledged 2026-11-25 4:12 by jo\\_hn.b · Resolved 4:30 (UTC)',
      'Opened 4:07 · Acknowledged 2026-11-25 4:12 by a former user · Resolved 4:30 (UTC)',
    ],
    ['the address', 'Write to JO@hn.example', 'Write to a former user'],
    ['the id in a link', `https://chat.example/${ID}/x`, 'https://chat.example//x'],
    ['nothing of the person', 'nothing', 'nothing'],
  ]
  for (const [what, text, left] of texts) {
    it(`has ${what}: ${text}`, () => {
      expect(erased({ text })).to.deep.equal({ text: left })
    })
  }

  it('names nobody where only a name or an id stands', () => {
    const before = {
      by: 'jo_hn.b',
      acknowledgedBy: 'Jo_hn.b',
      userIds: ['a', ID, 'b', [ID]],
      userId: ID,
      [ID]: 1,
      others: { by: 'jo', title: 'jo_hn.b' },
    }
    expect(erased(before)).to.deep.equal({
      by: 'a former user',
      acknowledgedBy: 'a former user',
      userIds: ['a', 'b', []],
      userId: '',
      '': 1,
      others: { by: 'jo', title: 'jo_hn.b' },
    })
  })

  it('has only ids erased of an account that is gone', () => {
    const before = { by: 'jo_hn.b', text: '@jo_hn.b', userIds: [ID] }
    expect(erased(before, { id: ID })).to.deep.equal({ ...before, userIds: [] })
  })

  it('is found by what of a name is never written with a backslash', () => {
    const eraser = createEraser(PERSON)
    for (const text of ['by JO\\_HN.b', ID, 'jo@hn.example'])
      expect(eraser.mayName(text)).to.equal(true)
    expect(eraser.mayName('somebody else')).to.equal(false)
  })

  const owners = new Map([
    ['theirs', 'new'],
    ['own', ID],
  ])
  const posts: readonly (readonly [
    what: string,
    userId: string,
    webhookId: string,
    owner: string | null,
  ])[] = [
    ['of the person', ID, '', null],
    ['of a webhook that is gone', ID, 'gone', null],
    ['of a webhook of the person', ID, 'own', null],
    ['of a webhook that has another owner', ID, 'theirs', 'new'],
    ['of somebody else', 'else', '', 'else'],
  ]
  for (const [what, userId, webhookId, owner] of posts) {
    it(`leaves of a post ${what} ${owner === null ? 'nothing' : 'the text'}`, () => {
      const post = {
        ...newPost('p', { userId, webhookId, message: 'text' }),
        createAt: 1,
        updateAt: 1,
      }
      const left = postWithout(createEraser(PERSON), ID, post, (webhook) => owners.get(webhook))
      expect(left).to.deep.equal(owner === null ? null : { ...post, userId: owner })
    })
  }
})
