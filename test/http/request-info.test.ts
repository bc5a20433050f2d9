import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect } from 'chai'
import { requestInfo } from 'express-incoming-webhooks'
import { makeKey } from '../../lib/rules/keys.js'
import { call } from '../support/http-client.js'
import { hookHost, type HookHost, KEY } from '../support/hook-host.js'

type Info = ReturnType<typeof requestInfo>
const UNKNOWN = makeKey(Uint8Array.from({ length: 15 }, () => 7))
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const WAYS: [name: string, of: (host: HookHost) => RequestListener][] = [
  ['the hooks router', ({ app }) => app],
  ['the listener', ({ app, webhooks }) => webhooks.listener(app)],
]

for (const [name, listenerOf] of WAYS) {
  describe(`what is known of a request of ${name}`, () => {
    let host: HookHost

    const infoOf = async (
      path: string,
      body: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<{ info: Info; sentId: unknown }> => {
      const server = createServer()
      const closed = new Promise<Info>((resolve) => {
        server.on('request', (req, res) => {
          res.once('close', () => {
            resolve(requestInfo(req))
          })
        })
      })
      server.on('request', listenerOf(host))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const url = `http://127.0.0.1:${address instanceof Object ? address.port : 0}${path}`
      const answer = await call(url, { method: 'POST', headers, body })
      server.close()
      return { info: await closed, sentId: answer.headers['x-request-id'] }
    }
    beforeEach(() => {
      host = hookHost()
    })

    it('names the webhook, the format that was recognised, and the id in the response', async () => {
      const { info, sentId } = await infoOf(host.path, '{"text":"a"}', { 'X-Request-Id': 'mine' })
      expect(sentId).to.equal('mine')
      expect(info).to.deep.equal({
        requestId: 'mine',
        webhookId: host.webhook.id,
        format: 'native',
        errorId: '',
      })
    })

    it('names the error, and the format that the URL asks for', async () => {
      const { info, sentId } = await infoOf(`${host.path}/gotify`, '{')
      expect(info).to.deep.equal({
        requestId: sentId,
        webhookId: host.webhook.id,
        format: 'gotify',
        errorId: 'model.incoming_hook.parse_data.app_error',
      })
      expect(info.requestId).to.match(UUID)
    })

    it('names a webhook whose key may not be used, which the sender is not told', async () => {
      host = hookHost({ webhook: { enabled: false } })
      const { info } = await infoOf(host.path, '{"text":"a"}')
      expect(info).to.deep.include({
        webhookId: host.webhook.id,
        errorId: 'web.incoming_webhook.invalid.app_error',
      })
    })

    it('names no webhook for an unknown key', async () => {
      const { info } = await infoOf(`/hooks/${UNKNOWN}`, '{"text":"a"}')
      expect(info).to.deep.include({
        webhookId: '',
        format: '',
        errorId: 'web.incoming_webhook.invalid.app_error',
      })
    })

    for (const id of [KEY, `id-${KEY}`, KEY.toUpperCase()]) {
      it(`has an id of its own in the place of ${id.replace(KEY, 'a key')}`, async () => {
        const { info, sentId } = await infoOf(host.path, '{}', { 'X-Request-Id': id })
        expect(info.requestId).to.match(UUID).and.equal(sentId)
      })
    }
  })
}
