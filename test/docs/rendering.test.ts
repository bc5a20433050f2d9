import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'
import { acceptedSenders } from '../support/senders.js'
import { attachmentsOf } from '../support/seen.js'
import { postsOf } from '../support/translation.js'
import { faultsOf } from '../support/compiled.js'
import { exportedTypes } from '../support/exported.js'
import { blocks, namesIn, page, tableIn } from '../support/markdown.js'

/** What the reader of a block has already: rows of typed columns, and of columns of any type. */
const PREAMBLE = `
import { createIncomingWebhooks, type Adapters } from 'express-incoming-webhooks'
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
interface Row { message: string | null; props: object | string | null; userName: string; userPicture: string }
declare const db: { messagesOf(roomId: number): Promise<readonly Row[]> }
declare const roomId: number
declare function show(line: { name: string; picture: string; isBot: boolean; text: string }): void
declare const post: { id: number; message: unknown; props: unknown }
declare function showPlain(text: string): void
declare function showMarkdown(markdown: string): void
`

describe('docs/rendering.md', () => {
  const { membersOf } = exportedTypes()
  const named = (...header: readonly string[]): readonly string[] =>
    tableIn(page('rendering.md'), ...header)
      .flatMap(([names]) => namesIn(names))
      .sort()

  it('shows code that compiles', () => {
    const sources = blocks(page('rendering.md'))
      .filter(({ language }) => language === 'ts')
      .map(({ text }, at): [string, string] => [
        join(ROOT, `test/docs/rendering-${at}.ts`),
        PREAMBLE + text,
      ])
    expect(sources).to.have.lengthOf(5)
    expect(faultsOf(new Map(sources))).to.deep.equal([])
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
