import { expect } from 'chai'
import { CallError } from 'express-incoming-webhooks-ui'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../lib/model/limits.js'
import { draftOf } from '../../../ui/console/pages/form/draft.js'
import { faultsOf, serverFault } from '../../../ui/console/pages/form/form-state.js'
import { dateField } from '../../../ui/console/state/time.js'
import { draft, type Typed, webhook } from './drafts.js'

const LONG_AGO = Date.parse('2001-02-03T12:00:00Z')

describe('what is wrong with a form', () => {
  const rows: readonly (readonly [Typed, summaries: readonly string[]])[] = [
    [{}, []],
    [{ displayName: [' '] }, ['Name is missing']],
    [{ displayName: ['é'.repeat(MAX_DISPLAY_NAME_LENGTH)] }, []],
    [{ displayName: ['🚀'.repeat(MAX_DISPLAY_NAME_LENGTH)] }, []],
    [{ displayName: ['é'.repeat(MAX_DISPLAY_NAME_LENGTH + 1)] }, ['Name is too long']],
    [{ description: ['é'.repeat(500)] }, []],
    [{ description: ['é'.repeat(501)] }, ['Description is too long']],
    [{ expiresAt: ['30'] }, []],
    [{ expiresAt: ['date', ''] }, ['The date is not in the future']],
    [{ expiresAt: ['date', dateField(LONG_AGO)] }, ['The date is not in the future']],
    [{ iconUrl: ['https://cdn.example/a.png'] }, []],
    [{ iconUrl: [' http://cdn.example/a.png '] }, []],
    [{ iconUrl: ['cdn.example/a.png'] }, ['Picture URL is incomplete']],
    [{ iconUrl: ['javascript:alert(1)'] }, ['Picture URL is incomplete']],
    [{ iconUrl: ['https://a b'] }, ['Picture URL is incomplete']],
    [{ iconUrl: ['https://'] }, ['Picture URL is incomplete']],
    [{ expectEvery: ['0'] }, []],
    [{ expectEvery: ['minutes', '1'] }, []],
    [{ expectEvery: ['minutes', '44640'] }, []],
    [{ expectEvery: ['minutes', '44641'] }, ['Expect a request every: not a period']],
    [{ expectEvery: ['minutes', ''] }, ['Expect a request every: not a period']],
    [{ rules: ['{}'] }, ['Rule 1 is incomplete']],
    [{ format: ['template'] }, ['Template is empty']],
    [{ format: ['template'], template: ['', '', '', ' '] }, []],
    [
      { template: ['T', '', '', '', '', '', 'Total', '1', 'Tax', ''] },
      ['Row 2 of the table is incomplete'],
    ],
    [{ rateLimit: ['', ' '] }, []],
    [{ rateLimit: ['0.5', '20'] }, []],
    [{ rateLimit: ['5', ''] }, ['Rate limit is incomplete']],
    [{ rateLimit: ['', '20'] }, ['Rate limit is incomplete']],
    [{ rateLimit: ['0', '20'] }, ['Rate limit is incomplete']],
    [{ rateLimit: ['1', '1.5'] }, ['Rate limit is incomplete']],
    [{ rateLimit: ['a', 'b'] }, ['Rate limit is incomplete']],
  ]
  for (const [typed, summaries] of rows) {
    const shown = JSON.stringify(typed).slice(0, 60)
    it(`${summaries.length === 0 ? 'is nothing' : summaries.join(', ')}: ${shown}`, () => {
      expect(faultsOf(draft(typed), null).map(({ summary }) => summary)).to.deep.equal(summaries)
    })
  }

  it('is listed in the order of the fields', () => {
    const typed = { rateLimit: ['a'], iconUrl: ['x'], displayName: [''] }
    const faults = faultsOf(draft(typed, { channel: null }), null)
    expect(faults.map(({ summary }) => summary)).to.deep.equal([
      'Name is missing',
      'Channel is missing',
      'Picture URL is incomplete',
      'Rate limit is incomplete',
    ])
  })

  it('names the control and says what to do', () => {
    const [fault] = faultsOf(draft({ displayName: [''] }), null)
    expect(fault).to.deep.equal({
      field: 'display_name',
      summary: 'Name is missing',
      text: 'Enter a name.',
    })
    const [long] = faultsOf(draft({ description: ['é'.repeat(501)] }), null)
    expect(long?.text).to.equal('Shorten the description to 500 characters. It has 501.')
  })

  it('is no date of the past that nobody touched', () => {
    const before = webhook({ expiresAt: LONG_AGO })
    expect(faultsOf(draftOf(before), before)).to.deep.equal([])
    const expiresAt = ['date', '2001-02-09']
    expect(faultsOf(draft({ expiresAt }), before)).to.have.lengthOf(1)
  })
})

describe('what the server complains about', () => {
  const error = (id: string, message: string, detail = ''): CallError =>
    new CallError(400, { id, message, detailed_error: detail })
  const rows: readonly (readonly [what: string, CallError, field: string, text: string])[] = [
    [
      'a channel that is gone',
      error('app.channel.get.existing.app_error', 'gone'),
      'channel_id',
      "Couldn't find the channel. It may have been archived. Choose another one.",
    ],
    [
      'an unknown owner',
      error('app.user.missing_account.const', 'No user'),
      'user_id',
      '“No user”',
    ],
    [
      'a field with its reason',
      error('x', 'Invalid', 'icon_url: expected: a web address'),
      'icon_url',
      '“Invalid” expected: a web address',
    ],
    [
      'a member of a field',
      error('x', 'Invalid', 'rate_limit.burst: no'),
      'rate_limit',
      '“Invalid” no',
    ],
    [
      'a rule',
      error('x', 'Invalid', 'rules.1.when.body.a: expected at least one value'),
      'rules.1',
      '“Invalid” body.a: expected at least one value',
    ],
    [
      'a channel of a rule that is gone',
      error('app.channel.get.existing.app_error', 'Gone', 'rules.0.then.channel: no such channel'),
      'rules.0',
      '“Gone” channel: no such channel',
    ],
    [
      'a slot of a template',
      error('x', 'Invalid', 'template.body: line 3, column 5: no such filter: a'),
      'template.body',
      '“Invalid” line 3, column 5: no such filter: a',
    ],
    [
      'a row of a template',
      error('x', 'Invalid', 'template.fields.1.value: line 1, column 2: no'),
      'template.fields.1.value',
      '“Invalid” line 1, column 2: no',
    ],
    ['a template', error('x', 'Invalid', 'template: wanted'), 'template', '“Invalid” wanted'],
    ['too many rules', error('x', 'Invalid', 'rules: at most 20'), 'rules', '“Invalid” at most 20'],
    ['a field without a reason', error('x', 'Invalid', 'username'), 'username', '“Invalid”'],
  ]
  for (const [what, sent, field, text] of rows) {
    it(`is ${what}`, () => {
      expect(serverFault(sent)).to.include({ field, text })
    })
  }

  it('is no field of the form', () => {
    expect(serverFault(error('x', 'Invalid', 'enabled: no'))).to.equal(null)
    expect(serverFault(error('x', 'Forbidden'))).to.equal(null)
  })
})
