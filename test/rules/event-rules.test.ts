import { expect } from 'chai'
import fc from 'fast-check'
import {
  type EventRule,
  FACT_NAMES,
  type FactTest,
  type RuleEffect,
} from '../../lib/model/event-rules.js'
import { applyRules } from '../../lib/rules/event-rules.js'

type Facts = Readonly<Record<string, unknown>>

function ruledBy(rules: readonly EventRule[], facts: Facts) {
  return applyRules(rules, (name) => facts[name])
}

function holds(name: string, test: FactTest, fact: unknown): boolean {
  const rules = [{ when: { [name]: test }, then: { silent: true } }]
  return ruledBy(rules, { [name]: fact }).applied.length > 0
}

describe('a test of a rule', () => {
  type Row = readonly [fact: unknown, test: FactTest, isMet: boolean, name?: string]
  const rows: readonly Row[] = [
    ['main', 'main', true],
    ['mainline', 'main', false],
    ['Main', 'main', false],
    ['main', ['dev', 'main'], true],
    ['test', ['dev', 'main'], false],
    [undefined, 'main', false],
    [undefined, '*', false],
    ['', '*', false],
    ['release/2.1', 'release/*', true],
    ['prerelease/2.1', 'release/*', false],
    ['a-b-c', 'a*b*c', true],
    ['a-c', 'a*b*c', false],
    ['ab', 'a*b*', true],
    ['aa', 'aa*a', false],
    ['anything', '*', true],
    [7, 7, true],
    [7, '7', true],
    [true, true, true],
    [true, 'true', true],
    [false, true, false],
    [['docs', 'urgent'], 'urgent', true],
    [['docs'], ['bug', 'urgent'], false],
    [[], 'urgent', false],
    ['main', { not: 'main' }, false],
    ['dev', { not: ['main', 'release/*'] }, true],
    [undefined, { not: 'main' }, true],
    [[], { not: 'urgent' }, true],
    [['docs', 'urgent'], { not: 'urgent' }, false],
    ['x', { exists: true }, true],
    [undefined, { exists: true }, false],
    [null, { exists: true }, false],
    [[], { exists: true }, true],
    [{ a: 1 }, { exists: true }, true],
    [0, { exists: true }, true],
    [false, { exists: true }, true],
    ['x', { exists: false }, false],
    [undefined, { exists: false }, true],
    ['error', { at_least: 'warning' }, true, 'severity'],
    ['warning', { at_least: 'warning' }, true, 'severity'],
    ['notice', { at_least: 'warning' }, false, 'severity'],
    ['CRITICAL', { at_least: 'error' }, true, 'severity'],
    ['P1', { at_least: 'critical' }, true, 'severity'],
    ['terrible', { at_least: 'debug' }, false, 'severity'],
    [undefined, { at_least: 'debug' }, false, 'severity'],
    [7, { at_least: 5 }, true],
    ['7.5', { at_least: 7 }, true],
    [4, { at_least: 5 }, false],
    ['many', { at_least: 5 }, false],
    [' ', { at_least: 0 }, false],
    [undefined, { at_least: 0 }, false],
    [7, { at_least: 5, not: 7 }, false],
    ['Critical', 'critical', true, 'severity'],
    ['pull_request.opened', 'pull_request', true, 'event'],
    ['pull_request_review', 'pull_request', false, 'event'],
    ['alert.resolved', '*.resolved', true, 'event'],
    [['native', 'slack'], 'Slack', true, 'format'],
  ]
  for (const [fact, test, isMet, name = 'branch'] of rows) {
    const asked = `${name} ${JSON.stringify(fact)} by ${JSON.stringify(test)}`
    it(`${isMet ? 'is met' : 'is not met'}: ${asked}`, () => {
      expect(holds(name, test, fact)).to.equal(isMet)
    })
  }

  it('looks at the first 50 values of a list, and at the first 1,000 characters', () => {
    const values = Array.from({ length: 60 }, (_, index) => `label ${index}`)
    expect(holds('label', 'label 49', values)).to.equal(true)
    expect(holds('label', 'label 50', values)).to.equal(false)
    expect(holds('body.text', '*end', `${'x'.repeat(997)}end`)).to.equal(true)
    expect(holds('body.text', '*end', `${'x'.repeat(998)}end`)).to.equal(false)
  })
})

