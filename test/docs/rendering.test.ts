import { expect } from 'chai'
import { acceptedSenders } from '../support/senders.js'
import { attachmentsOf } from '../support/seen.js'
import { postsOf } from '../support/translation.js'
import { type ExportedTypes, exportedTypes } from '../support/exported.js'
import { namesIn, page, tableIn } from '../support/markdown.js'

describe('docs/rendering.md', () => {
  let membersOf: ExportedTypes['membersOf']
  const named = (...header: readonly string[]): readonly string[] =>
    tableIn(page('rendering.md'), ...header)
      .flatMap(([names]) => namesIn(names))
      .sort()

  before(async () => {
    ;({ membersOf } = await exportedTypes())
  })

  it('lists every property and every member of an attachment', () => {
    expect(named('name', 'meaning')).to.deep.equal([...membersOf('WebhookProps').keys()].sort())
    expect(named('member of an attachment')).to.deep.equal(
      [...membersOf('WebhookAttachment').keys()].sort(),
    )
  })

  it('lists what posts of real senders have', () => {
    const posts = acceptedSenders().flatMap(({ request }) => postsOf(request()).posts)
    const attachments = posts.flatMap(({ props }) => attachmentsOf(props))
    const unlisted = (values: readonly object[], type: string): readonly string[] => {
      const known = membersOf(type)
      return [...new Set(values.flatMap(Object.keys))].filter((name) => !known.has(name))
    }
    expect(
      unlisted(
        posts.map(({ props }) => props),
        'WebhookProps',
      ),
    ).to.deep.equal([])
    expect(unlisted(attachments, 'WebhookAttachment')).to.deep.equal([])
    const actions = attachments.flatMap((each) => Object(each['actions'] ?? []) as object[])
    expect(unlisted(actions, 'WebhookAction')).to.deep.equal([])
  })
})
