import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import { until } from '../support/until.js'

/** Throws for each message from its parent; the second kind cannot even be written to a log. */
const THROWS_WHEN_TOLD = `data:text/javascript,${encodeURIComponent(`
  process.on('message', (kind) => {
    const error = new Error('boom')
    const stack = { get() { throw new Error('again') } }
    if (kind === 'unprintable') Object.defineProperty(error, 'stack', stack)
    throw error
  })
`)}`
const GAP = 'Log lines are missing here'
const DEBUG = { LOG_LEVEL: 'debug' }

/** Runs the server with its output redirected, as a shell does. */
const redirected = (how: string) => ['bash', '-c', `exec "$0" "$@" ${how}`]

describe('the example host in poor surroundings', () => {
  let folder: string
  const hosts: ExampleHost[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-surroundings-'))
  })

  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()))
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (options: Parameters<typeof startExampleHost>[0]) => {
    const host = await startExampleHost({ dataDir: join(folder, 'data'), ...options })
    hosts.push(host)
    return host
  }
  /** Each request is a line of the log. */
  const writeLines = async (host: ExampleHost) => {
    for (let i = 0; i < 5; i++) await request(host.url).get('/healthz').expect(200)
  }

  const broken: [what: string, how: string][] = [
    ['nobody reads its log any more', '2> >(head -n 1 >/dev/null)'],
    ['nobody reads its output', '1> >(:)'],
    ['stdout and stderr are closed', '1>&- 2>&-'],
    ['its log goes to a full disk', '2>/dev/full'],
    ['its output goes to a full disk', '1>/dev/full'],
  ]
  for (const [what, how] of broken) {
    it(`serves and stops in order while ${what}`, async () => {
      const host = await start({ env: DEBUG, wrap: redirected(how) })
      await writeLines(host)
      await host.api('GET', '/users/me')
      expect(await host.stop()).to.equal(0)
    })
  }

  for (const kind of ['plain', 'unprintable']) {
    it(`exits with 1 on an exception nobody caught, its log closed, and frees port and store (${kind})`, async () => {
      const host = await start({ preload: THROWS_WHEN_TOLD })
      host.child.stderr?.destroy()
      host.child.stdout?.destroy()
      const exited = once(host.child, 'exit')
      host.child.send(kind)
      expect(await exited).to.deep.equal([1, null])
      const again = await start({ port: host.port })
      await writeLines(again)
    })
  }

  it('stops in order on an exception that cannot be logged', async () => {
    const host = await start({ preload: THROWS_WHEN_TOLD })
    const exited = once(host.child, 'exit')
    host.child.send('unprintable')
    expect(await exited).to.deep.equal([1, null])
    expect(host.output())
      .to.match(/"message":"Uncaught exception"/)
      .and.match(/"message":"Stopped"/)
  })

  it('resumes its log with the number of lost lines once it is read again', async () => {
    const pipe = join(folder, 'log')
    execFileSync('mkfifo', [pipe])
    const first = await openPipe(pipe)
    const host = await start({ env: DEBUG, wrap: redirected(`2>${pipe}`) })
    await first.close()
    await writeLines(host)
    const second = await openPipe(pipe)
    try {
      await writeLines(host)
      let text = ''
      await until('the lines', async () => {
        text += await unread(second)
        return (text.match(/\/healthz/g) ?? []).length >= 4 && text.includes(GAP)
      })
      const lines = text.split('\n')
      const gap = lines.find((line) => line.includes(GAP))
      expect(JSON.parse(gap ?? '{}'))
        .to.have.property('lines')
        .that.is.above(0)
    } finally {
      await second.close()
    }
  })
})

async function openPipe(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK)
}

/** What has been written and not read, perhaps nothing. */
async function unread(pipe: FileHandle): Promise<string> {
  const bytes = Buffer.alloc(65_536)
  const read = await pipe.read(bytes, 0, bytes.length, null).catch((error: unknown) => {
    if (Reflect.get(Object(error), 'code') !== 'EAGAIN') throw error
    return { bytesRead: 0 }
  })
  return bytes.toString('utf8', 0, read.bytesRead)
}