describe('rules', () => {
  const ALWAYS = (then: RuleEffect): EventRule => ({ when: {}, then })

  it('say nothing where there are none, or none holds', () => {
    const nothing = { applied: [] }
    expect(ruledBy([], {})).to.deep.equal(nothing)
    expect(ruledBy([{ when: { branch: 'a' }, then: { skip: true } }], {})).to.deep.equal(nothing)
  })

  it('hold if all their tests do', () => {
    const rule = { when: { branch: 'a', author: 'b' }, then: { silent: true } }
    expect(ruledBy([rule], { branch: 'a', author: 'b' }).applied).to.deep.equal([0])
    expect(ruledBy([rule], { branch: 'a', author: 'c' }).applied).to.deep.equal([])
  })

  it('apply all that hold, and the first that names something decides it', () => {
    const rules = [
      ALWAYS({ mention: '@bob' }),
      { when: { branch: 'a' }, then: { channel: 'never' } },
      ALWAYS({ channel: 'one', mention: '@carol', silent: false }),
      ALWAYS({ channel: 'two', priority: 'urgent', silent: true }),
    ] as const
    expect(ruledBy(rules, {})).to.deep.equal({
      applied: [0, 2, 3],
      channel: 'one',
      mention: '@bob',
      priority: 'urgent',
      silent: false,
    })
  })

  it('end with the first that skips', () => {
    const rules = [
      ALWAYS({ channel: 'one' }),
      ALWAYS({ skip: true }),
      ALWAYS({ mention: '@bob' }),
    ] as const
    expect(ruledBy(rules, {})).to.deep.equal({ applied: [0, 1], channel: 'one', skip: true })
  })

  it('take few steps, whatever they and the event are', function () {
    this.timeout(600_000)
    const numRuns = Number(process.env['RULES_RUNS'] ?? 5_000)
    const names = fc.constantFrom(...FACT_NAMES, 'body.a', 'body.b.0')
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 256 })
    const value = fc.oneof(letters, fc.integer(), fc.boolean())
    const values = fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 20 }))
    const test: fc.Arbitrary<FactTest> = fc.oneof(
      values,
      fc.record({ not: values }),
      fc.record({ exists: fc.boolean() }),
      fc.record({ at_least: fc.oneof(fc.integer(), fc.constant('warning')) }),
    )
    const rules = fc.array(
      fc.record({
        when: fc.dictionary(names, test, { maxKeys: 4 }),
        then: fc.record(
          { channel: fc.string(), skip: fc.constant(true as const) },
          {
            requiredKeys: [],
          },
        ),
      }),
      { maxLength: 20 },
    )
    const long = fc.nat(100_000).map((length) => 'ab'.repeat(length))
    const fact = fc.oneof(value, long, fc.array(value, { maxLength: 100 }), fc.constant(undefined))
    let slowest = 0
    fc.assert(
      fc.property(rules, fc.dictionary(names, fact), (list, facts) => {
        let asked = 0
        const began = performance.now()
        const { applied, skip = false } = applyRules(list, (name) => {
          asked += 1
          return facts[name]
        })
        slowest = Math.max(slowest, performance.now() - began)
        const tests = list.reduce((sum, { when }) => sum + Object.keys(when).length, 0)
        const last = applied.at(-1)
        expect(asked).to.be.at.most(tests)
        expect(applied).to.deep.equal([...applied].sort((a, b) => a - b))
        expect(skip).to.equal(last !== undefined && list[last]?.then.skip === true)
      }),
      { numRuns, seed: 18 },
    )
    // A pause of the collector is longer than all the work.
    expect(slowest).to.be.below(200)
  })

  it('cost as much for a text of a million characters as for one of a thousand', () => {
    const pattern = `${'a'.repeat(200)}b*`
    const rules = Array.from({ length: 20 }, () => ({
      when: { 'body.text': [`*${pattern}`, `*a*a*${pattern}`] },
      then: { silent: true },
    }))
    const timed = (length: number): number => {
      const facts = { 'body.text': 'a'.repeat(length) }
      const times = Array.from({ length: 9 }, () => {
        const began = performance.now()
        ruledBy(rules, facts)
        return performance.now() - began
      })
      return Math.min(...times)
    }
    timed(1_000)
    expect(timed(1_000_000)).to.be.below(20 * timed(1_000) + 1)
  })

  it('take less than 2 µs of a request, three of them', () => {
    const rules = [
      { when: { branch: ['main', 'release/*'], repository: 'octo/hello' }, then: { channel: 'a' } },
      { when: { severity: { at_least: 'critical' } }, then: { channel: 'b', mention: '@oncall' } },
      { when: { author: 'dependabot*' }, then: { skip: true } },
    ] as const
    const facts: Facts = { branch: 'main', repository: 'octo/hello', author: 'mona' }
    const RUNS = 20_000
    const perRun = (): number => {
      const before = process.cpuUsage()
      for (let run = 0; run < RUNS; run += 1) ruledBy(rules, facts)
      return process.cpuUsage(before).user / RUNS
    }
    const best = Math.min(...Array.from({ length: 40 }, perRun))
    expect(best).to.be.below(2)
  })
})
