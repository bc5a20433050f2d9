import { expect } from 'chai'
import { changes, type Entry, linesOf, planOf, summaryOf } from '../../lib/code/plan.js'
import type { Written } from '../../lib/code/written.js'
import { blocksOf, page } from '../support/markdown.js'

const CI = { slug: 'ci', channel: 'builds', display_name: 'CI' }

function entry(before: Written | null, after: Written, note = ''): Entry {
  return { label: String(after['slug']), before, after, note }
}

function textOf(entries: readonly Entry[], others: readonly string[] = [], prune = false): string {
  const steps = planOf(
    entries,
    others.map((label) => ({ label })),
    prune,
  )
  return [...steps.flatMap(linesOf), summaryOf(steps, false), ''].join('\n')
}

describe('a plan', () => {
  it('is as the documentation shows it', () => {
    const onCall = { slug: 'on-call', channel: 'alerts' }
    const changed = entry(
      { ...onCall, display_name: 'Alerts' },
      { ...onCall, display_name: 'On call' },
    )
    expect(blocksOf(page('hooks-as-code.md'), '')).to.deep.equal([
      textOf([entry(null, CI), changed], ['old']),
    ])
  })

  const cases: readonly (readonly [what: string, text: string, expected: string])[] = [
    ['no webhooks', textOf([]), 'Nothing would change.\n'],
    ['a webhook as it is', textOf([entry(CI, { ...CI })]), 'Nothing would change.\n'],
    [
      'a webhook whose members are defaults again',
      textOf([entry({ ...CI, description: 'x', events: ['a'] }, CI)]),
      '~ ci  description: "x" → ""\n~ ci  events: ["a"] → []\nWould be: 0 created, 1 changed, 0 deleted.\n',
    ],
    [
      'a webhook that goes',
      textOf([], ['old'], true),
      '- old  is not in the file and goes, because of --prune\nWould be: 0 created, 0 changed, 1 deleted.\n',
    ],
    [
      'something to be said',
      textOf([entry(CI, CI, 'has no secret')]),
      '! ci  has no secret\nNothing would change.\n',
    ],
    [
      'a long value',
      textOf([entry(CI, { ...CI, description: 'x'.repeat(500) })]),
      `~ ci  description: "" → "${'x'.repeat(299)}…\nWould be: 0 created, 1 changed, 0 deleted.\n`,
    ],
  ]
  for (const [what, text, expected] of cases) {
    it(`says ${what}`, () => {
      expect(text).to.equal(expected)
    })
  }

  it('keeps the order of the file', () => {
    const steps = planOf(
      [entry(CI, CI), entry(null, { ...CI, slug: 'a' })],
      [{ label: 'b' }],
      false,
    )
    expect(steps.map(({ kind }) => kind)).to.deep.equal(['keep', 'create', 'leave'])
    expect(steps.map(changes)).to.deep.equal([false, true, false])
    expect(summaryOf(steps, true)).to.equal('1 created, 0 changed, 0 deleted.')
  })
})
