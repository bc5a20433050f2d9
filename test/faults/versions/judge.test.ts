import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect } from 'chai'
import { urlOf } from '../../support/chat-host.js'
import { judge, type Post } from './judge.js'
import { type Incident, type Message, nameOf, Senders } from './senders.js'

describe('the check of what two versions have stored', () => {
  const message = (id: string, sentAt: number): Message => {
    return { id, words: 1, sentAt, answeredAt: sentAt + 10 }
  }
  const messages = [message('a', 0), message('b', 5), message('c', 20)]
  const reports = ['incident-0 is open 1', 'incident-0 is closed 2']
  const incident = { name: 'incident-0', reports, isWhole: true }
  const of = (incidents: readonly Incident[]): ReadonlyMap<string, Incident> =>
    new Map(incidents.map((each) => [each.name, each]))
  const nothing = { denied: new Set<string>(), unknown: new Set<string>() }
  const post = (id: string, changes: Partial<Post> = {}): Post => {
    return { id, root_id: '', message: id, props: {}, ...changes }
  }
  const [a, b, c] = [post('a'), post('b'), post('c')] as const
  const root = post('root', {
    message: 'incident-0 is closed 2',
    props: { webhook_incident: { state: 'closed' } },
  })
  const reply = post('reply', { root_id: 'root', message: 'incident-0 is closed 2' })
  const right = {
    lost: 0,
    doubled: 0,
    torn: 0,
    disordered: 0,
    untrue: 0,
    split: 0,
    outdated: 0,
    untold: 0,
  }
  const rows: readonly (readonly [string, readonly Post[], object])[] = [
    ['accepts messages that were sent at once in any order', [b, a, c, root, reply], {}],
    ['finds a lost message', [a, c, root, reply], { lost: 1 }],
    ['finds a message that is there twice', [a, b, b, c, root, reply], { doubled: 1 }],
    ['finds a message above an earlier one', [c, a, b, root, reply], { disordered: 2 }],
    [
      'finds a second post of an incident',
      [a, b, c, root, { ...root, id: 'second' }, reply],
      { split: 1 },
    ],
    [
      'finds an earlier text',
      [a, b, c, { ...root, message: reports[0] ?? '' }, reply],
      { outdated: 1 },
    ],
    ['finds an earlier state', [a, b, c, { ...root, props: {} }, reply], { outdated: 1 }],
    ['finds a change without its reply', [a, b, c, root], { untold: 1 }],
    ['finds a reply that is there twice', [a, b, c, root, reply, reply], { untold: 1 }],
  ]
  for (const [title, posts, wrong] of rows) {
    it(title, () => {
      const found = judge({ messages, incidents: of([incident]), ...nothing }, [posts], true)
      expect(found).to.deep.equal({ ...right, ...wrong })
    })
  }

  it('knows only the number of posts of an incident of which a report was refused', () => {
    const incidents = of([{ ...incident, isWhole: false }])
    const posts = [a, b, c, { ...root, message: 'incident-0 is closed 3' }]
    expect(judge({ messages, incidents, ...nothing }, [posts], true)).to.deep.equal(right)
    const second = { ...root, id: 'second' }
    expect(judge({ messages, incidents, ...nothing }, [[...posts, second]], true)).to.include({
      split: 1,
    })
  })

  it('finds a message that was refused as not stored, and is', () => {
    const sent = { messages, incidents: of([incident]), ...nothing, denied: new Set(['a', 'd']) }
    const posts = [a, b, c, post('d'), root, reply]
    // Of several requests for the first message, another one was accepted.
    expect(judge(sent, [posts], true)).to.deep.equal({ ...right, untrue: 1 })
    const unknown = new Set(['d'])
    expect(judge({ ...sent, unknown }, [posts], true)).to.deep.equal(right)
  })

  it('accepts that one of two nodes refuses a message that the other one stores', async () => {
    const stored: Post[] = []
    const open = async (refuses: boolean) => {
      const server = createServer((req, res) => {
        req.setEncoding('utf8').once('data', (body: string) => {
          const { text } = JSON.parse(body) as { readonly text: string }
          if (!refuses) stored.push(post(String(stored.length), { message: text }))
          res.statusCode = refuses ? 503 : 200
          res.setHeader('idempotent-replayed', 'true')
          res.end('{"posts":[]}')
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      return { server, url: urlOf(address instanceof Object ? address.port : 0) }
    }
    const servers = [await open(false), await open(true)] as const
    const nodes = {
      hasGaps: false,
      url: (turn: number) => servers[turn % 2]?.url ?? '',
      other: async (than: string) => servers.find(({ url }) => url !== than)?.url ?? '',
      change: async () => undefined,
      each: () => Promise.reject(new Error('nothing is read')),
      stop: async () => undefined,
    }
    const senders = new Senders(nodes, ['/hooks/a'])
    const isBoth = (): boolean => stored.some(({ message }) => senders.denied.has(nameOf(message)))
    await senders.sendUntil(isBoth)
    for (const { server } of servers) server.close()
    expect(judge(senders, [stored], false)).to.include({ untrue: 0 })
  })
})
