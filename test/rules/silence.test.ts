import { expect } from 'chai'
import { type Expecting, expectedAnew, nextNotice, silentSince } from '../../lib/rules/silence.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** When the webhook was saved. */
const SAVED = 1_700_000_000_000

interface Known {
  readonly every?: number
  readonly heard?: number
  readonly told?: number
  readonly enabled?: boolean
  readonly saved?: number
}

/** Times are given from `SAVED` on. */
function webhookOf({ every = 60, heard, told, enabled = true, saved = SAVED }: Known): Expecting {
  const lastResult = {
    ...(heard !== undefined && { heardAt: SAVED + heard }),
    ...(told !== undefined && { silentSince: told && SAVED + told }),
  }
  return { enabled, expectEvery: every, expectedSince: saved, lastResult }
}

describe('what is to be told of a webhook that expects something', () => {
  type Told = 'nothing' | readonly ['silent' | 'heard', since: number, at: number]
  const rows: readonly (readonly [what: string, known: Known, awake: number, told: Told])[] = [
    ['counts from when it was saved', {}, -HOUR, ['silent', 0, 75 * SECOND]],
    ['counts from what was heard', { heard: 50 }, -HOUR, ['silent', 50, 75 * SECOND + 50]],
    ['counts from when it was saved anew', { heard: -HOUR }, -HOUR, ['silent', 0, 75 * SECOND]],
    ['is nothing if nothing is expected', { every: 0 }, -HOUR, 'nothing'],
    ['is nothing while it is off', { enabled: false }, -HOUR, 'nothing'],
    ['is nothing if it was never saved', { saved: 0 }, -HOUR, 'nothing'],
    ['is nothing once it was told', { heard: 7, told: 7 }, -HOUR, 'nothing'],
    ['is nothing once it was told without a request', { told: 1 }, -HOUR, 'nothing'],
    ['is that it was heard after that', { heard: 9, told: 7 }, -HOUR, ['heard', 7, 9]],
    ['is so although nothing is expected now', { every: 0, heard: 9, told: 7 }, 0, ['heard', 7, 9]],
    ['counts anew after that', { heard: 9, told: 0 }, -HOUR, ['silent', 9, 75 * SECOND + 9]],
    ['waits a minute after a start', {}, 70 * SECOND, ['silent', 0, 130 * SECOND]],
    ['waits no longer if that is over', {}, SECOND, ['silent', 0, 75 * SECOND]],
    [
      'waits a quarter of its time after a start',
      { every: 900 },
      HOUR,
      ['silent', 0, HOUR + 225 * SECOND],
    ],
    ['waits an hour at most', { every: 86_400 }, 40 * HOUR, ['silent', 0, 41 * HOUR]],
    ['does not wait for what came after the start', { heard: 9 }, 9, ['silent', 9, 75_009]],
  ]
  for (const [what, known, awake, told] of rows) {
    it(what, () => {
      const notice = nextNotice(webhookOf(known), SAVED + awake)
      if (told === 'nothing') return expect(notice).to.equal(null)
      const [says, since, at] = told
      return expect(notice).to.deep.equal({ says, since: SAVED + since, at: SAVED + at })
    })
  }
})

describe('a webhook', () => {
  const rows: readonly (readonly [what: string, known: Known, since: number | null])[] = [
    ['is silent when its time and a quarter of it are over', { heard: -75_000 }, -75_000],
    ['is not a moment before', { heard: -74_999, saved: SAVED - HOUR }, null],
    ['is once it was told, whatever is expected now', { every: 0, told: -9 }, -9],
    ['is not once it was heard after that', { heard: -3, told: -9 }, null],
  ]
  for (const [what, known, since] of rows) {
    it(what, () => {
      const webhook = webhookOf({ saved: SAVED - HOUR, ...known })
      expect(silentSince(webhook, SAVED)).to.equal(since === null ? null : SAVED + since)
    })
  }
})

describe('something is expected anew', () => {
  const ON = { enabled: true, expiresAt: 0, expectEvery: 60 }
  const rows: readonly (readonly [string, typeof ON, Partial<typeof ON>, boolean])[] = [
    ['when its time is set', { ...ON, expectEvery: 0 }, { expectEvery: 60 }, true],
    ['when its time changes', ON, { expectEvery: 90 }, true],
    ['when it is switched on', { ...ON, enabled: false }, { enabled: true }, true],
    ['when it had expired', { ...ON, expiresAt: 1 }, { expiresAt: 0 }, true],
    ['but not when something else changes', ON, { expectEvery: 60 }, false],
    ['nor when nothing is expected any more', ON, { expectEvery: 0 }, false],
  ]
  for (const [when, before, changes, isAnew] of rows) {
    it(when, () => {
      const expected = isAnew ? { expectedSince: SAVED } : {}
      expect(expectedAnew(before, changes, SAVED)).to.deep.equal(expected)
    })
  }
})
