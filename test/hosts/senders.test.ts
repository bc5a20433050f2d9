import { expect } from 'chai'
import { ALL } from '../support/all.js'
import { usePostgres } from '../support/postgres.js'
import { wordsOf } from '../support/seen.js'
import { channelsOf, readSenders, type Sender, sendAs } from '../support/sent-senders.js'
import { until } from '../support/until.js'
import { visitJournal } from './journal/under-test.js'
import { visitLounge } from './lounge/under-test.js'
import type { HostOptions, MountedHost, ShownMessage } from './mounted-host.js'
import { STUDIO_TABLES, visitStudio } from './studio/under-test.js'

const SENDERS = readSenders()
const CHANNELS = [...new Set(['alerts', ...SENDERS.flatMap(channelsOf)])].filter(
  (name) => !name.startsWith('dm:'),
)

type Visit = (channels: readonly string[], options: HostOptions) => Promise<MountedHost>

describe('real programs that send to a chat with', () => {
  const openSchema = usePostgres()
  const hosts: Readonly<Record<string, Visit>> = {
    'integer ids and pages of plain text': visitLounge,
    'UUIDs, workspaces and pages that render': async (channels, options) =>
      visitStudio(await openSchema(STUDIO_TABLES), channels, options),
    'documents and pages of Markdown': visitJournal,
  }
  const { length: turns } = Object.keys(hosts)
  for (const [turn, [title, visit]] of Object.entries(hosts).entries()) {
    // Each sends to one of the hosts at least.
    const senders = SENDERS.filter((_sender, index) => ALL || index % turns === turn)
    describe(title, () => {
      describeSenders(visit, senders)
    })
  }
})

function describeSenders(visit: Visit, senders: readonly Sender[]): void {
  const codes: unknown[] = []
  let host: MountedHost
  let seen: number

  before(async () => {
    host = await visit(CHANNELS, {
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: 'http://localhost',
      limits: null,
      log: (_level, _message, fields) => codes.push(fields?.['code']),
    })
  })
  after(() => host.close())
  beforeEach(() => {
    seen = host.arrived.length
  })

  for (const sender of senders) {
    it(`${sender.name} gets its answer, and its message is readable and arrives live`, async () => {
      const { status, body, id, posts, contains } = expected(sender, host)
      const answer = await sendAs(host, sender)
      expect([status].flat(), answer.text).to.include(answer.status)
      if (body !== undefined) expect(answer.text).to.equal(body)
      if (id !== undefined) expect(answer.text).to.include(id)
      await until(`${posts} messages`, () => host.arrived.length >= seen + posts)
      const arrived = host.arrived.slice(seen)
      expect(arrived).to.have.lengthOf(posts)
      for (const { text } of arrived) expect(text.trim()).to.not.equal('')
      const words = readable(arrived)
      for (const fragment of contains) expect(words).to.include(wordsOf(fragment))
    })
  }

  it('show the same to a page that is opened later, and nothing else', async () => {
    const channels = [...new Set(host.arrived.map(({ channel }) => channel))]
    const histories = await Promise.all(channels.map((channel) => host.history(channel)))
    expect(byId(histories.flat())).to.deep.equal(byId(host.arrived))
  })

  it('make the library tell of no mistake', () => {
    expect(codes).to.deep.equal([])
  })
}

interface Expected {
  readonly status: number | readonly number[]
  readonly body?: string
  readonly id?: string
  readonly posts: number
  readonly contains: readonly string[]
}

function expected(sender: Sender, { hasDirectChannels }: MountedHost): Expected {
  const toPerson = channelsOf(sender).some((name) => name.startsWith('dm:'))
  if (toPerson && !hasDirectChannels) {
    const id = 'web.incoming_webhook.user.app_error'
    return { status: 400, id, posts: 0, contains: [] }
  }
  const { posts = 0, contains = [], ...rest } = sender.expect
  return { ...rest, posts: typeof posts === 'number' ? posts : posts.length, contains }
}

function readable(messages: readonly ShownMessage[]): string {
  return wordsOf(messages.map(({ text }) => text).join('\n'))
}

function byId(messages: readonly ShownMessage[]): readonly ShownMessage[] {
  return messages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
