import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { AuditEvent } from 'express-incoming-webhooks'
import type { DeliveriesAdapter, NewDelivery } from 'express-incoming-webhooks/adapters'
import { migrate } from 'express-incoming-webhooks/postgres'
import type { ChatStore } from '../../example-host/store/index.js'
import { openPostgresStore } from '../../example-host/store/postgres/index.js'
import { limitsAt } from '../../lib/model/deliveries.js'
import { deliveryOf } from '../support/deliveries.js'
import { useTables } from '../support/postgres.js'
import { cleanUp, opened, temporaryDirectory } from './support.js'

const DAY = 86_400_000
/** The files have the times of this machine. */
const NOW = Date.now()

/** A store, and all that the log or the audit has on the disk, as text. */
interface Kept {
  readonly store: ChatStore
  onDisk(): Promise<string>
}

type Open = (clock: () => number, auditRetention: number) => Promise<Kept>

function deliveriesOf({ adapters }: ChatStore): DeliveriesAdapter {
  const { deliveries } = adapters
  if (!deliveries) throw new Error('the store has no log')
  return deliveries
}

function sent(id: string, time: number): NewDelivery {
  const kept = `what was sent as ${id}`
  return deliveryOf({ id, webhookId: 'w', time, status: 400, share: 'refused', kept })
}

function event(action: AuditEvent['action'], time: number): AuditEvent {
  return { time, userId: 'u', username: 'n', action, webhookId: 'w', fields: [] }
}

function itKeepsNoLonger(open: Open): void {
  it('requests leave the disk after their days, and what was sent after one', async () => {
    const kept = await open(() => NOW, DAY)
    const deliveries = deliveriesOf(kept.store)
    await deliveries.append([
      sent('first', NOW - 8 * DAY),
      sent('second', NOW - 2 * DAY),
      sent('third', NOW),
    ])
    expect(await kept.onDisk())
      .to.include('"first"')
      .and.include('what was sent as second')
    await deliveries.prune?.(limitsAt(NOW, 7, 1_000))
    const left = await kept.onDisk()
    expect(left).to.not.include('first')
    expect(left).to.include('"second"').and.not.include('what was sent as second')
    expect(left).to.include('what was sent as third')
  })

  it('requests beyond the number of a webhook are deleted', async () => {
    const kept = await open(() => NOW, DAY)
    const deliveries = deliveriesOf(kept.store)
    const limits = limitsAt(NOW, 7, 10)
    await deliveries.prune?.(limits)
    for (let n = 0; n < 30; n += 1) {
      await deliveries.append([{ ...sent(`n${n}n`, NOW - 1_000 + n), kept: null }])
    }
    await deliveries.prune?.(limits)
    const listed = await deliveries.list({}, { offset: 0, limit: 100 })
    expect(listed).to.have.lengthOf(limits.perShare.refused)
    expect(await kept.onDisk())
      .to.include('"n29n"')
      .and.not.include('"n9n"')
  })

  it('the audit leaves the disk when its days are over', async () => {
    const kept = await open(() => NOW, 30 * DAY)
    await kept.store.audit.add(event('created', NOW - 31 * DAY))
    await kept.store.audit.add(event('changed', NOW - 29 * DAY))
    expect(await kept.onDisk()).to.include('created')
    const listed = await kept.store.audit.list({ page: 0, perPage: 9 })
    expect(listed.map(({ action }) => action)).to.deep.equal(['changed'])
    await kept.store.audit.prune()
    expect(await kept.onDisk())
      .to.include('changed')
      .and.not.include('created')
  })
}

describe('what is kept for some time', () => {
  describe('in files', () => {
    afterEach(cleanUp)
    itKeepsNoLonger(async (clock, auditRetention) => {
      const dir = await temporaryDirectory()
      const onDisk = async (): Promise<string> => {
        const logs = (await readdir(dir, { recursive: true })).filter((name) =>
          /^log.|^audit/.test(name),
        )
        return (await Promise.all(logs.map((name) => readFile(join(dir, name), 'utf8')))).join('\n')
      }
      return { store: await opened(dir, { clock, auditRetention }), onDisk }
    })
  })

  describe('in PostgreSQL', () => {
    const emptied = useTables(({ pool }) => migrate(pool, { chat: true }))
    const stores: ChatStore[] = []
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()))
    })
    itKeepsNoLonger(async (clock, auditRetention) => {
      const { url, pool } = await emptied()
      await pool.query(`INSERT INTO incoming_webhooks (id, key_digest) VALUES ('w', 'd')`)
      const store = await openPostgresStore({ url, max: 4, clock, auditRetention })
      stores.push(store)
      const onDisk = async (): Promise<string> => {
        const { rows } = await pool.query<{ row: string }>(
          `SELECT delivery::text AS row FROM incoming_webhook_deliveries
           UNION ALL SELECT kept FROM incoming_webhook_kept_requests
           UNION ALL SELECT event::text FROM chat_audit`,
        )
        return rows.map(({ row }) => row).join('\n')
      }
      return { store, onDisk }
    })
  })
})
