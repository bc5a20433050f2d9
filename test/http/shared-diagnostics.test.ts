import { mock } from 'node:test'
import { expect } from 'chai'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { DELIVERIES, type DiagnosticsHost, diagnosticsHost } from '../support/diagnostics-host.js'
import { id } from '../support/hook-host.js'
import { type MemoryDiagnostics, memoryDiagnostics } from '../support/memory-diagnostics.js'

type Diagnostics = Pick<Adapters, 'deliveries' | 'logs'>

const never = (): Promise<never> => new Promise(() => undefined)
const throws = (): never => {
  throw new Error('the store is broken')
}

interface Line {
  readonly message: string
  readonly error: string
}

interface Process extends DiagnosticsHost {
  readonly lines: readonly Line[]
}

/** A process that shares these adapters with others. */
function start(diagnostics: Diagnostics, adapterTimeout = 15_000): Process {
  const lines: Line[] = []
  const host = diagnosticsHost(diagnostics, {
    adapterTimeout,
    log: (_level, message, fields) => lines.push({ message, error: String(fields?.['error']) }),
  })
  return { ...host, lines }
}

function two(): readonly [Process, Process, MemoryDiagnostics] {
  const shared = memoryDiagnostics()
  return [start(shared), start(shared), shared]
}

describe('processes that share deliveries and logs', () => {
  it('list the requests of each other, newest first', async () => {
    const [one, other] = two()
    one.clock.now += 1
    await one.send('first')
    other.clock.now += 2
    await other.send('')
    await one.get(DELIVERIES)
    const requests = await other.list(DELIVERIES)
    expect(requests.map((each): unknown => Reflect.get(Object(each), 'status'))).to.deep.equal([
      400, 200,
    ])
    expect(await one.list(DELIVERIES)).to.deep.equal(requests)
  })

  it('list the log lines of each other, the newest last', async () => {
    const [one, other] = two()
    await one.send('first')
    await one.get('/logs')
    await other.send('second')
    const lines = await other.list('/logs')
    expect(lines).to.have.length(2)
    expect(String(lines)).to.match(/first.*second/s)
    const [first, second] = lines
    expect(await one.list('/logs?logs_per_page=1')).to.deep.equal([second])
    expect(await one.list('/logs?logs_per_page=1&page=1')).to.deep.equal([first])
    expect(await one.list('/logs?page=1')).to.deep.equal([])
  })

  it('append no key and no payload', async () => {
    const [one, , { kept }] = two()
    await one.send(`see /hooks/${one.key}`).set('User-Agent', one.key)
    await one.get(DELIVERIES)
    await one.get('/logs')
    expect(kept.entries).to.have.length(1)
    expect(kept.lines).to.have.length(1)
    expect(JSON.stringify(kept)).to.not.include(one.key)
    expect(JSON.stringify(kept.entries)).to.not.include('see ')
  })

  it('append text that any database accepts', async () => {
    const [one, , { kept }] = two()
    await one.send('t').set('User-Agent', `${'x'.repeat(199)}\u00f0\u009f\u0098\u0080`)
    await one.webhooks.close()
    expect(kept.entries[0]?.userAgent.isWellFormed()).to.equal(true)
  })

  it('delete the requests of a deleted webhook, also those that wait', async () => {
    const [one, other, { kept }] = two()
    await one.send('first')
    await one.webhooks.manage.delete(id('admin'), id('hook'))
    expect(kept.entries).to.deep.equal([])
    await other.webhooks.close()
  })

  it('write what waits when they are closed', async () => {
    const [one, , { kept }] = two()
    await one.send('first')
    await one.send('second')
    await one.webhooks.close()
    expect(kept.entries).to.have.length(2)
    expect(kept.lines).to.have.length(2)
  })
})

describe('deliveries and logs of a store that fails', () => {
  for (const [what, append, error] of [
    ['throws', throws, /the store is broken/],
    ['rejects', () => Promise.reject(new Error('the store is broken')), /the store is broken/],
    ['never returns', never, /cannot respond|storage/i],
  ] as const) {
    it(`do not change a response where append ${what}`, async () => {
      const { deliveries, logs } = memoryDiagnostics()
      const host = start({ deliveries: { ...deliveries, append }, logs: { ...logs, append } }, 20)
      const answers = [await host.send('first'), await host.send('second')]
      expect(answers.map(({ status, text }) => [status, text])).to.deep.equal([
        [200, 'ok'],
        [200, 'ok'],
      ])
      expect((await host.get(DELIVERIES)).body).to.deep.equal([])
      expect((await host.get('/logs')).body).to.deep.equal([])
      const lost = host.lines.filter(({ message }) => message.startsWith('could not write'))
      expect(lost.map(({ message }) => message).sort()).to.deep.equal([
        'could not write lines of the debug log',
        'could not write recent requests',
      ])
      for (const line of lost) expect(line.error).to.match(error)
    })
  }

  it('delete a webhook although its requests cannot be deleted', async () => {
    const { deliveries } = memoryDiagnostics()
    const host = start({ deliveries: { ...deliveries, deleteFor: throws } })
    await host.webhooks.manage.delete(id('admin'), id('hook'))
    expect(host.lines.map(({ message }) => message)).to.deep.equal([
      'could not delete the recent requests of a webhook',
    ])
  })

  it('delay close by 5 s at most', async () => {
    const { deliveries } = memoryDiagnostics()
    const host = start({ deliveries: { ...deliveries, append: never } }, 0)
    await host.send('first')
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      let isClosed = false
      const closed = host.webhooks.close().then(() => {
        isClosed = true
      })
      mock.timers.tick(4_999)
      await new Promise((resolve) => setImmediate(resolve))
      expect(isClosed).to.equal(false)
      mock.timers.tick(1)
      await closed
    } finally {
      mock.timers.reset()
    }
  })

  it('are a 503 where they cannot be read', async () => {
    const { deliveries, logs } = memoryDiagnostics()
    const host = start(
      { deliveries: { ...deliveries, list: never }, logs: { ...logs, page: never } },
      20,
    )
    expect((await host.get(DELIVERIES)).status).to.equal(503)
    expect((await host.get('/logs')).status).to.equal(503)
  })

  it('are an error of the host where they are of the wrong shape', async () => {
    const { deliveries } = memoryDiagnostics()
    const list = (): readonly object[] => [{ webhookId: 'w', time: 'today' }]
    const host = start({ deliveries: { ...deliveries, list } })
    expect((await host.get(DELIVERIES)).status).to.equal(500)
    expect(host.lines[0]?.message).to.match(/does not match its type/)
  })
})
