import { expect } from 'chai'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import { isObject } from '../../../lib/model/json.js'
import { ALL } from '../../support/all.js'
import { type Recorded, recordedEvents } from './recorded.js'

const HOSTILE = '@channel <!here> [x](https://evil.test) '
const LINK = /(?<!\\)\]\(<?https:\/\/evil\.test|"https:\/\/evil\.test/
const DEPTH = 3

/** A body with one member, or one element of a list, replaced. */
function* changedOnce(body: unknown, depth = 0): Generator {
  if (depth === DEPTH || typeof body !== 'object' || body === null) return
  if (Array.isArray(body)) {
    const list: readonly unknown[] = body
    for (const inner of changedOnce(list[0], depth + 1)) yield [inner, ...list.slice(1)]
    return
  }
  if (!isObject(body)) return
  for (const [name, member] of Object.entries(body)) {
    const { [name]: _left, ...rest } = body
    yield rest
    yield { ...body, [name]: typeof member === 'string' ? HOSTILE + member : [null] }
    for (const inner of changedOnce(member, depth + 1)) yield { ...body, [name]: inner }
  }
}

/** All of them when the run searches, else every fifth, beginning with another one for each event. */
function* someOf(bodies: Iterable<unknown>, event: number): Generator {
  let at = event
  for (const body of bodies) {
    if (ALL || at % 5 === 0) yield body
    at += 1
  }
}

/** What a reader gets of it, as the store would keep it; `''` if it is refused. */
function shownOf({ format, headers }: Recorded, value: unknown): string {
  const request = { headers, query: {}, body: { kind: 'json', value, text: '' } } as const
  format.detect?.(request)
  const reading = format.read(request)
  return reading.kind === 'message' ? JSON.stringify(writeDraft(reading.draft)) : ''
}

/** One request of each event. */
function events(): readonly Recorded[] {
  const first = new Map<string, Recorded>()
  for (const each of recordedEvents()) {
    const event = each.name.replace(/[.-]\d+$|-with-.*$/, '')
    if (!first.has(event)) first.set(event, each)
  }
  return [...first.values()]
}

describe('a recorded event of a forge, of which one member is changed', () => {
  for (const [at, each] of events().entries()) {
    it(`throws nothing and links to nothing of a stranger: ${each.name}`, () => {
      expect(shownOf(each, each.body)).to.not.equal('')
      for (const body of someOf(changedOnce(each.body), at)) {
        expect(shownOf(each, body)).to.not.match(LINK)
      }
    })
  }
})
