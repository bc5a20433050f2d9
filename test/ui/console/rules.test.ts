import { expect } from 'chai'
import type { EventRule } from '../../../lib/model/event-rules.js'
import { lackOf } from '../../../ui/console/pages/form/rules/lack.js'
import {
  inWords,
  ruleOf,
  type Sentence,
  sentenceIn,
  sentenceOf,
  valuesIn,
  written,
} from '../../../ui/console/pages/form/rules/sentence.js'
import { countApplied, factsIn, valuesSeen } from '../../../ui/console/pages/form/rules/trial.js'

const CHANNELS = new Map([['c1', 'releases']])
const nameOf = (id: string): string => CHANNELS.get(id) ?? id

describe('a rule as a sentence', () => {
  const rows: readonly (readonly [EventRule, words: string])[] = [
    [{ when: {}, then: { skip: true } }, 'Always skip.'],
    [
      { when: { branch: ['main', 'release/*'] }, then: { channel: 'c1' } },
      'If branch is main or release/*, post in ~releases.',
    ],
    [
      {
        when: { severity: { not: ['info', 'debug'], at_least: 'notice' } },
        then: { mention: 'here' },
      },
      'If severity is not info or debug and severity is at least notice, mention @here.',
    ],
    [
      { when: { 'body.load': { at_least: 0.5 }, private: true }, then: { mention: '@ops' } },
      'If body.load is at least 0.5 and private is true, mention @ops.',
    ],
    [
      {
        when: { label: { exists: true }, branch: { exists: false } },
        then: { channel: 'c2', silent: false },
      },
      'If label is known and branch is not known, post in ~c2 and post with notifications.',
    ],
    [
      { when: { service: 'a, b' }, then: { priority: '', silent: true } },
      'If service is a, b, mark as standard and post silently.',
    ],
    [
      { when: { service: [' a', 'say "b"', 5, false] }, then: { priority: 'urgent' } },
      'If service is  a, say "b", 5, or false, mark as urgent.',
    ],
  ]
  for (const [rule, words] of rows) {
    it(`says ${words}`, () => {
      expect(inWords(rule, nameOf)).to.equal(words)
    })

    it(`is the same rule again: ${words}`, () => {
      const sentence = sentenceOf(rule)
      expect(ruleOf(sentence)).to.deep.equal(rule)
      expect(sentenceIn(written(sentence))).to.deep.equal(sentence)
    })
  }

  it('has nothing of a text that is none', () => {
    expect(sentenceIn('?')).to.deep.equal({ tests: [], effects: [] })
    expect(sentenceIn('{"tests":[{"relation":"like"}],"effects":[{"kind":5}]}')).to.deep.equal({
      tests: [{ fact: '', relation: 'is', text: '' }],
      effects: [{ kind: 'skip', text: '' }],
    })
  })

  const values: readonly (readonly [text: string, values: readonly unknown[]])[] = [
    ['', []],
    [' , ,', []],
    ['main,release/* ', ['main', 'release/*']],
    ['5, 05, 1.10, 1e3, true, True, null', [5, '05', '1.10', '1e3', true, 'True', 'null']],
    ['"a, b", c', ['a, b', 'c']],
    ['"", "a" b', ['"a" b']],
    ['"a', ['"a']],
  ]
  for (const [text, expected] of values) {
    it(`reads the values of '${text}'`, () => {
      expect(valuesIn(text)).to.deep.equal(expected)
    })
  }

  const test = { fact: 'branch', relation: 'is', text: 'main' } as const
  const skip = { kind: 'skip', text: '' } as const
  const lacks: readonly (readonly [Sentence, lack: string | null])[] = [
    [{ tests: [test], effects: [skip] }, null],
    [{ tests: [], effects: [skip] }, null],
    [{ tests: [{ ...test, relation: 'known', text: '' }], effects: [skip] }, null],
    [{ tests: [{ ...test, text: ',' }], effects: [skip] }, 'Enter a value for branch.'],
    [
      { tests: [{ ...test, fact: 'body.' }], effects: [skip] },
      'Enter the path of a value in the body, such as alert.team.',
    ],
    [
      { tests: [test, { ...test, relation: 'not' }], effects: [skip] },
      'There are two conditions about branch. Put all its values into one.',
    ],
    [
      {
        tests: [
          { ...test, relation: 'known' },
          { ...test, relation: 'unknown' },
        ],
        effects: [skip],
      },
      'There are two conditions about branch. Put all its values into one.',
    ],
    [
      {
        tests: [
          { ...test, relation: 'not' },
          { ...test, relation: 'known' },
        ],
        effects: [skip],
      },
      null,
    ],
    [{ tests: [test], effects: [] }, 'Say what happens.'],
    [{ tests: [test], effects: [{ kind: 'channel', text: '' }] }, 'Choose a channel.'],
    [
      { tests: [test], effects: [{ kind: 'mention', text: ' ' }] },
      'Enter who is mentioned: @ and a name, @channel or @here.',
    ],
  ]
  for (const [sentence, lack] of lacks) {
    it(`lacks ${lack ?? 'nothing'} in ${JSON.stringify(sentence)}`, () => {
      expect(lackOf(sentence)).to.equal(lack)
    })
  }
})

describe('rules tried on requests', () => {
  const requests = [
    { format: 'github', event: 'push', facts: { branch: 'main', private: true } },
    { format: 'github', event: 'push', facts: { branch: 'try' } },
    { format: 'grafana', event: 'firing', facts: { label: ['a', 'b'], severity: 'page' } },
  ]
  const skipTry: EventRule = { when: { branch: 'try' }, then: { skip: true } }
  const body: EventRule = { when: { 'body.a': 1 }, then: { silent: true } }
  const always: EventRule = { when: {}, then: { silent: true } }
  const rows: readonly (readonly [
    what: string,
    readonly EventRule[],
    at: number,
    number | null,
  ])[] = [
    ['the name of the event', [{ when: { event: 'push' }, then: {} }], 0, 2],
    ['the format', [{ when: { format: 'grafana' }, then: {} }], 0, 1],
    ['a fact', [skipTry], 0, 1],
    ['what an earlier rule leaves', [skipTry, always], 1, 2],
    ['no body', [body], 0, null],
    ['what a rule on the body lets through', [body, always], 1, 3],
    ['nothing after one that may skip', [{ ...body, then: { skip: true } }, always], 1, null],
    ['what comes before that', [always, body], 0, 3],
  ]
  for (const [what, rules, at, count] of rows) {
    it(`count ${what}`, () => {
      expect(countApplied(rules, at, requests)).to.equal(count)
    })
  }

  it('offer the facts that requests had before the others, and their values before the usual ones', () => {
    const { seen, others } = factsIn(requests)
    expect(seen).to.deep.equal(['format', 'event', 'branch', 'label', 'severity', 'private'])
    expect(others).to.deep.equal(['state', 'author', 'environment', 'service', 'repository'])
    expect(valuesSeen('label', requests)).to.deep.equal(['a', 'b'])
    expect(valuesSeen('event', requests)).to.deep.equal(['push', 'firing'])
    expect(valuesSeen('severity', requests).slice(0, 2)).to.deep.equal(['page', 'debug'])
    expect(valuesSeen('private', requests)).to.deep.equal([true, false])
  })
})
