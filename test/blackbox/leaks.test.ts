import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type HostHere, startHostHere } from '../support/host-here.js'
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

async function textsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  )
}

describe('the key of a webhook', () => {
  let host: HostHere
  let dataDir: string
  let key: string
  const answers: string[] = []
  let list: readonly { readonly id: string }[]
  let deliveries: unknown
  let logs: readonly string[]
  let output: string
  let filesOfRunning: readonly string[]
  let filesOfStopped: readonly string[]

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'leaks-'))
    host = await startHostHere({ dataDir, env: { LOG_LEVEL: 'debug' } })
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
    // A sender may put its key anywhere.
    for (const id of [key, `id-${key}`, Buffer.from(key).toString('base64url')]) {
      answers.push(await send({ body: '{"text":"a"}', headers: { 'X-Request-Id': id } }))
      answers.push(await send({ body: '{}', headers: { 'X-Request-Id': id } }))
    }
    list = (await host.api('GET', '/hooks/incoming?per_page=200')) as typeof list
    deliveries = await host.api(
      'GET',
      `/hooks/incoming/${list[0]?.id ?? ''}/deliveries?per_page=200`,
    )
    logs = (await host.api('GET', '/logs?page=0&logs_per_page=1000')) as typeof logs
    filesOfRunning = await textsBelow(dataDir)
    await host.restart({
      env: { LOG_LEVEL: 'info' },
      whileDown: async () => {
        output = host.output()
        filesOfStopped = await textsBelow(dataDir)
      },
    })
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

  it('is in no list and no list of requests', () => {
    expect(list).to.have.lengthOf(1)
    expect(deliveries).to.have.lengthOf.at.least(100)
    expectAbsent([JSON.stringify(list), JSON.stringify(deliveries)])
  })

  it('is in no line of the logs, which are full of its requests', () => {
    expect(logs.length).to.be.greaterThan(200)
    expectAbsent(logs)
  })

  it('is in no line that the host writes', () => {
    expect(output).to.include('/hooks/')
    expect(output).to.include(`"webhook_id":"${list[0]?.id ?? ''}"`)
    expectAbsent([output])
  })

  it('is in no file of the store, running or stopped', () => {
    for (const files of [filesOfRunning, filesOfStopped]) {
      expect(files.some((file) => file.includes('keyDigest'))).to.equal(true)
      expectAbsent(files)
    }
  })

  it('is shown to nobody else', async () => {
    const password = 'Another-password-1'
    await host.api('POST', '/users', { username: 'eve', email: 'eve@example.test', password })
    const signedIn = await call(`${host.url}/api/v4/users/login`, {
      method: 'POST',
      body: JSON.stringify({ login_id: 'eve', password }),
    })
    const token = signedIn.headers['token']
    const id = list[0]?.id ?? ''
    const seen = await Promise.all(
      ['', `/${id}`, `/${id}/deliveries`].map(async (tail) => {
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
