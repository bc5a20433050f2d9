import { expect } from 'chai'
import { type Seen, signalsOf, type Watched } from '../../lib/log/signals.js'

const NOW = 1_700_000_000_000
const MINUTE = 60_000
const DAY = 86_400_000
const FOR_EVER: Watched = { expiresAt: 0, previousKey: null, ownerLeft: null }
const PARSE = 'model.incoming_hook.parse_data.app_error'
const SIGNATURE = 'web.incoming_webhook.signature.app_error'
const ADDRESS = 'web.incoming_webhook.address.app_error'
const RIGHTS = 'web.incoming_webhook.permissions.app_error'

/**
 * Requests, a minute after each other unless a number says otherwise: `ok`, `x` and `y` refused for two
 * reasons, `g` refused to post at all, `?` failed, `s` with a wrong signature, `a` from another address, `u` with a key that may not be used, `old` with the earlier
 * key.
 */
function requests(story: string): Seen[] {
  let time = NOW - 60 * MINUTE
  let count = 0
  return story.split(' ').flatMap((word): Seen[] => {
    if (/^\+\d+$/.test(word)) {
      time += Number(word) * MINUTE
      return []
    }
    time += MINUTE
    count += 1
    const id = `${count}`
    const seen = {
      id,
      time,
      share: 'accepted',
      outcome: 'posted',
      errorId: '',
      oldKey: '',
      replayOf: null,
    } as const
    switch (word) {
      case 'x':
        return [{ ...seen, share: 'refused', outcome: 'refused', errorId: PARSE }]
      case 'y':
        return [{ ...seen, share: 'refused', outcome: 'refused', errorId: 'another' }]
      case 'g':
        return [{ ...seen, share: 'refused', outcome: 'refused', errorId: RIGHTS }]
      case 'a':
        return [{ ...seen, share: 'unproven', outcome: 'refused', errorId: ADDRESS }]
      case '?':
        return [{ ...seen, share: 'refused', outcome: 'failed' }]
      case 's':
        return [{ ...seen, share: 'unproven', outcome: 'refused', errorId: SIGNATURE }]
      case 'u':
        return [{ ...seen, share: 'unproven', outcome: 'refused', errorId: 'unknown' }]
      case 'r':
        return [{ ...seen, share: 'refused', outcome: 'refused', errorId: PARSE, replayOf: '1' }]
      case 'R':
        return [{ ...seen, replayOf: '1' }]
      case 'old':
        return [{ ...seen, oldKey: 'whk…old' }]
      default:
        return [seen]
    }
  })
}

const told = (story: string, webhook = FOR_EVER): string => {
  const { raised, current } = signalsOf(requests(story), webhook, NOW)
  const events = raised.map(({ at, signal, reason }) => `${at} ${signal}${reason && ` ${reason}`}`)
  const now = current.map(({ signal, count }) => `${signal} ${count}`)
  return `${events.join(', ')}; ${now.join(', ')}`
}

describe('the signals of a webhook', () => {
  const stories: readonly (readonly [story: string, expected: string])[] = [
    ['ok', '; '],
    ['x x', '; '],
    ['x x x', `3 failing ${PARSE}; failing 3`],
    ['x x r r r', '; '],
    ['x x x r r', `3 failing ${PARSE}; failing 3`],
    ['x x x R', `3 failing ${PARSE}, 4 recovered ${PARSE}; `],
    ['x x x x x', `3 failing ${PARSE}; failing 5`],
    ['x x ok x x', '; '],
    ['x y x y x', `5 failing ${PARSE}; failing 3`],
    ['x x +9 x', '; '],
    ['x x +7 x', `3 failing ${PARSE}; failing 3`],
    ['x +20 x x x', `4 failing ${PARSE}; failing 4`],
    ['x x x +30 x', `3 failing ${PARSE}; failing 4`],
    ['x x x ok', `3 failing ${PARSE}, 4 recovered ${PARSE}; `],
    ['x x x ok x x x', `3 failing ${PARSE}, 4 recovered ${PARSE}, 7 failing ${PARSE}; failing 3`],
    ['x x x y y y', `3 failing ${PARSE}; failing 3`],
    ['? ? ?', '3 failing failed; failing 3'],
    ['s s s', `3 failing ${SIGNATURE}; failing 3`],
    ['a a a', `3 failing ${ADDRESS}; failing 3`],
    ['g g g', `3 failing ${RIGHTS}; failing 3`],
    ['u u u', '; '],
    ['x u x u x', `5 failing ${PARSE}; failing 3`],
  ]
  for (const [story, expected] of stories) {
    it(`of “${story}” are “${expected}”`, () => {
      expect(told(story)).to.equal(expected)
    })
  }

  it('tell that the earlier key is still used, as long as it works', () => {
    const previous = { keyHint: 'whk…old', keyDigest: 'd', lastUsed: 0 }
    const working = { ...FOR_EVER, previousKey: { ...previous, expiresAt: NOW + 1 } }
    expect(told('ok old ok old', working)).to.equal('2 old-key-used; old-key-used 2')
    expect(told('ok', working)).to.equal('; ')
    const over = { ...FOR_EVER, previousKey: { ...previous, expiresAt: NOW } }
    expect(told('old', over)).to.equal('1 old-key-used; ')
    const another = { ...previous, keyHint: 'whk…new', expiresAt: NOW + 1 }
    expect(told('old', { ...FOR_EVER, previousKey: another })).to.equal('; ')
    expect(told('old')).to.equal('; ')
  })

  it('tell that the owner is deactivated, at the first request since, and even without any', () => {
    const left = (minutes: number): Watched => ({ ...FOR_EVER, ownerLeft: NOW - minutes * MINUTE })
    expect(told('g g g g', left(90))).to.equal(`1 owner-deactivated ${RIGHTS}; owner-deactivated 4`)
    expect(told('ok g +10 g', left(55))).to.equal(
      `3 owner-deactivated ${RIGHTS}; owner-deactivated 1`,
    )
    expect(signalsOf([], left(1), NOW).current).to.deep.equal([
      { signal: 'owner-deactivated', reason: RIGHTS, count: 0, since: NOW - MINUTE },
    ])
  })

  it('tell that a webhook ends within three days, at its first request then', () => {
    const ends = (inMs: number): Watched => ({ ...FOR_EVER, expiresAt: NOW + inMs })
    expect(told('ok', ends(4 * DAY))).to.equal('; ')
    expect(told('ok ok', ends(2 * DAY))).to.equal('1 expiring; expiring 0')
    expect(told('ok +30 ok', ends(3 * DAY - 30 * MINUTE))).to.equal('2 expiring; expiring 0')
    expect(signalsOf([], ends(2 * DAY), NOW).current).to.deep.equal([
      { signal: 'expiring', reason: '', count: 0, since: NOW - DAY },
    ])
    expect(signalsOf([], ends(-1), NOW).current).to.deep.equal([])
  })
})
