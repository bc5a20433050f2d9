import { expect } from 'chai'
import { startTwoNodes, type TwoNodes } from '../support/host-nodes.js'
import { lookFor } from '../support/stored-messages.js'
import { usePostgresServer } from '../support/postgres.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'
import { sendEvenly } from '../support/even-sender.js'
import { describeWithNginx, type Nginx, startNginx } from '../support/nginx.js'

describeWithNginx('a rolling restart behind nginx.conf', () => {
  const url = usePostgresServer()
  let database: Nodes
  let nodes: TwoNodes
  let nginx: Nginx
  const opened: (() => Promise<void>)[] = []

  beforeEach(async () => {
    database = await openNodes(url())
    opened.push(() => database.close())
    nodes = await startTwoNodes([database.url])
    opened.push(() => nodes.stop())
    const [first, second] = nodes.hosts
    nginx = await startNginx([first?.port ?? 0, second?.port ?? 0])
    opened.push(() => nginx.close())
  })
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  it('refuses, loses and doubles no message of senders that never try again', async () => {
    const restarts = async (): Promise<void> => {
      for (const node of [0, 1]) await nodes.restart(node)
    }
    const { hookPaths } = nodes
    const { acknowledged, refused } = await sendEvenly({ url: nginx.url, hookPaths }, restarts)
    expect(refused).to.deep.equal([])
    expect(acknowledged.size).to.be.above(10)
    const found = await lookFor(acknowledged, database.url)
    expect(found).to.deep.equal({ lost: 0, doubled: 0, torn: 0 })
  })
})
