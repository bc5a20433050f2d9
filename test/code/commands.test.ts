import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect } from 'chai'
import { type Answer, call } from '../support/http-client.js'
import { isObject } from '../../lib/model/json.js'
import { signIn } from '../support/chat-host.js'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { listening } from '../support/listening.js'
import { type Files, openFiles, type Ran, run } from './command.js'

const CI = { slug: 'ci', channel: 'alerts', display_name: 'CI' }
const RULES = [{ when: { branch: ['main'] }, then: { channel: 'alerts' } }]
const OPS = { slug: 'ops', channel: 'off-topic', display_name: 'Ops', rules: RULES }

interface Shown extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly slug: string | null
  readonly update_at: number
}

/** A host with the channels that the files name, and a user who is no administrator. */
interface Site {
  readonly host: HostHere
  readonly token: string
  /** Runs a command there as that user. */
  cli(name: string, ...args: readonly string[]): Promise<Ran>
  /** The same with arguments and variables of one's own. */
  cliWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran>
  call(method: string, path: string, body?: object): Promise<Answer>
  list(): Promise<readonly Shown[]>
}

async function openSite(): Promise<Site> {
  const host = await startHostHere()
  await host.addAccount({ username: 'alice', password: 'a password' })
  const token = await signIn(host.url, { login_id: 'alice', password: 'a password' })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const site: Site = {
    host,
    token,
    cliWith: (env, ...args) => run(args, env),
    cli: (name, ...args) => run([name, '--url', host.url, ...args], { EIW_TOKEN: token }),
    call: (method, path, body) =>
      call(`${host.url}/api/v4${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }),
    list: async () => {
      const { text } = await site.call('GET', '/hooks/incoming?per_page=200')
      return JSON.parse(text) as Shown[]
    },
  }
  const team: unknown = await host.api('GET', '/teams/name/main')
  const team_id = isObject(team) ? team['id'] : ''
  const known = JSON.stringify(await host.api('GET', `/teams/${String(team_id)}/channels`))
  for (const name of ['alerts', 'off-topic'].filter((each) => !known.includes(`"${each}"`))) {
    await host.api('POST', '/channels', { team_id, name, display_name: name, type: 'O' })
  }
  return site
}

/** A server that does something else before it passes a request on to the host, or answers itself. */
async function changedBetween(
  { host }: Site,
  before: (method: string, url: string) => Promise<unknown>,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const pass = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = req
    const status = await before(method, url)
    if (typeof status === 'number') {
      // Not by the response, whose answers are compared with the document of the API.
      req.socket.end(`HTTP/1.1 ${status} Busy\r\nRetry-After: 0\r\nConnection: close\r\n\r\n`)
      return
    }
    const body = await textOf(req)
    const names = ['authorization', 'content-type', 'if-match', 'x-requested-with'] as const
    const headers = Object.fromEntries(names.map((name) => [name, String(req.headers[name] ?? '')]))
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const answer = await call(host.url + url, { method, headers: given, ...(body && { body }) })
    const { etag = '', 'content-type': type = '' } = answer.headers
    res.statusCode = answer.status
    res.setHeader('ETag', etag).setHeader('Content-Type', type).end(answer.text)
  }
  const { server, url } = await listening((req, res) => {
    void pass(req, res)
  })
  return {
    url,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('hooks as code', () => {
  let files: Files
  let site: Site

  beforeEach(async () => {
    files = await openFiles()
    site = await openSite()
  })
  afterEach(async () => {
    await site.host.stop()
    await files.remove()
  })

  const bySlug = async (slug: string): Promise<Shown> => {
    const found = (await site.list()).find((one) => one.slug === slug)
    if (!found) throw new Error(`there is no ${slug}`)
    return found
  }

  it('apply makes webhooks, and makes them once', async () => {
    const file = await files.write('hooks.json', { webhooks: [CI, OPS] })
    expect(await site.cli('apply', file)).to.deep.equal({
      status: 0,
      out: '+ ci  channel: "alerts", display_name: "CI"\n+ ops  channel: "off-topic", display_name: "Ops", rules: [{"when":{"branch":["main"]},"then":{"channel":"alerts"}}]\n2 created, 0 changed, 0 deleted.\n',
      err: '',
    })
    const made = await site.list()
    expect(made).to.have.lengthOf(2)
    const { channel_id: alerts } = await bySlug('ci')
    expect(await bySlug('ops')).to.deep.include({
      display_name: 'Ops',
      rules: [{ when: { branch: ['main'] }, then: { channel: alerts } }],
    })
    const again = await site.cli('apply', file)
    expect(again).to.deep.equal({ status: 0, out: 'Nothing was changed.\n', err: '' })
    expect(await site.list()).to.deep.equal(made)
  })

  it('plan changes nothing, and says with status 2 what apply would do', async () => {
    await site.cli('apply', await files.write('hooks.json', { webhooks: [CI, OPS] }))
    const before = await site.list()
    const changed = { webhooks: [{ ...OPS, display_name: 'Operations' }] }
    const file = await files.write('hooks.json', changed)
    expect(await site.cli('plan', file)).to.deep.equal({
      status: 2,
      out: '~ ops  display_name: "Ops" → "Operations"\n  ci  is not in the file and is left alone (--prune would delete it)\nWould be: 0 created, 1 changed, 0 deleted.\n',
      err: '',
    })
    expect(await site.list()).to.deep.equal(before)
    expect(await site.cli('apply', file)).to.include({ status: 0, err: '' })
    const after = await site.cli('plan', file)
    expect(after).to.include({ status: 0 })
    expect(after.out).to.match(/Nothing would change\.\n$/)
    const pruned = await site.cli('plan', '--prune', file)
    expect(pruned).to.include({ status: 2 })
    expect(pruned.out).to.match(/^- ci /m)
    expect(await site.cli('apply', '--prune', file)).to.include({ status: 0 })
    expect((await site.list()).map(({ slug }) => slug)).to.deep.equal(['ops'])
  })

  it('export and apply are a round trip into another host', async () => {
    const rich = {
      ...OPS,
      description: 'On call\nask bob',
      events: ['firing'],
      template: { title: '{{a}}', fields: [{ title: 'B', value: '{{b}}' }] },
      rules: [
        { when: { 'body.z': 1, branch: { not: ['x'] } }, then: { silent: true, mention: '@bob' } },
      ],
      expect_every: 900,
    }
    const file = await files.write('hooks.json', { webhooks: [rich, CI] })
    expect(await site.cli('apply', file)).to.include({ status: 0 })
    await site.call('POST', '/hooks/incoming', {
      channel_id: (await bySlug('ci'))['channel_id'],
      display_name: 'By hand',
    })
    const exported = await site.cli('export')
    expect(exported).to.include({ status: 0, err: 'Not exported, because they have no slug: 1.\n' })
    expect(await site.cli('export')).to.deep.equal(exported)
    const slugs = (JSON.parse(exported.out) as { webhooks: Shown[] }).webhooks.map(
      ({ slug }) => slug,
    )
    expect(slugs).to.deep.equal(['ci', 'ops'])
    const other = await openSite()
    try {
      const moved = await files.write('moved.json', exported.out)
      expect(await other.cli('apply', moved)).to.include({ status: 0, err: '' })
      expect(await other.cli('export')).to.deep.equal({ ...exported, err: '' })
      const copy = join(files.folder, 'copy.yaml')
      expect(await other.cli('export', copy)).to.deep.equal({ status: 0, out: '', err: '' })
      expect(await other.cli('plan', copy)).to.include({
        status: 0,
        out: 'Nothing would change.\n',
      })
    } finally {
      await other.host.stop()
    }
  })

  it('shows no secret in any file or output', async () => {
    const secrets = [site.token]
    const keep = ({ text }: Answer): Record<string, string> => {
      const { key, url, signing_secret } = JSON.parse(text) as Record<string, string>
      for (const each of [key, url, signing_secret]) if (each) secrets.push(each)
      return JSON.parse(text) as Record<string, string>
    }
    await site.cli('apply', await files.write('hooks.json', { webhooks: [CI] }))
    const { id, channel_id } = await bySlug('ci')
    const verification = { scheme: 'token', header: 'X-Token', secret: 'a very secret text' }
    secrets.push(verification.secret)
    const template = { title: 'Order {{id}}' }
    keep(
      await site.call('PUT', `/hooks/incoming/${id}`, {
        channel_id,
        display_name: 'CI',
        verification,
        template,
      }),
    )
    keep(await site.call('POST', `/hooks/incoming/${id}/regen_key`, { overlap_seconds: 3600 }))
    const shown: Ran[] = []
    const show = async (name: string, ...args: readonly string[]): Promise<Ran> => {
      const ran = await site.cli(name, '--verbose', ...args)
      shown.push(ran)
      return ran
    }
    const exported = await show('export')
    const { webhooks } = JSON.parse(exported.out) as { webhooks: object[] }
    expect(webhooks).to.deep.equal([
      { ...CI, template, verification: { scheme: 'token', header: 'X-Token' } },
    ])
    const kept = await files.write('kept.json', {
      webhooks: [{ ...webhooks[0], display_name: 'Builds' }],
    })
    expect(await show('plan', kept)).to.include({ status: 2 })
    expect(await show('apply', kept)).to.include({ status: 0 })
    const { host } = site
    const post = async (token: string): Promise<number> => {
      const { url } = keep(await site.call('GET', `/hooks/incoming/${id}`))
      const headers = { 'Content-Type': 'application/json', 'X-Token': token }
      return (await call(url ?? '', { method: 'POST', headers, body: '{"id": 5}' })).status
    }
    expect([await post('another'), await post(verification.secret)]).to.deep.equal([401, 400])
    const added = await files.write('new.json', {
      webhooks: [{ ...webhooks[0], slug: 'new' }, OPS],
    })
    const refused = await show('apply', added)
    expect(refused).to.include({ status: 1 })
    expect(refused.out).to.match(/^! new {2}the secret .* must be set in the console$/m)
    expect(refused.out).to.include('2 created')
    // Nobody can use its URL without a signature.
    expect(await bySlug('new')).to.deep.include({ enabled: false, verification: null })
    const again = await show('apply', added)
    expect(again).to.include({ status: 1 })
    expect(again.out).to.match(/must be set in the console\n[^]*Nothing was changed/)
    const { id: newId } = await bySlug('new')
    keep(
      await site.call('PUT', `/hooks/incoming/${newId}`, {
        channel_id,
        display_name: 'CI',
        verification,
      }),
    )
    expect(await show('apply', added)).to.include({ status: 0 })
    const odd = { ...CI, slug: 'odd', verification, signing_secret: 'x' }
    shown.push(await site.cli('apply', await files.write('odd.json', { webhooks: [odd] })))
    for (const { out, err } of shown) {
      for (const secret of secrets) expect(out + err).not.to.include(secret)
    }
    expect(shown.at(-1)?.err).to.match(/verification.*\n|secrets are set in the console/)
    expect(host.output()).not.to.include(verification.secret)
  })

  const cliThrough = async (
    before: (method: string, url: string) => Promise<unknown>,
    ...args: readonly string[]
  ): Promise<Ran> => {
    const [name = '', ...others] = args
    const between = await changedBetween(site, before)
    try {
      return await site.cliWith({ EIW_TOKEN: site.token }, name, '--url', between.url, ...others)
    } finally {
      between.close()
    }
  }
  const OURS = [CI, OPS].map((one) => ({ ...one, display_name: 'Ours' }))
  const STOPPED = /^~ ci {2}.*\nStopped\. 0 created, 1 changed, 0 deleted\.\n$/

  for (const method of ['GET', 'PUT']) {
    it(`apply stops where somebody changes a webhook before its ${method}`, async () => {
      await site.cli('apply', await files.write('hooks.json', { webhooks: [CI, OPS] }))
      const { id } = await bySlug('ops')
      const path = `/hooks/incoming/${id}`
      const file = await files.write('hooks.json', { webhooks: OURS })
      const { status, out, err } = await cliThrough(
        async (asked, url) => {
          if (asked === method && url.endsWith(id)) await site.call('POST', `${path}/regen_key`, {})
        },
        'apply',
        file,
      )
      expect(status).to.equal(1)
      expect(out).to.match(STOPPED)
      expect(err).to.match(/hooks\.json:8:5: somebody has changed it meanwhile; run apply again\n$/)
      expect(await bySlug('ops')).to.include({ display_name: 'Ops' })
    })
  }

  it('apply stops where somebody creates or deletes a webhook first', async () => {
    await site.cli('apply', await files.write('hooks.json', { webhooks: [CI, OPS] }))
    const { id, channel_id } = await bySlug('ops')
    const file = await files.write('hooks.json', { webhooks: [OURS[0]] })
    const first = async (method: string, url: string): Promise<void> => {
      if (method === 'GET' && url.endsWith(id)) await site.call('DELETE', `/hooks/incoming/${id}`)
    }
    const deleted = await cliThrough(first, 'apply', '--prune', file)
    expect(deleted).to.include({ status: 1 })
    expect(deleted.out).to.match(STOPPED)
    expect(deleted.err).to.equal(
      `${file}: ops: somebody has changed it meanwhile; run apply again\n`,
    )
    const both = await files.write('hooks.json', { webhooks: [CI, OPS] })
    const created = await cliThrough(
      async (method, url) => {
        if (method !== 'POST' || url.includes('check')) return
        await site.call('POST', '/hooks/incoming', { ...CI, slug: 'ops', channel_id })
      },
      'apply',
      both,
    )
    expect(created.out).to.match(STOPPED)
    expect(created.err).to.match(/:8:5: somebody has changed it meanwhile; run apply again\n$/)
    expect(await site.cli('apply', both)).to.include({ status: 0 })
    expect(await site.cli('plan', both)).to.include({ status: 0, err: '' })
  })

  it('two that apply one file at once leave each webhook once', async () => {
    const webhooks = Array.from({ length: 8 }, (_, at) => ({ ...CI, slug: `hook-${at}` }))
    const file = await files.write('hooks.json', { webhooks })
    const both = await Promise.all([site.cli('apply', file), site.cli('apply', file)])
    for (const { status, err } of both) {
      // Whoever looks late finds the other's, which may as well be somebody's that is not listed.
      const ofOthers =
        /somebody has changed it meanwhile; run apply again|another webhook of this team/
      if (status !== 0) expect(err).to.match(ofOthers)
    }
    expect(await site.cli('apply', file)).to.include({ status: 0 })
    expect(await site.list()).to.have.lengthOf(webhooks.length)
  })

  it('ask again where the host says that it cannot answer yet', async () => {
    const file = await files.write('hooks.json', { webhooks: [CI, OPS] })
    const refused = new Map<string, number>()
    const busy = async (method: string, url: string): Promise<number | undefined> => {
      const asked = `${method} ${url}`
      refused.set(asked, (refused.get(asked) ?? 0) + 1)
      if (refused.get(asked) !== 1) return undefined
      return method === 'GET' || url.includes('check') ? 503 : 429
    }
    expect(await cliThrough(busy, 'apply', file)).to.include({ status: 0, err: '' })
    expect(await site.list()).to.have.lengthOf(2)
    expect([...refused.keys()].join()).to.match(/POST \/api\/v4\/hooks\/incoming(?:,|$)/)
  })

  it('stop where the host does not answer, which is not a mistake of the file', async () => {
    const file = await files.write('hooks.json', { webhooks: [CI, OPS] })
    const unavailable = (what: string): RegExp =>
      new RegExp(`^${file}: ${what}http.* is not available: try again \\(503\\)\n$`)
    const checks = await cliThrough(
      async (_, url) => (url.includes('check') ? 503 : undefined),
      'plan',
      file,
    )
    expect(checks).to.include({ status: 1, out: '' })
    expect(checks.err).to.match(unavailable(''))
    await site.cli('apply', file)
    const changed = await files.write('hooks.json', { webhooks: OURS })
    const { id } = await bySlug('ops')
    const isOps = (url: string): boolean => url.endsWith(id)
    const changes = await cliThrough(
      async (method, url) => (method === 'PUT' && isOps(url) ? 503 : undefined),
      'apply',
      changed,
    )
    expect(changes).to.include({ status: 1 })
    expect(changes.out).to.match(STOPPED)
    expect(changes.err).to.match(unavailable('ops: '))
    expect(await bySlug('ops')).to.include({ display_name: 'Ops' })
  })

  describe('refuses', () => {
    const cases: readonly (readonly [what: string, content: string | object, said: RegExp])[] = [
      [
        'JSON with a fault',
        '{"webhooks": [\n  {"slug" "ci"}\n]}',
        /:2:11: not JSON: expected a colon/,
      ],
      [
        'an unknown member',
        { webhooks: [{ ...CI, displayname: 'x' }] },
        /:7:7: "displayname" .*mean display_name/,
      ],
      ['two of one slug', { webhooks: [CI, CI] }, /:9:7: slug: /],
      ['an unknown channel', { webhooks: [{ ...CI, channel: 'none' }] }, /:5:7: channel: /],
      [
        'an unknown channel of a rule',
        { webhooks: [{ ...OPS, rules: [{ when: {}, then: { channel: 'none' } }] }] },
        /:11:13: rules\.0\.then\.channel: /,
      ],
      [
        'rules that are wrong',
        { webhooks: [{ ...OPS, rules: [{ when: { odd: 1 }, then: { skip: true } }] }] },
        /:9:11: rules\.0\.when: odd /,
      ],
      [
        'a file of three whose second is refused',
        { webhooks: [CI, { ...OPS, format: 'none' }, { ...CI, slug: 'new' }] },
        /:24:7: format: /,
      ],
    ]
    for (const [what, content, said] of cases) {
      it(`${what}, and changes nothing`, async () => {
        const file = await files.write('hooks.json', content)
        for (const command of ['plan', 'apply']) {
          const { status, out, err } = await site.cli(command, file)
          expect([status, out]).to.deep.equal([1, ''])
          expect(err).to.match(said)
          for (const line of err.trim().split('\n')) expect(line.startsWith(file)).to.equal(true)
        }
        expect(await site.list()).to.deep.equal([])
      })
    }

    const texts: readonly (readonly [what: string, content: string | Uint8Array, said: RegExp])[] =
      [
        ['nothing', '', /:1:1: not JSON: expected a value/],
        [
          'UTF-16',
          Buffer.from('\ufeff{"webhooks": []}', 'utf16le'),
          /: expected a file in UTF-8\n$/,
        ],
        ['too long a text', ' '.repeat(2 ** 23 + 1), /: expected a file of at most 8 MiB\n$/],
      ]
    for (const [what, content, said] of texts) {
      it(`a file that has ${what}`, async () => {
        const file = await files.write('hooks.json', '')
        await writeFile(file, content)
        const { status, out, err } = await site.cli('plan', file)
        expect([status, out]).to.deep.equal([1, ''])
        expect(err).to.match(said).and.include(file)
      })
    }

    it('a file that is not there, and none', async () => {
      for (const [args, said] of [
        [[join(files.folder, 'none.json')], /none\.json: no such file|no such file.*none\.json/],
        [[files.folder], /illegal operation on a directory/],
        [[], /^expected a file\n$/],
        [['a.json', 'b.json'], /^expected one file\n$/],
        [['--pruen', 'a.json'], /--pruen/],
      ] as const) {
        const { status, out, err } = await site.cli('plan', ...args)
        expect([status, out]).to.deep.equal([1, ''])
        expect(err).to.match(said)
      }
    })

    it('whoever has no token, a wrong one, a wrong URL, or no host', async () => {
      const file = await files.write('hooks.json', { webhooks: [CI] })
      const { url } = site.host
      const token = { EIW_TOKEN: site.token }
      const calls: readonly (readonly [object, readonly string[], RegExp])[] = [
        [{}, ['--url', url], /: EIW_TOKEN is not set/],
        [{ EIW_TOKEN: 'odd' }, ['--url', url], /: EIW_TOKEN .* not valid/],
        [{ EIW_TOKEN: 'two\nlines' }, ['--url', url], /: EIW_TOKEN: expected/],
        [{ EIW_HEADER: 'odd' }, ['--url', url], /: EIW_HEADER: expected/],
        [token, ['--url', 'http://127.0.0.1:9'], /: http:\/\/127\.0\.0\.1:9 does not answer/],
        [token, ['--url', `${url}/nowhere`], /nowhere.* is not of a management API \(404\)/],
        [token, ['--url', 'http://a:b@127.0.0.1'], /--url: expected a URL without a password/],
        [token, [], /--url: expected the site/],
      ]
      for (const [env, args, said] of calls) {
        const { status, out, err } = await site.cliWith({ ...env }, 'apply', ...args, file)
        expect([status, out]).to.deep.equal([1, ''])
        expect(err.trim().split('\n')).to.have.lengthOf(1)
        expect(err).to.match(said).and.include(file)
      }
      expect(await site.list()).to.deep.equal([])
      const header = { EIW_HEADER: `Authorization: Bearer ${site.token}` }
      expect(await site.cliWith(header, 'plan', '--url', url, file)).to.include({ status: 2 })
    })
  })

  it('reads a file that begins with a byte order mark', async () => {
    const file = await files.write('hooks.json', '\ufeff{"webhooks": []}')
    expect(await site.cli('plan', file)).to.include({ status: 0, err: '' })
  })

  it('names all mistakes of a file at their lines', async () => {
    const file = await files.write(
      'hooks.yaml',
      [
        'webhooks:',
        '  - slug: CI',
        '    channel: alerts',
        '    display_name: ""',
        '    odd: 1',
        '    expires_at: soon',
        '    events: [a, 5]',
        '  - slug: ops',
        '    channel: ""',
        '    rules:',
        '      - {when: {branch: main}, then: {}}',
        '      - {when: {odd: 1}, then: {skip: true}}',
        '    verification: {scheme: token, secret: x}',
        '    mentions: some',
        'more: 1',
        '',
      ].join('\n'),
    )
    const { status, err } = await site.cli('apply', file)
    expect(status).to.equal(1)
    const lines = err
      .trim()
      .split('\n')
      .map((line) => Number(line.slice(file.length).split(':')[1]))
    expect(lines).to.deep.equal([2, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15])
  })

  it('compares 236 webhooks, and finds that nothing would change', async () => {
    const webhooks = Array.from({ length: 236 }, (_, at) => ({ ...OPS, slug: `hook-${at}` }))
    const file = await files.write('hooks.json', { webhooks })
    expect(await site.cli('apply', file)).to.include({ status: 0 })
    const started = performance.now()
    expect(await site.cli('plan', file)).to.include({ status: 0, out: 'Nothing would change.\n' })
    expect(performance.now() - started).to.be.below(30_000)
  })
})
