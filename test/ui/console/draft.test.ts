import { expect } from 'chai'
import {
  changedNames,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  wordsOf,
} from '../../../ui/console/pages/form/draft.js'
import { entered, inputOf } from '../../../ui/console/pages/form/entered.js'
import { sentenceOf, written } from '../../../ui/console/pages/form/rules/sentence.js'
import { dateField, endOfDay, fullDate } from '../../../ui/console/state/time.js'
import type { EventRule } from '../../../lib/model/event-rules.js'
import type { Template } from '../../../lib/model/template.js'
import type { CallerName } from '../../../lib/model/webhook-fields.js'
import { draft, owner, type Typed, webhook } from './drafts.js'

const RULE: EventRule = { when: { branch: 'main' }, then: { skip: true } }
const TEMPLATE: Template = {
  title: 'Order {{id}}',
  fields: [{ title: 'Total', value: '{{total}}' }],
  incident: '{{id}}',
}
const TYPED = ['Order {{id}}', '', '', '', '{{id}}', '', 'Total', '{{total}}']
const DAY = 86_400_000
const EXPIRY = Date.parse('2031-05-06T07:08:09.010Z')

describe('a draft', () => {
  it('is empty for a new webhook, whose owner is the caller', () => {
    const typed = Object.entries(EMPTY_DRAFT).map(([name, member]: [string, unknown]) => [
      name,
      member instanceof Object ? (Reflect.get(member, 'typed') as unknown) : member,
    ])
    expect(Object.fromEntries(typed)).to.deep.equal({
      displayName: [''],
      description: [''],
      channelLocked: ['off'],
      expiresAt: ['never'],
      allowedAddresses: [''],
      expectEvery: ['0'],
      username: [''],
      iconUrl: [''],
      iconEmoji: [''],
      format: [''],
      template: [],
      events: [''],
      except: [''],
      foreignMentions: ['none'],
      mentions: ['all'],
      together: [''],
      incidentPath: [''],
      acknowledge: ['off'],
      rules: [],
      rateLimit: [],
      channel: null,
      owner: null,
    })
  })

  it('holds what would be typed for a webhook, and what it means', () => {
    const rateLimit = { perSecond: 0.5, burst: 20 }
    const made = draftOf(
      webhook({
        description: 'two\nlines',
        channelLocked: true,
        expiresAt: EXPIRY,
        events: ['push', 'run'],
        expectEvery: 1_200,
        rules: [RULE],
        template: TEMPLATE,
        rateLimit,
      }),
    )
    expect(made).to.deep.include({
      displayName: { typed: ['CI'], value: 'CI' },
      description: { typed: ['two\nlines'], value: 'two\nlines' },
      channelLocked: { typed: ['on'], value: true },
      expiresAt: { typed: ['date', dateField(EXPIRY)], value: EXPIRY },
      expectEvery: { typed: ['minutes', '20'], value: 1_200 },
      rules: { typed: [written(sentenceOf(RULE))], value: [RULE] },
      events: { typed: ['push, run'], value: ['push', 'run'] },
      template: { typed: TYPED, value: TEMPLATE },
      rateLimit: { typed: ['0.5', '20'], value: rateLimit },
      owner: null,
    })
    expect(made.channel).to.include({ id: 'alerts', teamId: 'main', name: 'Alerts' })
  })

  const alerts = { id: 'alerts', teamId: 'main', name: 'Alerts', isPrivate: false }
  const changes: readonly (readonly [what: string, Draft, names: readonly string[]])[] = [
    ['nothing', draft(), []],
    ['nothing but space', draft({ displayName: ['CI '], events: [' '] }), []],
    ['a date that was not chosen', draft({ expiresAt: ['never', '2031-05-06'] }), []],
    [
      'the same channel by another name',
      draft({}, { channel: { ...alerts, name: 'Old', isPrivate: true } }),
      [],
    ],
    ['another channel', draft({}, { channel: { ...alerts, id: 'other' } }), ['channel']],
    ['no channel', draft({}, { channel: null }), ['channel']],
    ['another owner', draft({}, { owner: owner('bob') }), ['owner']],
    ['a template in which nothing was typed', draft({ template: ['', ' '] }), []],
    ['half a rate', draft({ rateLimit: ['5', ''] }), ['rateLimit']],
    ['no date', draft({ expiresAt: ['date', ''] }), ['expiresAt']],
    [
      'two fields',
      draft({ displayName: ['x'], iconEmoji: ['rocket'] }),
      ['displayName', 'iconEmoji'],
    ],
  ]
  for (const [what, changed, names] of changes) {
    it(`tells what has changed: ${what}`, () => {
      expect([...changedNames(draft(), changed)]).to.deep.equal(names)
    })
  }
})

