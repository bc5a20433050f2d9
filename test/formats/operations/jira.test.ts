import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { jira } from '../../../lib/formats/operations/jira/index.js'
import { eventOf, expectRefused, isShown, shownBy } from './shown.js'

const PAGE = 'https://jira.test/context/browse/TES-41'
const ANA = { displayName: 'Ana Roth' }
const FIELDS = { summary: 'Price is wrong', issuetype: { name: 'Bug' }, priority: { name: 'High' } }

function issue(category = 'new', fields: object = {}): object {
  const status = { name: 'In Review', statusCategory: { key: category } }
  const self = 'https://jira.test/context/rest/api/2/issue/10040'
  return { id: '10040', key: 'TES-41', self, fields: { ...FIELDS, status, ...fields } }
}

function body(event: string, members: object = {}): object {
  return {
    timestamp: 1_789_812_000_000,
    webhookEvent: event,
    user: ANA,
    issue: issue(),
    ...members,
  }
}

function changed(field: string, fromString: string | null, toString: string | null): object {
  return { field, fromString, toString }
}

function updated(items: readonly object[], category?: string): object {
  return body('jira:issue_updated', { changelog: { items }, issue: issue(category) })
}

const COMMENT = {
  author: { displayName: 'Bo Lind' },
  updateAuthor: { displayName: 'Bo Lind' },
  body: 'Just in time',
  created: '2026-09-19T10:00:00.000+0000',
  updated: '2026-09-19T10:00:00.000+0000',
}

