import { expect } from 'chai'
import {
  readChanges,
  readIncident,
  renderHtml,
  renderMarkdown,
  renderText,
} from '../../lib/render/index.js'

const incidentOf = (webhook_incident: unknown) => readIncident({ props: { webhook_incident } })

describe('the incident of a post', () => {
  it('has the changes that a line about it tells', () => {
    const history = [
      { state: 'open', at: 1, title: 'It failed' },
      { state: 'acknowledged', at: 2, by: 'maria', title: 'It failed' },
      { state: 'closed', at: 3 },
      { state: 'open', at: 4 },
    ]
    const incident = incidentOf({
      state: 'open',
      title: 'a',
      count: 4,
      since: 1,
      until: null,
      history,
    })
    expect(incident).to.deep.include({ title: 'a', state: 'open', count: 4, since: 1, until: null })
    expect(incident?.changes).to.deep.equal([
      { word: 'Opened', at: 1, by: '', level: '', title: 'It failed' },
      { word: 'Acknowledged', at: 2, by: 'maria', level: '', title: '' },
      { word: 'Resolved', at: 3, by: '', level: '', title: '' },
      { word: 'Reopened', at: 4, by: '', level: '', title: '' },
    ])
  })

  it('has its history below whatever the post shows, once', async () => {
    const at = Date.parse('2026-09-20T10:26:00Z')
    const history = [
      { state: 'open', at, title: 'a *b* <c>' },
      { state: 'closed', at: at + 60_000 },
    ]
    const props = { webhook_incident: { state: 'closed', history } }
    const post = { message: 'over', props }
    const line = 'Opened 2026-09-20 10:26: a *b* <c> · Resolved 10:27 (UTC)'
    expect(renderText(post)).to.equal(`over\n\n${line}`)
    const escaped = line.replace('*b*', '\\*b\\*').replace('<c>', '\\<c>')
    expect(renderMarkdown(post)).to.equal(`over\n\n${escaped}`)
    expect(await renderHtml(post)).to.include(
      `<p class="eiw-incident">${line.replace('<c>', '&lt;c&gt;')}</p>`,
    )
    // Stored by a host that shows nothing but text.
    const stored = { message: renderText(post), props: { ...props, webhook_plain_text: true } }
    expect(renderText(stored)).to.equal(stored.message)
    expect(renderText({ message: '', props })).to.equal(line)
  })

  it('became what it is when its state changed last, not its title', () => {
    const history = [
      { state: 'open', at: 1, title: 'It failed' },
      { state: 'acknowledged', at: 2, by: 'maria', title: 'It failed' },
      { state: 'update', at: 3, by: 'jo' },
    ]
    const incident = incidentOf({ state: 'acknowledged', since: 1, until: null, history })
    expect(incident).to.include({ at: 2, by: 'maria' })
    expect(incident?.changes.at(-1)).to.deep.equal({
      word: 'Updated',
      at: 3,
      by: 'jo',
      level: '',
      title: '',
    })
  })

  it('is read from posts of 0.9, and from damaged ones', () => {
    const old = incidentOf({ state: 'closed', count: 2, since: 1, until: 5 })
    expect(old).to.deep.equal({
      title: '',
      state: 'closed',
      count: 2,
      since: 1,
      until: 5,
      at: 5,
      by: '',
      openSince: 1,
      level: '',
      changes: [],
    })
    const damaged = { state: 'open', title: 7, since: 1e300, history: [null, { state: 'open' }] }
    expect(incidentOf(damaged)).to.deep.include({ title: '', since: 0, changes: [] })
    for (const none of [undefined, null, 'open', {}, { state: 'lost' }]) {
      expect(incidentOf(none)).to.equal(null)
    }
  })
})

describe('the changes that a reply tells', () => {
  it('begin with any of them, since the incident has begun before', () => {
    const webhook_changes = [
      { state: 'open', at: 1 },
      { state: 'closed', at: 2, by: 'maria' },
      { state: 'lost', at: 3 },
      null,
    ]
    expect(readChanges({ props: { webhook_changes } })).to.deep.equal([
      { word: 'Reopened', at: 1, by: '', level: '', title: '' },
      { word: 'Resolved', at: 2, by: 'maria', level: '', title: '' },
    ])
  })

  it('are none of other posts', () => {
    for (const props of [undefined, null, {}, { webhook_changes: 'open' }]) {
      expect(readChanges({ props })).to.deep.equal([])
    }
  })
})