describe('what the API is sent', () => {
  const rows: readonly (readonly [what: string, Typed, sent: object])[] = [
    ['a name without the space around it', { displayName: [' CI '] }, { display_name: 'CI' }],
    ['a description as it was typed', { description: [' a\n b '] }, { description: ' a\n b ' }],
    ['a switch', { channelLocked: ['on'] }, { channel_locked: true }],
    ['a switch that is off', { channelLocked: ['off'] }, { channel_locked: false }],
    ['no expiry', { expiresAt: ['never'] }, { expires_at: 0 }],
    [
      'the end of a day',
      { expiresAt: ['date', '2031-05-06'] },
      { expires_at: endOfDay('2031-05-06') },
    ],
    ['no rate', { rateLimit: ['', ''] }, { rate_limit: null }],
    ['a rate', { rateLimit: ['0.5', '20'] }, { rate_limit: { per_second: 0.5, burst: 20 } }],
    ['names', { events: ['push, run,'] }, { events: ['push', 'run'] }],
    ['a period', { expectEvery: ['900', '5'] }, { expect_every: 900 }],
    ['minutes', { expectEvery: ['minutes', '1.5'] }, { expect_every: 90 }],
    ['no rules', { rules: [] }, { rules: [] }],
    ['no template', { template: ['', ' ', '', ''] }, { template: null }],
    ['a template', { template: TYPED }, { template: TEMPLATE }],
    ['rules', { rules: [written(sentenceOf(RULE))] }, { rules: [RULE] }],
  ]
  for (const [what, typed, sent] of rows) {
    it(`is ${what}`, () => {
      expect(inputOf(draft(typed), true)).to.deep.include(sent)
    })
  }

  it('is an owner if one was chosen', () => {
    expect(inputOf(draft({}, { owner: owner(' bob ') }), true)).to.include({ user_id: 'bob' })
    expect(inputOf(draft(), true)).not.to.have.property('user_id')
  })

  it('is no channel if none was chosen', () => {
    expect(inputOf(draft({}, { channel: null }), true)).to.include({ channel_id: '' })
  })

  it('says nothing of rates and owners unless an administrator does', () => {
    const sent = inputOf(draft({ rateLimit: ['1', '2'] }, { owner: owner('bob') }), false)
    expect(sent).not.to.have.any.keys('rate_limit', 'user_id')
    expect(sent).to.include({ display_name: 'CI', channel_id: 'alerts' })
  })

  it('keeps an expiry that was not touched to the millisecond', () => {
    const draft = draftOf(webhook({ expiresAt: EXPIRY }))
    expect(inputOf(draft, true)).to.include({ expires_at: EXPIRY })
  })
})

describe('a time that was typed', () => {
  it('counts days from now', () => {
    const began = Date.now()
    const { value } = entered('expiresAt', ['30'])
    expect(value).to.be.within(began + 30 * DAY, Date.now() + 30 * DAY)
  })

  for (const typed of [['date'], ['date', ''], ['date', 'soon'], ['soon']]) {
    it(`is NaN for ${JSON.stringify(typed)}`, () => {
      expect(entered('expiresAt', typed).value).to.deep.equal(NaN)
    })
  }
})

describe('a value in words', () => {
  const rows: readonly (readonly [CallerName, Parameters<typeof wordsOf>[1], words: string])[] = [
    ['displayName', 'CI', 'CI'],
    ['channelLocked', true, 'Yes'],
    ['channelLocked', false, 'No'],
    ['expiresAt', 0, 'Never'],
    ['expiresAt', EXPIRY, fullDate(EXPIRY)],
    ['expiresAt', NaN, ''],
    ['foreignMentions', 'people', 'Notify people by @name'],
    ['events', ['push', 'run'], 'push, run'],
    ['expectEvery', 0, ''],
    ['expectEvery', 86_400, 'day'],
    ['expectEvery', 1_200, '20 minutes'],
    ['rules', [RULE, RULE], 'If branch is main, skip. If branch is main, skip.'],
    ['template', null, ''],
    ['template', TEMPLATE, 'Order {{id}} · {{id}} · Total · {{total}}'],
    ['rateLimit', null, ''],
    ['rateLimit', { perSecond: 0.5, burst: 20 }, '0.5 per second, burst 20'],
  ]
  for (const [name, value, words] of rows) {
    it(`is ${JSON.stringify(words)} for ${name} ${JSON.stringify(value)}`, () => {
      expect(wordsOf(name, value)).to.equal(words)
    })
  }
})
