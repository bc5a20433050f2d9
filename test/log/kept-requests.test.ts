import { expect } from 'chai'
import type { HandledRequest } from '../../lib/log/handled-request.js'
import { createKeptRequests, type KeptRequest, sentText } from '../../lib/log/kept-requests.js'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import { WebhookError } from '../../lib/model/errors.js'
import type { HookBody } from '../../lib/native/body/sent.js'
import { webhookOf } from '../support/hook-host.js'

const SECRETS = ['a secret of at least thirty-two bytes'] as const
const REFUSED = { status: 400, delivered: null, error: new WebhookError('payload_unparsable') }
const DELIVERED = {
  status: 200,
  delivered: { posts: [], warnings: [], ignored: [], repeated: false },
  error: null,
}
const BESIDE = {
  method: 'POST',
  path: '/github',
  query: { events: 'push' },
  headers: { 'x-github-event': 'push' },
}
const REQUEST: HandledRequest = {
  webhook: webhookOf(),
  settings: DEFAULT_SETTINGS,
  requestId: 'r',
  headers: {},
  body: { kind: 'bytes', bytes: Buffer.from('{"text":') },
  size: 8,
  duration: 1,
  response: '',
  unusable: '',
  isProven: true,
  answer: REFUSED,
  used: 'current',
  digest: '',
  beside: '',
  waited: 0,
  address: '',
  sent: () => BESIDE,
}

function keptOf(
  changes: Partial<HandledRequest>,
  kept = createKeptRequests(SECRETS),
): KeptRequest | null {
  return kept.open(kept.seal({ ...REQUEST, ...changes }, 'd'), REQUEST.webhook.id, 'd')
}

const wanting = (
  webhookDeliveryBodies: 'refused' | 'all' | 'none',
): Pick<HandledRequest, 'settings'> => ({
  settings: { ...DEFAULT_SETTINGS, webhookDeliveryBodies },
})

describe('what was sent', () => {
  it('is kept of a refused request, with what formats see of it', () => {
    const kept = keptOf({})
    expect(kept).to.deep.equal({ ...BESIDE, body: Buffer.from('{"text":') })
  })

  const cases: readonly (readonly [
    what: string,
    changes: Partial<HandledRequest>,
    isKept: boolean,
  ])[] = [
    ['a delivered request', { answer: DELIVERED }, false],
    ['a delivered request where all are wanted', { answer: DELIVERED, ...wanting('all') }, true],
    ['a refused request where all are wanted', wanting('all'), true],
    ['a refused request where none is wanted', wanting('none'), false],
    ['a failed request', { answer: { status: 500, delivered: null, error: null } }, true],
    ['a request that was not let in', { sent: null }, false],
    ['a request without a body', { body: null }, false],
    ['a body of 256 KiB', { body: { kind: 'bytes', bytes: new Uint8Array(262_144) } }, true],
    ['a larger body', { body: { kind: 'bytes', bytes: new Uint8Array(262_145) } }, false],
  ]
  for (const [what, changes, isKept] of cases) {
    it(`is ${isKept ? '' : 'not '}kept of ${what}`, () => {
      expect(keptOf(changes) !== null).to.equal(isKept)
    })
  }

  const bodies: readonly (readonly [body: HookBody, text: string, type: string])[] = [
    [{ kind: 'text', text: 'é' }, 'é', ''],
    [{ kind: 'parsed', value: { text: 'a' } }, '{"text":"a"}', 'application/json'],
    [{ kind: 'form', fields: [['text', 'a b']] }, 'text=a+b', 'application/x-www-form-urlencoded'],
    [{ kind: 'fields', fields: [['a', '&']] }, 'a=%26', 'application/x-www-form-urlencoded'],
  ]
  for (const [body, text, type] of bodies) {
    it(`is written again where a parser has read it (${body.kind})`, () => {
      const kept = keptOf({ body })
      expect(Buffer.from(kept?.body ?? []).toString()).to.equal(text)
      expect(kept?.headers['content-type'] ?? '').to.equal(type)
    })
  }

  const texts: readonly (readonly [type: string, bytes: Uint8Array, text: string])[] = [
    ['', Buffer.from('é'), 'é'],
    ['text/plain; charset=latin1', Buffer.from('é', 'latin1'), 'é'],
    ['', Buffer.from('\ufeffé', 'utf16le'), 'é'],
    ['text/plain; charset=unheard-of', Buffer.from('é'), 'é'],
  ]
  for (const [type, body, text] of texts) {
    it(`is shown in its charset (${type} ${body.length})`, () => {
      expect(sentText({ ...BESIDE, headers: { 'content-type': type }, body })).to.equal(text)
    })
  }

  it('is read with the secret of then, for its own webhook and request, and otherwise not at all', () => {
    const kept = createKeptRequests(SECRETS)
    const sealed = kept.seal(REQUEST, 'd')
    expect(sealed).to.not.include('text')
    const replaced = createKeptRequests(['another secret of at least thirty-two', ...SECRETS])
    expect(replaced.open(sealed, REQUEST.webhook.id, 'd')).to.not.equal(null)
    expect(kept.open(sealed, 'another', 'd')).to.equal(null)
    expect(kept.open(sealed, REQUEST.webhook.id, 'e')).to.equal(null)
    const other = createKeptRequests(['another secret of at least thirty-two'])
    expect(other.open(sealed, REQUEST.webhook.id, 'd')).to.equal(null)
    expect(createKeptRequests(null).seal(REQUEST, 'd')).to.equal(null)
  })
})
