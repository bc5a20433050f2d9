import { expect } from 'chai'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { sqliteAdapters } from '../../docs/examples/adapters/better-sqlite3.js'
import { SQLITE_CHAT_TABLES } from '../support/chat-tables.js'
import SqliteDouble from './sqlite-double.js'
import { newPost } from '../support/new-post.js'

const POST = newPost({ channelId: '1', userId: '1', webhookId: 'w' })
const ONCE = {
  webhookId: 'w',
  key: 'k',
  fingerprint: 'f',
  warnings: [],
  ignored: [],
}

/** Reports the ends of each transaction. */
class Watched extends SqliteDouble {
  readonly #report: (sql: string) => void

  constructor(report: (sql: string) => void) {
    super()
    this.#report = report
  }

  override prepare<Values extends unknown[], Row>(sql: string) {
    if (['BEGIN', 'COMMIT', 'ROLLBACK'].includes(sql)) this.#report(sql)
    return super.prepare<Values, Row>(sql)
  }
}

describe('the recipe with better-sqlite3', () => {
  it('lets no callback of the event loop run inside a transaction', async () => {
    const order: string[] = []
    const late: Promise<void>[] = []
    const callbackOf = (start: (callback: () => void) => unknown): Promise<void> =>
      new Promise((resolve) => {
        start(() => {
          order.push('callback')
          resolve()
        })
      })
    const db = new Watched((sql) => {
      order.push(sql)
      if (sql !== 'BEGIN') return
      late.push(
        callbackOf((callback) => {
          process.nextTick(callback)
        }),
      )
      late.push(callbackOf(setImmediate), callbackOf(setTimeout))
    })
    db.exec(SQLITE_CHAT_TABLES + sqlTables({ dialect: 'sqlite' }))
    db.exec("INSERT INTO users (name) VALUES ('wanda'); INSERT INTO channels (name) VALUES ('a')")
    const { posts } = sqliteAdapters(db)
    const once = { ...ONCE, expiresAt: Date.now() + 60_000 }
    const result = await posts.createBatch({ posts: [POST], once })
    const [{ id } = { id: '' }] = result.stored ? result.posts : []
    await posts.update(id, { message: 'changed', version: 1 }, 0)
    await Promise.all(late)
    const ends = order.filter((_each, at) => order[at - 1] === 'BEGIN')
    // The first two see how transactions end before the first use.
    expect(ends).to.deep.equal(['COMMIT', 'ROLLBACK', 'COMMIT', 'COMMIT'])
    expect(order).to.have.lengthOf(20)
    db.close()
  })
})
