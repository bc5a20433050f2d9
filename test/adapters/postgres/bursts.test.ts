import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { fiveHundredReports, INCIDENTS, pagerdutyReport, sendAtOnce } from '../../support/burst.js'
import { type Node, useChatNodes } from './chat-nodes.js'

describe('a burst on one webhook of nodes on one PostgreSQL', () => {
  const { schema, start, startTwo, hookOf } = useChatNodes()
  const servers: Server[] = []

  async function urlOf({ app }: Node): Promise<string> {
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections()
  })

  const cases: readonly (readonly [number, number, () => Promise<readonly Node[]>])[] = [
    [1, 60, () => Promise.resolve([start()])],
    [2, 120, startTwo],
  ]
  for (const [count, most, begin] of cases) {
    it(`is ${INCIDENTS} posts and at most ${most} changes for 500 reports of ${INCIDENTS} incidents (${count})`, async () => {
      const nodes = await begin()
      const [first] = nodes
      if (!first) throw new Error('no node')
      const { path } = await hookOf(first)
      const urls = await Promise.all(nodes.map(urlOf))
      const reports = fiveHundredReports(count, Date.now() - 60_000)
      const started = performance.now()
      const answers = await sendAtOnce(
        reports.map((report, index) => ({
          url: `${urls[index % urls.length] ?? ''}${path}/pagerduty`,
          body: pagerdutyReport(report),
        })),
      )
      expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([])
      // Three changes in a second for each incident and node, however long it takes.
      const atMost = most * Math.max(1, Math.floor((performance.now() - started) / 1_000))
      const query = async (text: string): Promise<unknown> => (await schema().pool.query(text)).rows
      const roots = "SELECT count(*)::int AS posts FROM chat_posts WHERE root_id = ''"
      expect(await query(roots)).to.deep.equal([{ posts: INCIDENTS }])
      const states = `SELECT thing ->> 'state' AS state, count(*)::int AS count, sum(version)::int <= ${atMost} AS few
        FROM incoming_webhook_things GROUP BY 1`
      expect(await query(states)).to.deep.equal([{ state: 'closed', count: INCIDENTS, few: true }])
    })
  }
})
