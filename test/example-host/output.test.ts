import { Writable } from 'node:stream'
import { expect } from 'chai'
import { createOutput } from '../../example-host/log.js'

/** Whoever reads the log, and may stop reading it. */
class Reader extends Writable {
  readonly taken: string[] = []
  #waiting: (() => void) | null = null
  isReading = true

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const take = (): void => {
      this.taken.push(chunk.toString())
      done()
    }
    if (this.isReading) take()
    else this.#waiting = take
  }

  readOn(): void {
    this.isReading = true
    this.#waiting?.()
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the output of the example host', () => {
  it('writes lines in their order', async () => {
    const reader = new Reader()
    const write = createOutput(reader)
    write('a\n')
    write('b\n')
    await settled()
    expect(reader.taken.join('')).to.equal('a\nb\n')
  })

  it('keeps at most 1 MiB for a reader that has stopped, and reports how many lines are lost', async () => {
    const reader = new Reader()
    reader.isReading = false
    const lost: number[] = []
    const write = createOutput(reader, (lines) => lost.push(lines))
    const line = `${'x'.repeat(1_023)}\n`
    for (let i = 0; i < 3_000; i++) write(line)
    expect(reader.writableLength).to.equal(1_048_576)
    reader.readOn()
    await settled()
    expect(lost).to.deep.equal([3_000 - 1_024])
    expect(reader.taken).to.have.lengthOf(1_024)
    write('on again\n')
    await settled()
    expect(reader.taken.at(-1)).to.equal('on again\n')
    expect(lost).to.have.lengthOf(1)
  })

  it('survives a stream that throws, and begins a new line after it', async () => {
    const reader = new Reader()
    const lost: number[] = []
    const write = createOutput(reader, (lines) => lost.push(lines))
    reader.write = () => {
      throw new Error('the disk is full')
    }
    write('a\n')
    write('b\n')
    Reflect.deleteProperty(reader, 'write')
    write('c\n')
    await settled()
    expect(reader.taken).to.deep.equal(['\nc\n'])
    expect(lost).to.deep.equal([2])
  })

  it('survives an error of the stream', () => {
    const reader = new Reader()
    const write = createOutput(reader)
    reader.destroy(new Error('the pipe is closed'))
    expect(() => {
      write('a\n')
    }).not.to.throw()
  })
})
