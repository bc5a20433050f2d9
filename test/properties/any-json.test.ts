import { expect } from 'chai'
import fc from 'fast-check'
import type { JsonValue } from '../../lib/model/records.js'
import { faultsOf } from '../support/fuzz/checks.js'
import { HOSTILE_COUNT, hostileText, NAMES } from '../support/fuzz/hostile.js'
import { outcomeOf } from '../support/fuzz/reading.js'
import { requestOf, type Source } from '../support/fuzz/sources.js'

const CREDENTIALS = ['token', 'apiKey', 'client_secret', 'Authorization', 'X-Signature']
const WORDS =
  'title subject event event_type type action name message body url html_url callback_url icon_url status severity ' +
  'id created_at data items level success'

const names = fc.oneof(
  fc.constantFrom(...WORDS.split(' ')),
  fc.constantFrom(...CREDENTIALS),
  fc.constantFrom(...NAMES),
  fc.string(),
)
const scalars = fc.oneof(
  fc.nat(HOSTILE_COUNT - 1).map((index) => hostileText(index, 'm')),
  fc.string(),
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    '',
    'https://page.test/a',
    'charge.failed',
    '{"a":1}',
  ),
  fc.constantFrom('long '.repeat(1_000), '*_[]('.repeat(500), '{"a":["b"]'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const { tree } = fc.letrec<{ tree: JsonValue; object: JsonValue; list: JsonValue }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6, depthSize: 'small' }, scalars, tie('object'), tie('list')),
  list: fc.array(tie('tree'), { maxLength: 8 }),
  object: fc
    .array(fc.tuple(names, tie('tree')), { minLength: 1, maxLength: 12 })
    .map((members) =>
      Object.fromEntries(members.map(([name, value]) => [name, hiding(name, value)])),
    ),
}))

/** Whatever a credential holds has a mark, by which it is found where it must not be. */
function hiding(name: string, value: JsonValue): JsonValue {
  return CREDENTIALS.includes(name)
    ? { a: 'hidden-1', b: ['hidden-2', { title: 'hidden-3' }] }
    : value
}

const SOURCE: Source = {
  name: 'any',
  format: 'json',
  kind: 'json',
  contentType: 'application/json',
  tree: {},
}

describe('any JSON, made at random', () => {
  it('becomes a message of some length without credentials, mentions and JSON, or is refused', () => {
    fc.assert(
      fc.property(tree, (body) => {
        const request = requestOf(SOURCE, { body }, Buffer.from(JSON.stringify(body)))
        const outcome = outcomeOf(request, 'json')
        if (outcome.kind === 'refused') {
          const isOfMembers =
            typeof body === 'object' && body !== null && Object.keys(body).length > 0
          expect(isOfMembers).to.equal(false)
          return
        }
        if (outcome.kind !== 'accepted') throw new Error(outcome.kind, { cause: outcome })
        // With a text of our own format, it would be read as that.
        expect(outcome.format).to.equal('json')
        expect(faultsOf(outcome, { body })).to.deep.equal([])
        const shown = JSON.stringify(outcome.posts)
        expect(shown).not.to.include('hidden-')
        expect(shown).not.to.match(/\{\\*"a\\*":/)
      }),
      { numRuns: 500 },
    )
  })
})
