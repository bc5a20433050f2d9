import { expect } from 'chai'
import { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from '../../lib/model/defaults.js'
import { fieldNames, fromWire, kinds, sampleValues, toWire } from '../../lib/model/fields.js'
import type { HookSettings } from '../../lib/model/records.js'
import { SETTINGS_FIELDS } from '../../lib/model/settings-fields.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  HIDDEN_FIELDS,
  SERVER_FIELDS,
} from '../../lib/model/webhook-fields.js'

const SHOWN = { ...SERVER_FIELDS, ...CALLER_FIELDS }

describe('the fields of a webhook', () => {
  it('have these defaults', () => {
    expect(DEFAULT_WEBHOOK).to.include({
      displayName: '',
      description: '',
      username: '',
      iconUrl: '',
      iconEmoji: '',
      channelLocked: false,
      enabled: true,
      expiresAt: 0,
      lastUsed: 0,
      rateLimit: null,
      previousKey: null,
      signingSalt: '',
    })
  })

  it('have a sample that is not the default, for tests of stores', () => {
    for (const [name, field] of Object.entries({ ...SHOWN, ...HIDDEN_FIELDS })) {
      expect(field.sample, name).to.not.deep.equal(field.initial)
    }
  })

  it('have names of their own in the API', () => {
    const names = Object.values(SHOWN).map(({ wire }) => wire)
    expect(new Set(names).size).to.equal(names.length)
  })

  it('come back from the API as they went there', () => {
    const samples = sampleValues<CallerValues>(CALLER_FIELDS)
    expect(fromWire(CALLER_FIELDS, toWire(CALLER_FIELDS, samples))).to.deep.equal(samples)
  })
})

describe('the settings', () => {
  it('have these defaults', () => {
    expect(DEFAULT_SETTINGS).to.include({
      enableIncomingWebhooks: true,
      enableOnlyAdminIntegrations: false,
      enablePostUsernameOverride: false,
      enablePostIconOverride: false,
      restrictDirectMessagesToCreator: false,
      enableWebhookDebugging: false,
      consoleLevel: 'INFO',
    })
  })

  it('have a sample that is not the default', () => {
    const samples = sampleValues<HookSettings>(SETTINGS_FIELDS)
    for (const name of fieldNames(samples)) {
      expect(samples[name], name).to.not.equal(DEFAULT_SETTINGS[name])
    }
  })
})

describe('a field that is read', () => {
  const kind = kinds<object>()
  const fields = {
    note: kind.text({ wire: 'note', most: 5, initial: 'none', sample: 'x' }),
    loud: kind.flag({ wire: 'loud', initial: true, sample: false }),
    until: kind.time({ wire: 'until', sample: 5 }),
    color: kind.choice(['red', 'green'], { wire: 'color', sample: 'green' }),
    rate: kind.rate({ wire: 'rate', sample: { perSecond: 1, burst: 2 } }),
    shown: kind.template({ wire: 'shown', sample: { title: 'x' } }),
  }
  const initial = { note: 'none', loud: true, until: 0, color: 'red', rate: null, shown: null }

  const strange: readonly [what: string, wire: object][] = [
    ['missing', {}],
    ['null', { note: null, loud: null, until: null, color: null, rate: null }],
    ['of another kind', { note: 5, loud: 'true', until: '5', color: 'blue', rate: [1, 2] }],
    ['half a rate', { rate: { per_second: 1 } }],
    ['a template without a text', { shown: { title: '', fields: [] } }],
    ['a template of another kind', { shown: { title: 5 } }],
    ['a template with half a row', { shown: { fields: [{ title: 'a' }] } }],
    ['a list instead of a template', { shown: ['a'] }],
  ]
  for (const [what, wire] of strange) {
    it(`is the default where it is ${what}`, () => {
      expect(fromWire(fields, { ...wire })).to.deep.equal(initial)
    })
  }

  it('is what was sent otherwise', () => {
    const plain = { note: '', loud: false, until: 5, color: 'green' }
    const sent = { state: 'open', body: '', more: 1, title: 'a' }
    const wire = { ...plain, rate: { per_second: 0.5, burst: 2, more: 1 }, shown: sent }
    const rate = { perSecond: 0.5, burst: 2 }
    const shown = { title: 'a', state: 'open' }
    expect(fromWire(fields, wire)).to.deep.equal({ ...plain, rate, shown })
  })

  it('is left out of a body where it is not given, and where it is not named', () => {
    expect(toWire(fields, { note: 'x', rate: null })).to.deep.equal({ note: 'x', rate: null })
    expect(toWire(fields, { note: 'x', until: 5 }, ['until'])).to.deep.equal({ until: 5 })
  })
})
