import { expect } from 'chai'
import request from 'supertest'
import { hookHost, type HookHostOptions, KEY } from '../support/hook-host.js'

/** What may be wrong with a request, in the order of checks (docs/contract.md, Order of checks). */
interface Wrong {
  readonly name: string
  readonly status: number
  readonly key?: string
  readonly method?: 'get'
  readonly host?: HookHostOptions
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object
  readonly body?: string
  /** Requests that come first. */
  readonly before?: number
}

const LADDER: readonly Wrong[] = [
  { name: 'the method', status: 405, method: 'get' },
  { name: 'the shape of the key', status: 404, key: 'short' },
  { name: 'the feature', status: 501, host: { settings: { enableIncomingWebhooks: false } } },
  { name: 'the key', status: 404, key: 'abcdefghijklmnopqrstuvwxyz' },
  {
    name: 'the rate',
    status: 429,
    host: { options: { limits: { requests: { perSecond: 0.001, burst: 1 } } } },
    before: 1,
  },
  {
    name: 'the declared size',
    status: 413,
    host: { options: { bodyLimit: 1024 } },
    headers: { 'X-Padding': 'body' },
  },
  { name: 'the encoding', status: 415, headers: { 'Content-Encoding': 'x-snappy' } },
  { name: 'the idempotency key', status: 400, headers: { 'Idempotency-Key': 'a b' } },
  { name: 'the JSON', status: 400, body: '{"text":' },
  { name: 'the text', status: 400, payload: { text: '' } },
  { name: 'the destination', status: 404, payload: { text: 't', channel: 'nope' } },
  { name: 'the type', status: 400, payload: { text: 't', type: 'system_x' } },
]

const IDS: Readonly<Record<string, string>> = {
  'the method': 'api.context.method_not_allowed.app_error',
  'the shape of the key': 'web.incoming_webhook.invalid.app_error',
  'the feature': 'web.incoming_webhook.disabled.app_error',
  'the key': 'web.incoming_webhook.invalid.app_error',
  'the rate': 'api.context.rate_limit.app_error',
  'the declared size': 'api.context.request_body_too_large.app_error',
  'the encoding': 'api.context.unsupported_encoding.app_error',
  'the idempotency key': 'api.context.invalid_param.app_error',
  'the JSON': 'model.incoming_hook.parse_data.app_error',
  'the text': 'web.incoming_webhook.text.app_error',
  'the destination': 'web.incoming_webhook.channel.app_error',
  'the type': 'api.context.invalid_param.app_error',
}

async function answerTo(...wrongs: readonly Wrong[]): Promise<request.Response> {
  const hosts = wrongs.map((wrong) => wrong.host ?? {})
  const options = Object.assign({}, ...hosts.map((each) => each.options)) as NonNullable<
    HookHostOptions['options']
  >
  const host = hookHost({ ...(Object.assign({}, ...hosts) as HookHostOptions), options })
  const of = <K extends keyof Wrong>(name: K): Wrong[K] | undefined =>
    wrongs.map((wrong) => wrong[name]).find((value) => value !== undefined)
  const payload = JSON.stringify(
    Object.assign({ text: 't' }, ...wrongs.map((wrong) => wrong.payload ?? {}).reverse()),
  )
  const large = wrongs.some(({ name }) => name === 'the declared size')
  const body = `${of('body') ?? payload}${large ? ' '.repeat(2000) : ''}`
  for (let n = 0; n < (of('before') ?? 0); n += 1)
    await request(host.app).post(host.path).send({ text: 'first' })
  const made = host.posts().length
  const sent = request(host.app)[of('method') ?? 'post'](`/hooks/${of('key') ?? KEY}`)
  for (const wrong of wrongs) void sent.set(wrong.headers ?? {})
  const answer = await sent.type('json').send(body)
  expect(host.posts()).to.have.lengthOf(made)
  expect(host.hostErrors).to.deep.equal([])
  return answer
}

describe('the order of the checks', () => {
  for (const wrong of LADDER) {
    it(`blames ${wrong.name} where it alone is wrong`, async () => {
      const answer = await answerTo(wrong)
      expect(answer.status).to.equal(wrong.status)
      expect(answer.body).to.include({ id: IDS[wrong.name] })
    })
  }

  LADDER.forEach((first, index) => {
    for (const second of LADDER.slice(index + 1)) {
      // Two keys at once cannot be sent, nor two texts of the body.
      if (first.key !== undefined && second.key !== undefined) continue
      it(`blames ${first.name} before ${second.name}`, async () => {
        const answer = await answerTo(first, second)
        expect(answer.status).to.equal(first.status)
        expect(answer.body).to.include({ id: IDS[first.name] })
      })
    }
  })
})
