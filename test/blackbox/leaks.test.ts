import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { call } from '../support/http-client.js'
import { ROOT } from '../support/root.js'

interface BadInput {
  readonly method?: string
  readonly path_suffix?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Ways in which a key may hide: as it is, percent-encoded, and in base64 at each of its three alignments. */
function spellingsOf(key: string): readonly string[] {
  const percent = Array.from(key, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + key)
      .toString('base64')
      .slice(4, -4),
  )
  return [key, percent, percent.toUpperCase(), ...base64]
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('the key of a webhook', () => {
  let host: ExampleHost
  let dataDir: string
  let key: string
  const answers: string[] = []

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'leaks-'))
    host = await startExampleHost({ dataDir, env: { LOG_LEVEL: 'debug' } })
    await host.api('PUT', '/config/patch', {
      LogSettings: { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' },
    })
    key = (await makeHookChannel(host, 'leaks')).hookPath.slice('/hooks/'.length)
    const inputs = JSON.parse(
      await readFile(join(ROOT, 'test/blackbox/suite/bad-inputs.json'), 'utf8'),
    ) as readonly BadInput[]
    for (const input of inputs.filter(({ body, path }) => body !== undefined && !path)) {
      answers.push(await send(input))
    }
    for (const path of [
      `/hooks/${key}x`,
      `/hooks/${key}/x`,
      `/hooks//${key}`,
      `/${key}`,
      `/x/${key}`,
    ]) {
      answers.push(await send({ body: '{"text":"a"}', path }))
      answers.push(await send({ method: 'GET', path }))
    }
  })

  after(async () => {
    await host.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function send(input: BadInput): Promise<string> {
    const path = input.path ?? `/hooks/${key}${input.path_suffix ?? ''}`
    const method = input.method ?? 'POST'
    const response = await fetch(host.url + path, {
      method,
      headers: Object.fromEntries(
        Object.entries(input.headers ?? {}).filter(([, v]) => isLatin1(v)),
      ),
      ...(method === 'GET' || input.body === undefined ? {} : { body: input.body }),
    })
    return `${JSON.stringify([...response.headers])} ${await response.text()}`
  }

  function expectAbsent(texts: readonly string[]): void {
    for (const spelling of spellingsOf(key)) {
      expect(texts.filter((text) => text.includes(spelling))).to.deep.equal([])
    }
  }

  it('is in no answer', () => {
    expect(answers.length).to.be.greaterThan(300)
    expectAbsent(answers)
  })

  it('is in no list and no list of requests', async () => {
    const list = await host.api('GET', '/hooks/incoming?per_page=200')
    const [record] = list as readonly { readonly id: string }[]
    const deliveries = await host.api('GET', `/hooks/incoming/${record?.id ?? ''}/deliveries`)
    expect(deliveries).to.have.lengthOf(50)
    expectAbsent([JSON.stringify(list), JSON.stringify(deliveries)])
  })

  it('is in no line of the logs, which are full of its requests', async () => {
    const lines = (await host.api('GET', '/logs?page=0&logs_per_page=1000')) as readonly string[]
    expect(lines.length).to.be.greaterThan(200)
    expectAbsent(lines)
  })

  it('is in no output of the process', () => {
    expect(host.output()).to.include('/hooks/')
    expectAbsent([host.output()])
  })

  it('is in no file of the store, running or stopped', async () => {
    const read = async (): Promise<readonly string[]> =>
      Promise.all((await filesBelow(dataDir)).map((file) => readFile(file, 'latin1')))
    expectAbsent(await read())
    await host.stop()
    const files = await read()
    expect(files.some((file) => file.includes('keyDigest'))).to.equal(true)
    expectAbsent(files)
  })

  it('is shown to nobody else', async () => {
    // The host has stopped above; start it again on the same store.
    host = await startExampleHost({ dataDir, adminPassword: host.adminPassword })
    const password = 'Another-password-1'
    await host.api('POST', '/users', { username: 'eve', email: 'eve@example.test', password })
    const signedIn = await call(`${host.url}/api/v4/users/login`, {
      method: 'POST',
      body: JSON.stringify({ login_id: 'eve', password }),
    })
    const token = signedIn.headers['token']
    const [record] = (await host.api('GET', '/hooks/incoming')) as readonly {
      readonly id: string
    }[]
    const seen = await Promise.all(
      ['', `/${record?.id ?? ''}`, `/${record?.id ?? ''}/deliveries`].map(async (tail) => {
        const answer = await call(`${host.url}/api/v4/hooks/incoming${tail}`, {
          method: 'GET',
          headers: { Authorization: `Bearer ${String(token)}` },
        })
        return answer.text
      }),
    )
    expect(seen[0]).to.equal('[]')
    expectAbsent(seen)
  })
})

function isLatin1(value: string): boolean {
  return Array.from(value).every((c) => c.charCodeAt(0) < 256 && c >= ' ')
}
