import { expect } from 'chai'
import fc from 'fast-check'
import { anyCharacter } from '../support/any-character.js'
import { allOr } from '../support/all.js'
import { change, changed } from '../support/changes.js'
import { acceptedSenders } from '../support/senders.js'
import {
  countCodePoints,
  type Delivered,
  type HookRequest,
  postsOf,
  WebhookError,
} from '../support/translation.js'

const LIMIT = 16_383
/** The posts of a request, or nothing when it was refused by an error of the table. */
function outcome(request: HookRequest): Delivered | null {
  try {
    return postsOf(request, LIMIT)
  } catch (error) {
    if (error instanceof WebhookError) return null
    throw error
  }
}

describe('what real programs send, changed at random', () => {
  const requests = acceptedSenders().flatMap(({ request }) => {
    const { body, ...rest } = request()
    return body.kind === 'bytes' ? [{ ...rest, bytes: body.bytes }] : []
  })

  it('is refused by an error of the table, or makes posts that any client can show', () => {
    let accepted = 0
    const changes = fc.array(change, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...requests), changes, ({ bytes: sent, ...rest }, all) => {
        const bytes = all.reduce(changed, sent)
        const delivered = outcome({ ...rest, body: { kind: 'bytes', bytes } })
        if (!delivered) return
        accepted += 1
        for (const { message, props, type } of delivered.posts) {
          expect(countCodePoints(message)).to.be.at.most(LIMIT)
          expect(message.isWellFormed() && !message.includes('\u0000')).to.equal(true)
          expect(type).to.match(/^(?:slack_attachment|custom_\w+)?$/)
          // What is stored is what was checked: nothing that JSON would change.
          expect(JSON.parse(JSON.stringify(props))).to.deep.equal(props)
          expect(props['from_webhook']).to.equal('true')
        }
      }),
      { numRuns: allOr(4_000, 400) },
    )
    expect(accepted).to.be.above(allOr(400, 40))
  })

  it('means the same as JSON and in a form', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const payload = JSON.stringify({ text: `${text}.`, attachments: [{ title: text }] })
        const json = outcome(as('application/json', payload))
        expect(json?.posts).to.have.lengthOf(1)
        const form = new URLSearchParams([['payload', payload]]).toString()
        expect(outcome(as('application/x-www-form-urlencoded', form))).to.deep.equal(json)
        expect(outcome(as('application/x-www-form-urlencoded', payload))).to.deep.equal(json)
      }),
      { numRuns: allOr(500, 50) },
    )
  })

  it('is refused by an error of the table as a form too, however it is broken', () => {
    const piece = fc.oneof(
      fc.constantFrom('payload=', '&', '%', '%7', '+', '=', '{"text":"a"}', '%00'),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }), (pieces) => {
        const request = as('application/x-www-form-urlencoded', pieces.join(''))
        expect(() => outcome(request)).not.to.throw()
      }),
      { numRuns: allOr(1_000, 100) },
    )
  })
})

function as(contentType: string, text: string): HookRequest {
  return { contentType, body: { kind: 'bytes', bytes: Buffer.from(text) }, queryPayload: null }
}
