import { expect } from 'chai'
import fc from 'fast-check'
import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import { parse } from '../support/parse.js'
import { readCard } from '../../lib/pipeline/cards.js'
import { read } from '../../lib/pipeline/read.js'
import { translate } from '../../lib/native/message/translate.js'
import { allOr } from '../support/all.js'
import { hostileText, plausibleBlock, block } from '../support/hostile-payloads.js'
import { change, changed } from '../support/changes.js'
import { type SuiteRequest, suiteRequests } from '../support/suite-requests.js'
import { composedOf, type HookRequest, USER_ID, WebhookError } from '../support/translation.js'

const CHANGED = allOr(3_000, 600)
const MIXED = allOr(2_000, 400)
const OPTIONS = { formats: new Formats(allFormats), userIdPattern: USER_ID }

/** All that is stored of a request, and what its receipt says; null if it is refused. */
type Result = object | null

function resultOf(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof WebhookError) return null
    throw error
  }
}

/** As requests were read before there were other formats. */
function alone(request: HookRequest): Result {
  return resultOf(() => {
    const parsed = parse(request)
    const { value, ...translated } = translate(parsed.value, { ...OPTIONS, readCard })
    return {
      format: 'native',
      posts: composedOf(value).value,
      warnings: [...parsed.warnings, ...translated.warnings],
      ignored: [...parsed.ignored, ...translated.ignored],
    }
  })
}

function together(request: HookRequest): Result {
  return resultOf(() => {
    const { format, message } = read(request, OPTIONS)
    if (!message) return null
    const { value, ...rest } = message
    return { format, posts: composedOf(value).value, ...rest }
  })
}

/** Bodies of other formats that hold a text of our own. */
function isMarked({ body }: HookRequest): boolean {
  if (body.kind !== 'bytes') return false
  const text = Buffer.from(body.bytes).toString()
  return /MessageCard|cardsV2/.test(text)
}

/** How many of these our own format shows; the others may be read by any format. */
function compared(requests: Iterable<SuiteRequest>): number {
  let shown = 0
  for (const { name, request } of requests) {
    if (isMarked(request)) continue
    const before = alone(request)
    if (!before) continue
    shown += 1
    expect(together(request), name).to.deep.equal(before)
  }
  return shown
}

function ofPayload(payload: unknown): SuiteRequest {
  const body = { kind: 'bytes', bytes: Buffer.from(JSON.stringify(payload)) } as const
  return { name: 'a payload', request: { contentType: undefined, queryPayload: null, body } }
}

describe('what our own format shows is shown as if there were no other', () => {
  const suite = suiteRequests()

  it('of the requests of the black-box suite', () => {
    expect(suite.length).to.be.above(1_400)
    expect(compared(suite)).to.be.above(700)
  })

  it('of these, changed at random', () => {
    const small = suite.flatMap(({ request }) => {
      const { body, ...rest } = request
      return body.kind === 'bytes' && body.bytes.length < 20_000
        ? [{ ...rest, bytes: body.bytes }]
        : []
    })
    let shown = 0
    fc.assert(
      fc.property(fc.constantFrom(...small), fc.array(change, { maxLength: 3 }), (sent, all) => {
        const { bytes, ...rest } = sent
        const body = { kind: 'bytes', bytes: all.reduce(changed, bytes) } as const
        shown += compared([{ name: 'changed', request: { ...rest, body } }])
      }),
      { numRuns: CHANGED },
    )
    expect(shown).to.be.above(CHANGED / 10)
  })

  it('of payloads with members of other formats besides', () => {
    const native = fc.record(
      {
        text: hostileText,
        blocks: fc.array(fc.oneof(plausibleBlock, block), { maxLength: 3 }),
        attachments: fc.array(fc.record({ text: hostileText, title: hostileText })),
      },
      { requiredKeys: [] },
    )
    const others = suite.flatMap(({ request: { body } }) => {
      const isSmall = body.kind === 'bytes' && body.bytes.length < 5_000
      const value = isSmall ? membersIn(body.bytes) : {}
      return Object.keys(value).length > 0 ? [value] : []
    })
    let shown = 0
    fc.assert(
      fc.property(native, fc.constantFrom(...others), (ours, theirs) => {
        shown += compared([ofPayload({ ...theirs, ...ours }), ofPayload({ ...ours, ...theirs })])
      }),
      { numRuns: MIXED },
    )
    expect(shown).to.be.above(MIXED / 2)
  })
})

function membersIn(bytes: Uint8Array): object {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
