import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { KEY } from '../../support/hook-host.js'
import { managementSuite } from './management-suite.js'
import { type MountedHost, PASSWORD } from './mounted-host.js'

export type Suite = Readonly<Record<string, (host: MountedHost) => Promise<void>>>

const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' }
const BOUNDARY = 'x-x-x'
const MULTIPART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{"text":"in parts"}\r\n--${BOUNDARY}--\r\n`

/** Deliveries: each of them is one message, or one refusal in our own words. */
const hooks: Suite = {
  JSON: (host) => arrives(host, '{"text":"plain"}', JSON_TYPE, 'plain'),
  'JSON without a type': (host) => arrives(host, '{"text":"untyped"}', {}, 'untyped'),
  'JSON as text': (host) =>
    arrives(host, '{"text":"as text"}', { 'Content-Type': 'text/plain' }, 'as text'),
  'JSON with a raw line end': (host) =>
    isOutOfReach(host)
      ? failsInTheHost(host, '{"text":"two\nlines"}')
      : arrives(host, '{"text":"two\nlines"}', JSON_TYPE, 'two\nlines'),
  'compressed JSON': (host) =>
    arrives(
      host,
      gzipSync('{"text":"small"}'),
      { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
      'small',
    ),
  'a form': (host) =>
    arrives(host, `payload=${encodeURIComponent('{"text":"a & b"}')}`, FORM_TYPE, 'a & b'),
  'a form in parts': (host) =>
    arrives(
      host,
      MULTIPART,
      { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      'in parts',
    ),
  'JSON that calls itself a form': async (host) => {
    const body = '{"text":"50% & more"}'
    if (!host.cell.parsers.includes('urlencoded')) {
      await arrives(host, body, FORM_TYPE, '50% & more')
      return
    }
    // It is destroyed by then: refused with the cause, and the host is told the fix.
    const answer = await refused(host, body, FORM_TYPE, 400)
    assert.match(answer, /body parser before the webhooks router/)
    assert.ok(host.codes.includes('EIW_BODY_PARSED_AS_FORM'), 'the host is told')
  },
  'a stray quote': async (host) => {
    if (isOutOfReach(host)) {
      await failsInTheHost(host, '{"text":"a"b"}')
      return
    }
    const answer = await refused(host, '{"text":"a"b"}', JSON_TYPE, 400)
    assert.match(answer, /Unable to parse incoming data/)
  },
  'an unknown key': async (host) => {
    const { status, text } = await host.send('POST', host.hookPath.replace(/.$/, '0'), {
      headers: JSON_TYPE,
      body: '{"text":"x"}',
    })
    assert.equal(status, 404)
    assert.match(text, /Invalid webhook/)
  },
  'other methods and deeper paths': async (host) => {
    const get = await host.send('GET', host.hookPath)
    assert.equal(get.status, 405)
    assert.equal(get.headers.get('allow'), 'POST')
    const deeper = await host.send('POST', `${host.hookPath}/deeper`, { body: '{"text":"x"}' })
    assert.equal(deeper.status, 404)
    assert.ok(!(get.text + deeper.text).includes(KEY), 'the key is in no answer')
  },
  'a receipt': async (host) => {
    const { status, text } = await host.send('POST', `${host.hookPath}/?wait=true`, {
      headers: JSON_TYPE,
      body: '{"text":"waiting"}',
    })
    assert.equal(status, 200)
    assert.match(text, /"permalink":"https:\/\/chat\.example\/main\/pl\//)
  },
}

const signIn: Suite = {
  'in and out': async (host) => {
    const { cell, send } = host
    const users = `${cell.prefix}/api/v4/users`
    const token = await tokenOf(host, 'alice')
    const Authorization = `Bearer ${token}`
    const me = await send('GET', `${users}/me`, { headers: { Authorization } })
    assert.equal(me.status, 200)
    assert.match(me.text, /"username":"alice"/)
    assert.equal(
      (await send('POST', `${users}/logout`, { headers: { Authorization } })).status,
      200,
    )
    assert.equal((await send('GET', `${users}/me`, { headers: { Authorization } })).status, 401)
  },
  'a wrong password': async ({ cell, send }) => {
    const { status, text } = await send('POST', `${cell.prefix}/api/v4/users/login`, {
      headers: JSON_TYPE,
      body: '{"login_id":"alice","password":"wrong"}',
    })
    assert.equal(status, 401)
    assert.match(text, /invalid_credentials/)
  },
  nobody: async ({ cell, send }) => {
    assert.equal((await send('GET', `${cell.prefix}/api/v4/users/me`)).status, 401)
  },
}

/** Who answers: the routers for their own paths, the host for all others. */
const neighbours: Suite = {
  'foreign paths reach the host': async ({ cell, send, reached }) => {
    const api = `${cell.prefix}/api/v4`
    const foreign = ['/', '/hook', `${api}/users/alice`, `${api}/posts`, `${api}/hooks/outgoing`]
    for (const path of foreign) {
      const { text } = await send('GET', path)
      assert.equal(text, 'the host’s own page', path)
    }
    assert.deepEqual(reached.splice(0), foreign)
  },
  'our paths never do': async ({ cell, send, reached }) => {
    const api = `${cell.prefix}/api/v4`
    const own = [
      `${cell.prefix}/hooks`,
      `${cell.prefix}/hooks/`,
      `${cell.prefix}/hooks/x/y`,
      `${api}/hooks/incoming`,
      `${api}/hooks/incoming/x/y/z`,
      `${api}/config/unknown`,
      `${api}/logs`,
      `${api}/users/login`,
      `${api}/hooks/incoming/%ff`,
    ]
    for (const path of own) {
      const { status, text } = await send('PATCH', path)
      assert.ok(status >= 400 && status < 500, `${path} answered ${status}`)
      assert.match(text, /^\{"id":/, path)
    }
    assert.deepEqual(reached, [])
  },
  'failures of adapters reach the host’s error handler': async (host) => {
    const { send, adapters, errors, hookPath } = host
    const failure = new Error('the database is gone')
    const get = Reflect.get(adapters.settings, 'get')
    Reflect.set(adapters.settings, 'get', () => Promise.reject(failure))
    try {
      const { text } = await send('POST', hookPath, { headers: JSON_TYPE, body: '{"text":"x"}' })
      assert.equal(text, 'the host’s own failure')
      assert.deepEqual(errors.splice(0), [failure])
    } finally {
      Reflect.set(adapters.settings, 'get', get)
    }
  },
}

export const SUITES: Readonly<Record<string, Suite>> = {
  hooks,
  'sign-in': signIn,
  management: managementSuite(tokenOf),
  neighbours,
}

async function arrives(
  { send, hookPath, messages }: MountedHost,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  message: string,
): Promise<void> {
  const { length } = messages()
  const { status, text } = await send('POST', hookPath, { headers, body })
  assert.deepEqual([status, text], [200, 'ok'])
  assert.deepEqual(messages().slice(length), [message])
}

// Express goes from a failing parser to the next error handler; it looks into no router on its way.
function isOutOfReach({ cell }: MountedHost): boolean {
  return cell.nested && cell.parsers.startsWith('json')
}

async function failsInTheHost(host: MountedHost, body: string): Promise<void> {
  const { text } = await host.send('POST', host.hookPath, { headers: JSON_TYPE, body })
  assert.equal(text, 'the host’s own failure')
  assert.equal(host.errors.splice(0).length, 1)
}

async function refused(
  { send, hookPath, messages }: MountedHost,
  body: string,
  headers: Readonly<Record<string, string>>,
  expected: number,
): Promise<string> {
  const { length } = messages()
  const { status, text } = await send('POST', hookPath, { headers, body })
  assert.equal(status, expected)
  assert.match(text, /^\{"id":/)
  assert.equal(messages().length, length)
  return text
}

async function tokenOf({ cell, send }: MountedHost, username: string): Promise<string> {
  const { status, headers } = await send('POST', `${cell.prefix}/api/v4/users/login`, {
    headers: JSON_TYPE,
    body: JSON.stringify({ login_id: username, password: PASSWORD }),
  })
  assert.equal(status, 200)
  return headers.get('token') ?? ''
}
