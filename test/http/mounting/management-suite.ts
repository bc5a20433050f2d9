import assert from 'node:assert/strict'
import { id } from '../../support/hook-host.js'
import type { Answer, MountedHost } from './mounted-host.js'

/** The life of a webhook over HTTP, and what administrators change. */
export function managementSuite(
  tokenOf: (host: MountedHost, username: string) => Promise<string>,
): Readonly<Record<string, (host: MountedHost) => Promise<void>>> {
  return {
    'the life of a webhook': async (host) => {
      const call = caller(host, await tokenOf(host, 'alice'))
      const fields = { channel_id: id('alerts'), display_name: 'Builds', description: '' }
      const made = await call('POST', '/hooks/incoming', fields)
      assert.equal(made.status, 201)
      const { id: webhookId, url } = recordOf(made)
      const path = `/hooks/incoming/${webhookId}`
      assert.ok(url.startsWith(`https://chat.example${host.cell.prefix}/hooks/whk`), url)
      await posts(host, url, 200)
      const changed = await call('PUT', path, { ...fields, display_name: 'Nightly builds' })
      assert.match(changed.text, /"display_name":"Nightly builds"/)
      const renewed = recordOf(await call('POST', `${path}/regen_key`, {}))
      await posts(host, url, 404)
      await posts(host, renewed.url, 200)
      assert.equal((await call('POST', `${path}/disable`, {})).status, 200)
      await posts(host, renewed.url, 404)
      assert.equal((await call('POST', `${path}/enable`)).status, 200)
      assert.match((await call('POST', `${path}/test`)).text, /"post_ids":\[/)
      assert.match((await call('GET', `${path}/deliveries`)).text, /"status":200/)
      assert.equal((await call('DELETE', path)).status, 200)
      assert.equal((await call('GET', path)).status, 404)
    },
    'what does not parse': async (host) => {
      const token = await tokenOf(host, 'alice')
      const { status, text } = await host.send(
        'POST',
        `${host.cell.prefix}/api/v4/hooks/incoming`,
        {
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/x-odd' },
          body: '{"channel_id": ',
        },
      )
      assert.equal(status, 400)
      assert.match(text, /invalid_body_param/)
    },
    settings: async (host) => {
      const call = caller(host, await tokenOf(host, 'admin'))
      const off = { ServiceSettings: { EnableIncomingWebhooks: false } }
      const on = { ServiceSettings: { EnableIncomingWebhooks: true } }
      assert.equal((await call('PUT', '/config/patch', off)).status, 200)
      const { status } = await host.send('POST', host.hookPath, { body: '{"text":"x"}' })
      assert.equal(status, 501)
      assert.equal((await call('PUT', '/config/patch', on)).status, 200)
      assert.equal((await call('GET', '/logs')).status, 200)
    },
  }
}

function caller(
  { cell, send }: MountedHost,
  token: string,
): (method: string, path: string, body?: object) => Promise<Answer> {
  return (method, path, body) =>
    send(method, `${cell.prefix}/api/v4${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

async function posts({ send }: MountedHost, url: string, expected: number): Promise<void> {
  const { status } = await send('POST', new URL(url).pathname, { body: '{"text":"x"}' })
  assert.equal(status, expected)
}

function recordOf({ text }: Answer): { readonly id: string; readonly url: string } {
  return JSON.parse(text) as { readonly id: string; readonly url: string }
}
