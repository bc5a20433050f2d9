import { expect } from 'chai'
import { type Run, runsOf } from '../../lib/text/fence-runs.js'
import { fencesOnLines } from '../../lib/text/slack-fences.js'

const FLAGS = ['tilde', 'first', 'mentioned', 'begins', 'ends', 'opensCode', 'endsCode'] as const

/** A run as `characters flags`, and how far in its line's own text begins. */
function described(text: string, run: Run): string {
  const { indent, quoted } = run.line
  const flags = FLAGS.filter((flag) => run[flag])
  const line = [...(indent > 0 ? [`in ${indent}`] : []), ...(quoted ? ['quoted'] : [])]
  return [text.slice(run.at, run.end), ...flags, ...line].join(' ')
}

const ticks = (count: number): string => '`'.repeat(count)

describe('the runs beside fences', () => {
  const rows: readonly (readonly [text: string, runs: readonly string[]])[] = [
    ['```', ['``` first begins ends opensCode']],
    ['``` \t', ['``` first begins ends opensCode']],
    ['``` js', ['``` first begins opensCode endsCode']],
    ['````', ['```` first begins ends opensCode']],
    ['```a```', ['``` first opensCode', '``` opensCode endsCode']],
    ['x ```y', ['``` opensCode']],
    ['x```', ['``` opensCode endsCode']],
    ['x ``` y', ['```']],
    ['"```"', ['``` mentioned']],
    ["'```'", ['``` mentioned']],
    ['(```)', ['``` mentioned']],
    ['“```”', ['``` mentioned']],
    ['„```“', ['``` mentioned']],
    ['‘```’', ['``` mentioned']],
    ['«```»', ['``` mentioned']],
    ['"```)', ['``` opensCode endsCode']],
    [' ``` x', ['``` first begins opensCode endsCode in 1']],
    ['~~~', ['~~~ tilde first begins ends opensCode']],
    ['~~~ ``` x', ['~~~ tilde first begins opensCode endsCode', '```']],
    ['x ~~~', []],
    ['`` ~~~', ['`` first opensCode endsCode']],
    [' `` ~~~', ['`` first opensCode endsCode in 1']],
    ['`a` ``b``', []],
    ['a ~ `b`', []],
    ['`a`\n```\n`b`', ['``` first begins ends opensCode']],
    ['```\n```', ['``` first begins ends opensCode', '``` first begins ends opensCode']],
    ['`a` ```b', ['` first opensCode', '` opensCode endsCode', '``` opensCode']],
    ['  ```', ['``` first begins ends opensCode in 2']],
    ['\t```', ['``` first begins ends opensCode in 1']],
    ['- ```', ['``` first begins opensCode in 2']],
    ['-   ```', ['``` first begins opensCode in 4']],
    ['-```', ['``` opensCode endsCode']],
    ['1. ```', ['``` first begins opensCode in 3']],
    ['10) ```', ['``` first begins opensCode in 4']],
    ['123456789. ```', ['``` first begins opensCode in 11']],
    ['1234567890. ```', ['``` opensCode endsCode']],
    ['1.```', ['``` opensCode endsCode']],
    ['- * ```', ['``` first begins opensCode in 4']],
    ['-  *  ```', ['``` first begins opensCode in 6']],
    ['> ```', []],
    ['>```', []],
    ['> - ```', []],
    ['> x ```y', ['``` opensCode in 2 quoted']],
    ['> ``', []],
    [ticks(100), [`${ticks(100)} first begins ends opensCode`]],
    [`  ${ticks(100)}`, [`${ticks(100)} first begins ends opensCode in 2`]],
    [ticks(101), [`${ticks(101)} first opensCode`]],
  ]
  for (const [text, expected] of rows) {
    it(`of ${JSON.stringify(text.slice(0, 30))} are ${expected.length}: ${expected.join(', ').slice(0, 40)}`, () => {
      const runs = runsOf(text, Infinity)
      expect(runs.map((run) => described(text, run))).to.deep.equal(expected)
    })
  }

  it('know where they and their lines stand', () => {
    const [run] = runsOf('x\n- ```js\ny', Infinity)
    expect(run).to.include({ at: 4, end: 7 })
    expect(run?.line).to.include({ start: 2, end: 9 })
  })

  it('are hardly more than asked for, on one line and on many', () => {
    expect(runsOf('``` '.repeat(9), 2)).to.have.lengthOf(3)
    expect(runsOf('```\n'.repeat(9), 2)).to.have.lengthOf(3)
    expect(runsOf('```\n'.repeat(9), 9)).to.have.lengthOf(9)
  })
})

describe('fences of Slack', () => {
  it('are not looked for in a text without them', () => {
    for (const text of ['words', '', '``', '~~~\na\n~~~']) {
      expect(fencesOnLines(text)).to.deep.equal({ text, runs: 0 })
    }
  })

  it('stay where they are beyond the most runs that are read', () => {
    const text = 'x ```a b\nc```'
    expect(fencesOnLines(text, 'words', 2).text).to.equal('x\n```\na b\nc\n```')
    expect(fencesOnLines(text, 'words', 1)).to.include({ text, runs: 2 })
  })
})
