import { expect } from 'chai'
import { isShownEvent, shownEvents } from '../../lib/pipeline/shown-events.js'

describe('an event', () => {
  type Row = readonly [
    what: string,
    event: string,
    events: readonly string[],
    except: readonly string[],
    isShown: boolean,
  ]
  const rows: readonly Row[] = [
    ['is shown if nothing is chosen', 'push', [], [], true],
    ['is shown if it is chosen', 'push', ['tag', 'push'], [], true],
    ['is not shown if another one is chosen', 'push', ['tag'], [], false],
    ['is not shown if it is excepted', 'push', [], ['push'], false],
    ['is not shown if it is chosen and excepted', 'push', ['push'], ['push'], false],
    ['is covered by its beginning', 'pull_request.opened', ['pull_request'], [], true],
    ['is covered by its beginning and a star', 'pull_request.opened', ['pull_request.*'], [], true],
    ['is not covered by a part of a word', 'pull_request.opened', ['pull'], [], false],
    ['is not covered by a longer name', 'pull_request', ['pull_request.opened'], [], false],
    ['is covered by a star', 'push', ['*'], [], true],
    ['is excepted by a star', 'push', [], ['*'], false],
    ['is chosen whatever its capitals are', 'Push', ['pUSH'], [], true],
  ]
  for (const [what, event, events, except, isShown] of rows) {
    it(what, () => {
      expect(isShownEvent(event, false, { events, except })).to.equal(isShown)
    })
  }

  it('that is hardly worth a message is shown only if it is chosen', () => {
    expect(isShownEvent('star', true, { events: [], except: [] })).to.equal(false)
    expect(isShownEvent('star', true, { events: ['push'], except: [] })).to.equal(false)
    expect(isShownEvent('star', true, { events: ['*'], except: [] })).to.equal(true)
  })
})

describe('the choice of events', () => {
  const webhook = { events: ['push'], except: ['tag'] }

  it('is that of the webhook', () => {
    expect(shownEvents(webhook, { other: 'x' })).to.deep.equal(webhook)
  })

  it('is that of the URL where it has one', () => {
    expect(shownEvents(webhook, { events: 'a, b,' })).to.deep.equal({
      events: ['a', 'b'],
      except: ['tag'],
    })
    expect(shownEvents(webhook, { events: '', except: 'c' })).to.deep.equal({
      events: [],
      except: ['c'],
    })
  })
})
