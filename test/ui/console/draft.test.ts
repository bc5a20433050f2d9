import { expect } from 'chai'
import {
  changedNames,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  inputOf,
  rateParts,
  timeOf,
} from '../../../ui/console/pages/form/draft.js'
import { dateField, endOfDay } from '../../../ui/console/state/time.js'
import { draft, owner, webhook } from './drafts.js'

const DAY = 86_400_000
const EXPIRY = Date.parse('2031-05-06T07:08:09.010Z')

describe('a draft', () => {
  it('is empty for a new webhook, whose owner is the caller', () => {
    expect(EMPTY_DRAFT).to.deep.equal({
      displayName: '',
      description: '',
      channelLocked: 'off',
      expiresAt: 'never',
      username: '',
      iconUrl: '',
      iconEmoji: '',
      format: '',
      events: '',
      except: '',
      foreignMentions: 'none',
      together: '',
      incidentPath: '',
      rateLimit: '',
      channel: null,
      owner: null,
    })
  })

  it('holds the texts of the controls of a webhook', () => {
    const made = draftOf(
      webhook({
        description: 'two\nlines',
        channelLocked: true,
        expiresAt: EXPIRY,
        rateLimit: { perSecond: 0.5, burst: 20 },
      }),
    )
    expect(made).to.include({
      displayName: 'CI',
      description: 'two\nlines',
      channelLocked: 'on',
      expiresAt: dateField(EXPIRY),
      rateLimit: '0.5\n20',
      owner: null,
    })
    expect(made.channel).to.include({ id: 'alerts', teamId: 'main', name: 'Alerts' })
  })

  const changes: readonly (readonly [what: string, Partial<Draft>, names: readonly string[]])[] = [
    ['nothing', {}, []],
    [
      'the same channel by another name',
      {
        channel: { ...draft().channel, id: 'alerts', teamId: 'main', name: 'Old', isPrivate: true },
      },
      [],
    ],
    [
      'another channel',
      { channel: { id: 'other', teamId: 'main', name: 'Alerts', isPrivate: false } },
      ['channel'],
    ],
    ['no channel', { channel: null }, ['channel']],
    ['another owner', { owner: owner('bob') }, ['owner']],
    ['two fields', { displayName: 'x', iconEmoji: 'rocket' }, ['displayName', 'iconEmoji']],
  ]
  for (const [what, changed, names] of changes) {
    it(`tells what has changed: ${what}`, () => {
      expect([...changedNames(draft(), draft(changed))]).to.deep.equal(names)
    })
  }
})

describe('what the API is sent', () => {
  const rows: readonly (readonly [what: string, Partial<Draft>, sent: object])[] = [
    ['a name without the space around it', { displayName: ' CI ' }, { display_name: 'CI' }],
    ['a description as it was typed', { description: ' a\n b ' }, { description: ' a\n b ' }],
    ['a switch', { channelLocked: 'on' }, { channel_locked: true }],
    ['a switch that is off', { channelLocked: 'off' }, { channel_locked: false }],
    ['no expiry', { expiresAt: 'never' }, { expires_at: 0 }],
    ['the end of a day', { expiresAt: '2031-05-06' }, { expires_at: endOfDay('2031-05-06') }],
    ['no rate', { rateLimit: '\n' }, { rate_limit: null }],
    ['a rate', { rateLimit: '0.5\n20' }, { rate_limit: { per_second: 0.5, burst: 20 } }],
    ['an owner', { owner: owner(' bob ') }, { user_id: 'bob' }],
    ['no channel', { channel: null }, { channel_id: '' }],
  ]
  for (const [what, changes, sent] of rows) {
    it(`is ${what}`, () => {
      expect(inputOf(draft(changes), null, true)).to.deep.include(sent)
    })
  }

  it('names no owner unless one was typed', () => {
    expect(inputOf(draft(), null, true)).not.to.have.property('user_id')
  })

  it('says nothing of rates and owners unless an administrator does', () => {
    const sent = inputOf(draft({ rateLimit: '1\n2', owner: owner('bob') }), null, false)
    expect(sent).not.to.have.any.keys('rate_limit', 'user_id')
    expect(sent).to.include({ display_name: 'CI', channel_id: 'alerts' })
  })

  it('keeps an expiry that was not touched to the millisecond', () => {
    const before = webhook({ expiresAt: EXPIRY })
    expect(inputOf(draftOf(before), before, true)).to.include({ expires_at: EXPIRY })
  })
})

describe('the time of a control', () => {
  it('counts days from now', () => {
    const began = Date.now()
    expect(timeOf('30', 0)).to.be.within(began + 30 * DAY, Date.now() + 30 * DAY)
  })

  const rows: readonly (readonly [text: string, before: unknown, time: number])[] = [
    ['never', EXPIRY, 0],
    [dateField(EXPIRY), EXPIRY, EXPIRY],
    [dateField(EXPIRY), 0, endOfDay(dateField(EXPIRY))],
    [dateField(EXPIRY), undefined, endOfDay(dateField(EXPIRY))],
    ['2031-05-09', EXPIRY, endOfDay('2031-05-09')],
    ['', EXPIRY, NaN],
    ['soon', EXPIRY, NaN],
  ]
  for (const [text, before, time] of rows) {
    it(`is ${time} for ${JSON.stringify(text)} over ${String(before)}`, () => {
      expect(timeOf(text, before)).to.deep.equal(time)
    })
  }
})

describe('the parts of a rate', () => {
  const rows: readonly (readonly [text: string, parts: readonly string[]])[] = [
    ['', ['', '']],
    ['5', ['5', '']],
    ['\n10', ['', '10']],
    ['5\n10', ['5', '10']],
  ]
  for (const [text, expected] of rows) {
    it(`of ${JSON.stringify(text)} are ${JSON.stringify(expected)}`, () => {
      expect(rateParts(text)).to.deep.equal(expected)
    })
  }
})
