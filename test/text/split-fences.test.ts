import { expect } from 'chai'
import { countCodePoints } from '../../lib/text/code-points.js'
import { fencesBalance, split } from './segments.js'

const lines = (n: number): string => 'line of output\n'.repeat(n)

function cut(text: string, limit = 200): readonly string[] {
  const texts = split(text, limit)
  for (const part of texts) {
    expect(countCodePoints(part)).to.be.at.most(limit)
    expect(fencesBalance(part), part).to.equal(true)
  }
  return texts
}

describe('split: fenced blocks', () => {
  it('are closed and opened again, with what they are', () => {
    const texts = cut(`before\n\`\`\`ts {1}\n${lines(30)}\`\`\`\nafter`)
    expect(texts.length).to.be.above(2)
    expect(texts[0]?.endsWith('output\n```')).to.equal(true)
    for (const part of texts.slice(1)) expect(part.startsWith('```ts {1}\nline of')).to.equal(true)
    expect(texts.at(-1)?.endsWith('\n```\nafter')).to.equal(true)
  })

  it('keep all of their lines, in order and whole', () => {
    const texts = cut(`\`\`\`\n${lines(40)}\`\`\``)
    const inner = texts.flatMap((part) => part.split('\n').filter((line) => line !== '```'))
    expect(inner).to.deep.equal(Array.from({ length: 40 }, () => 'line of output'))
  })

  it('of tildes and of longer markers keep their own', () => {
    for (const marker of ['~~~', '`````', '~~~~~~~~']) {
      const texts = cut(`${marker}\n${lines(30)}${marker}\n`)
      for (const part of texts) {
        expect(part.startsWith(`${marker}\n`)).to.equal(true)
        expect(part.trimEnd().endsWith(`\n${marker}`)).to.equal(true)
      }
    }
  })

  it('of one endless line are cut hard', () => {
    const texts = cut(`\`\`\`\n${'x'.repeat(1000)}\n\`\`\``)
    expect(texts.join('').replaceAll(/[^x]/g, '')).to.have.lengthOf(1000)
  })

  it('that nobody closes are closed', () => {
    const texts = cut(`\`\`\`\n${lines(30)}`)
    expect(texts.length).to.be.above(2)
  })

  it('that fit stay as they are, closed or not', () => {
    expect(split('```\na', 200)).to.deep.equal(['```\na'])
  })

  it('that follow each other are each whole or cut', () => {
    const block = `\`\`\`a\n${lines(5)}\`\`\`\n`
    const texts = cut(block.repeat(8) + `~~~b\n${lines(30)}~~~\n`)
    const blocks = texts
      .join('')
      .split('\n')
      .filter((line) => line === 'line of output')
    expect(blocks).to.have.lengthOf(70)
  })

  it('whose closing line falls behind the limit end with the part', () => {
    for (let n = 150; n <= 210; n += 1) {
      const texts = cut(`\`\`\`\n${'x'.repeat(n)}\n\`\`\`\n${'y '.repeat(100)}`)
      expect(texts.join('').replaceAll(/[^xy]/g, '')).to.equal('x'.repeat(n) + 'y'.repeat(100))
    }
  })

  it('that begin near the limit begin with their first line or in the next part', () => {
    for (let n = 180; n <= 205; n += 1) {
      const texts = cut(`${'x'.repeat(n)}\n\`\`\`ts\nfirst\n${lines(3)}\`\`\``)
      for (const part of texts) expect(part.trimEnd()).not.to.match(/```ts$/)
    }
  })

  it('of CRLF lines are closed too', () => {
    const texts = cut(`\`\`\`\r\n${'line of output\r\n'.repeat(30)}\`\`\`\r\n`)
    expect(texts.length).to.be.above(2)
  })

  it('of a marker that would fill a part are text', () => {
    const marker = '`'.repeat(60)
    const texts = split(`${marker}\n${lines(30)}${marker}`, 200)
    expect(texts.join('')).to.equal(`${marker}\n${lines(30)}${marker}`)
  })

  it('of a marker that fills an eighth of a part are blocks', () => {
    const texts = cut(`\`\`\`abcdef\n${'x'.repeat(100)}\n\`\`\``, 80)
    expect(texts[1]?.startsWith('```abcdef\nx')).to.equal(true)
  })

  it('begin in the next part where only their first line would fit', () => {
    const code = 'y'.repeat(60)
    expect(cut(`${'x'.repeat(65)}\n\`\`\`js\n${code}\n\`\`\``, 80)).to.deep.equal([
      `${'x'.repeat(65)}\n`,
      `\`\`\`js\n${code}\n\`\`\``,
    ])
  })

  it('are not opened again where only their closing line is cut', () => {
    const tail = ' '.repeat(80)
    expect(cut(`\`\`\`\nab\n\`\`\`${tail}\n${'x'.repeat(60)}`, 80)).to.deep.equal([
      '```\nab\n```',
      `\n${'x'.repeat(60)}`,
    ])
  })

  it('stay as they are where they end with the part', () => {
    const block = `\`\`\`\nab\n\`\`\`${' '.repeat(70)}`
    expect(cut(`${block}\n${'x'.repeat(60)}`, 80)).to.deep.equal([block, `\n${'x'.repeat(60)}`])
  })

  it('take no room from the text outside of them', () => {
    expect(cut(`\`\`\`\na\n\`\`\`\n${'x'.repeat(150)}`, 80)).to.deep.equal([
      `\`\`\`\na\n\`\`\`\n${'x'.repeat(70)}`,
      'x'.repeat(80),
    ])
  })

  it('leave the text outside of them exactly as it is', () => {
    const before = 'word '.repeat(70)
    const after = ' word'.repeat(70)
    const texts = cut(`${before}\n\`\`\`\n${lines(20)}\`\`\`\n${after}`)
    const whole = texts.join('')
    expect(whole.startsWith(`${before}\n\`\`\`\n`)).to.equal(true)
    expect(whole.endsWith(`\`\`\`\n${after}`)).to.equal(true)
  })
})

describe('split: markers inside of blocks', () => {
  it('at the end of a line do not close the block when the line is cut before them', () => {
    for (let n = 150; n <= 200; n += 1) {
      cut(`\`\`\`\n${'x'.repeat(n)} \`\`\`\n${lines(20)}\`\`\``)
    }
  })

  it('at the beginning of a line do not close the block when the line is cut behind them', () => {
    for (let n = 150; n <= 200; n += 1) {
      cut(`\`\`\`\n${'x'.repeat(n)}\n\`\`\`${'y'.repeat(300)}\n\`\`\``)
    }
  })

  it('that are set in far enough to be text stay so', () => {
    for (let n = 150; n <= 200; n += 1) {
      cut(`\`\`\`\n${'x'.repeat(n)}\n          \`\`\`\n${lines(20)}\`\`\``)
    }
  })
})