describe('Jira', () => {
  const status = changed('status', 'To Do', 'In Review')
  // prettier-ignore
  const EVENTS: readonly (readonly [event: string, request: object, title: string, color: string, state: string])[] = [
    ['issue.created', body('jira:issue_created'), 'TES-41 created: Price is wrong', '#8a94a6', 'open'],
    ['issue.deleted', body('jira:issue_deleted'), 'TES-41 deleted: Price is wrong', '#8a94a6', 'closed'],
    ['issue.status', updated([status], 'new'), 'TES-41 is In Review: Price is wrong', '#8a94a6', 'update'],
    ['issue.status', updated([status], 'indeterminate'), 'TES-41 is In Review: Price is wrong', 'warning', 'update'],
    ['issue.status', updated([status], 'done'), 'TES-41 is In Review: Price is wrong', 'good', 'closed'],
    ['issue.reopened', updated([changed('resolution', 'Done', null), status]), 'TES-41 reopened: Price is wrong', 'warning', 'open'],
    ['issue.assigned', updated([changed('assignee', null, 'Ana Roth')]), 'TES-41 assigned to Ana Roth: Price is wrong', '#8a94a6', 'update'],
    ['issue.assigned', updated([changed('assignee', 'Ana Roth', null)]), 'TES-41 unassigned: Price is wrong', '#8a94a6', 'update'],
    ['comment.created', body('comment_created', { comment: COMMENT }), 'Bo Lind commented on TES-41: Price is wrong', '#8a94a6', 'update'],
  ]
  for (const [event, request, title, color, state] of EVENTS) {
    it(`shows ${event} as ${title}, ${color}`, () => {
      expect(shownBy(jira, request)).to.include({ title: `**[${title}](${PAGE})**`, color })
      expect(isShown(jira, request)).to.equal(true)
      expect(eventOf(jira, request, { 'x-atlassian-webhook-identifier': 'D1' })).to.deep.equal({
        event,
        incident: '10040',
        incidentTitle: 'TES-41: Price is wrong',
        state,
        deliveryId: 'D1',
        at: 1_789_812_000_000,
      })
    })
  }

  it('says of a new issue what it is about', () => {
    const fields = { description: 'Since Monday', assignee: { displayName: 'Bo Lind' } }
    const shown = shownBy(jira, body('jira:issue_created', { issue: issue('new', fields) }))
    expect(shown.text).to.equal('Since Monday')
    expect(shown.fields).to.deep.equal([
      'Type: Bug',
      'Priority: High',
      'Assigned to: Bo Lind',
      'By: Ana Roth',
    ])
  })

  it('lists what was changed, and keeps quiet unless it is the state or the person', () => {
    const items = Array.from({ length: 7 }, (_, index) => changed(`F${index}`, 'a', 'b'))
    const { text, title } = shownBy(jira, updated(items))
    expect(title).to.include('TES-41 changed: Price is wrong')
    expect(text).to.include('- F0: b (was a)\n').and.include('and 2 more')
    expect(isShown(jira, updated(items))).to.equal(false)
  })

  // prettier-ignore
  const OF_SERVERS: readonly (readonly [type: string | undefined, updated: string, event: string])[] = [
    ['issue_commented', COMMENT.updated, 'comment.created'],
    ['issue_comment_edited', COMMENT.updated, 'comment.updated'],
    ['issue_comment_deleted', COMMENT.updated, 'comment.deleted'],
    [undefined, COMMENT.updated, 'comment.created'],
    [undefined, '2026-09-20T10:00:00.000+0000', 'comment.updated'],
  ]
  for (const [type, at, event] of OF_SERVERS) {
    it(`reads ${event} in an update of an issue (${type ?? 'without a type'}, ${at})`, () => {
      const comment = { ...COMMENT, updated: at }
      const request = body('jira:issue_updated', { issue_event_type_name: type, comment })
      expect(eventOf(jira, request)).to.include({ event })
      expect(isShown(jira, request)).to.equal(event === 'comment.created')
    })
  }

  it('says what is empty before or after', () => {
    const items = [changed('labels', null, 'shop'), changed('sprint', 'Sprint 12', null)]
    const { text } = shownBy(jira, updated(items))
    expect(text).to.equal('- labels: shop\n- sprint: none (was Sprint 12)')
  })

  it('does not show what was deleted', () => {
    const request = body('comment_deleted', { comment: COMMENT })
    expect(shownBy(jira, request)).to.include({ text: '' })
  })

  it('shows a comment that names no issue', () => {
    const request = { webhookEvent: 'comment_created', comment: COMMENT }
    expect(shownBy(jira, request)).to.include({
      title: '**Bo Lind commented on an issue**',
      text: '> Just in time',
    })
  })

  for (const [limit, title] of [
    [{ visibility: { type: 'role', value: 'Staff' } }, 'wrote a restricted comment on'],
    [{ jsdPublic: false }, 'wrote an internal comment on'],
  ] as const) {
    it(`tells of a comment, and not what it says, where somebody ${title}`, () => {
      const request = body('comment_created', { comment: { ...COMMENT, ...limit } })
      const shown = shownBy(jira, request)
      expect(shown.title).to.include(`Bo Lind ${title} TES-41`)
      expect(JSON.stringify(shown)).not.to.include('Just in time')
      expect(isShown(jira, request)).to.equal(true)
    })
  }

  it('finds the status behind many other changes', () => {
    const others = Array.from({ length: 60 }, (_, index) => changed(`field ${index}`, 'a', 'b'))
    const request = updated([...others, changed('status', 'Open', 'In Review')])
    expect(eventOf(jira, request)).to.include({ event: 'issue.status' })
  })

  it('says an assignment once', () => {
    const fields = { assignee: { displayName: 'Ana Roth' } }
    const request = {
      ...updated([changed('assignee', null, 'Ana Roth')]),
      issue: issue('new', fields),
    }
    const shown = shownBy(jira, request)
    expect(shown.title).to.include('TES-41 assigned to Ana Roth')
    expect(shown.fields.join()).not.to.include('Assigned to')
  })

  it('has no gap where it knows only the issue', () => {
    expect(shownBy(jira, { issue: issue() }).title).to.include('[TES-41: Price is wrong]')
  })

  it('shows the data of an issue that its automation sends', () => {
    const sent = issue('new', { priority: { name: 'High' } })
    const { title, fields } = shownBy(jira, sent)
    expect(title).to.match(/^\*\*\[TES-41: Price is wrong\]\(\S+\/browse\/TES-41\)\*\*$/)
    expect(fields.join()).to.include('Status: ')
  })

  it('links to no address of the gateway', () => {
    const self = 'https://api.atlassian.com/ex/jira/1/rest/api/2/issue/10040'
    const { title } = shownBy(jira, body('jira:issue_created', { issue: { ...issue(), self } }))
    expect(title).to.equal('**TES-41 created: Price is wrong**')
  })

  it('shows sprints and releases, and keeps quiet about the rest', () => {
    const sprint = { id: 5, name: 'Sprint 12', goal: 'Checkout' }
    const started = { webhookEvent: 'sprint_started', sprint }
    expect(shownBy(jira, started)).to.include({
      title: '**Sprint started: Sprint 12**',
      text: 'Checkout',
    })
    expect(isShown(jira, started)).to.equal(true)
    const released = { webhookEvent: 'jira:version_released', version: { name: '2.1' } }
    expect(shownBy(jira, released).title).to.equal('**Version released: 2.1**')
    const user = { webhookEvent: 'user_created', user: ANA }
    expect(isShown(jira, user)).to.equal(false)
    expect(shownBy(jira, user).title).to.equal('**User created: Ana Roth**')
    expect(eventOf(jira, { webhookEvent: 'option_voting_changed' })).to.deep.equal({
      event: 'option_voting.changed',
    })
  })

  it('says what is missing', () => {
    expectRefused(jira, {}, 'webhookEvent')
  })
})

describeFormat(jira, [
  {
    name: 'a new issue',
    body: body('jira:issue_created'),
    headers: { 'X-Atlassian-Webhook-Identifier': 'D1' },
    shows: ['TES-41 created: Price is wrong', 'High'],
    links: [PAGE],
  },
  {
    name: 'a comment, without headers',
    body: body('comment_created', { comment: COMMENT }),
    shows: ['Just in time'],
    links: [PAGE],
  },
])
