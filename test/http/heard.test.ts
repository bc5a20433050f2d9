import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import { ANY_FORMAT, Formats } from '../../lib/formats/registry.js'
import { heardBeside } from '../../lib/http/heard.js'
import { readAddress } from '../../lib/http/hook-request.js'
import { WebhookError } from '../../lib/model/errors.js'
import { read, type Understood } from '../../lib/pipeline/read.js'
import type { HookRequest } from '../../lib/pipeline/request.js'
import type { Covered } from '../../lib/rules/signatures.js'
import { type FormatFixture, formatFixtures, requestOf } from '../support/format-requests.js'
import { KEY } from '../support/hook-host.js'

const FORMATS = new Formats(allFormats)
const FIXTURES = formatFixtures()
/** They put texts into headers or the query. */
const SAYING = new Set(['ntfy', 'sns', 'cloudevents'])

type Headers = Readonly<Record<string, string>>

function sent(fixture: FormatFixture, covers: Covered, headers: Headers): HookRequest {
  const address = readAddress(`/${KEY}?${fixture.query ?? ''}`)
  if (!address) throw new Error('this is an address')
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const beside = {
    address,
    method: 'POST',
    headers: Object.fromEntries(named),
    now: Number(headers['Sentry-Hook-Timestamp'] ?? 0) * 1_000,
  }
  const heard = heardBeside(beside, covers, FORMATS.choosingHeaders)
  const asked = FORMATS.named(fixture.format) ?? ANY_FORMAT
  return { ...requestOf(fixture), ...heard, asked }
}

function readBy(request: HookRequest): Understood | string {
  try {
    return read(request, { formats: FORMATS, userIdPattern: /^[a-z0-9]{26}$/ })
  } catch (error) {
    if (error instanceof WebhookError) return error.code
    throw error
  }
}

/** What is left of a request for its readers, and for the choices of its webhook. */
function madeOf(request: HookRequest): unknown {
  const made = readBy(request)
  if (typeof made === 'string') return made
  const { format, event, message, about } = made
  return { format, event, message, about }
}

describe('what is heard of a request beside its signed body', () => {
  it('is all that the senders of these formats need', () => {
    for (const fixture of FIXTURES) {
      if (SAYING.has(fixture.format)) continue
      const { headers, name } = fixture
      const signed = sent(fixture, 'body', headers)
      const made = madeOf(signed)
      expect(made, name).to.deep.equal(madeOf(sent(fixture, 'request', headers)))
      expect(signed.unheard?.(), name).to.deep.equal(
        Object.keys(Object.fromEntries(new URLSearchParams(fixture.query)))
          .filter((word) => word !== 'wait')
          .map((word) => `?${word}`),
      )
    }
  })

  it('is never shown', () => {
    let messages = 0
    for (const fixture of FIXTURES) {
      const names = [
        ...Object.keys(fixture.headers),
        ...FORMATS.choosingHeaders,
        'title',
        'ce-type',
      ]
      const query = `${fixture.query ?? ''}&title=FORGED&message=FORGED&incident=FORGED`
      const forged = { ...fixture, query }
      const headers = Object.fromEntries(names.map((name) => [name, 'FORGED']))
      const made = readBy(sent(forged, 'body', headers))
      if (typeof made === 'string') continue
      messages += made.message ? 1 : 0
      const shown = JSON.stringify([made.message, made.about])
      expect(shown, fixture.name).to.not.match(/forged/i)
    }
    expect(messages).to.be.greaterThan(FIXTURES.length / 2)
  })
})
