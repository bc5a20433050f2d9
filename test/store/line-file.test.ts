import { existsSync, readdirSync } from 'node:fs'
import { appendFile, readdir, readFile, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { fileDeliveries } from '../../example-host/store/log/deliveries.js'
import { LineFile } from '../../example-host/store/log/line-file.js'
import { deliveryOf } from '../support/deliveries.js'
import * as support from './support.js'

describe('a file of lines', () => {
  let path = ''
  beforeEach(async () => {
    path = join(await support.temporaryDirectory(), 'log', 'lines')
  })
  afterEach(support.cleanUp)

  it('has what was appended, the oldest first, also for the next process', async () => {
    const file = new LineFile(path)
    expect(await file.read()).to.deep.equal([])
    await file.append(['a', 'b'], {})
    await file.append(['c'], {})
    expect(await file.read()).to.deep.equal(['a', 'b', 'c'])
    const next = new LineFile(path)
    await next.append(['d'], {})
    expect(await next.read()).to.deep.equal(['a', 'b', 'c', 'd'])
    expect((await stat(path)).mode & 0o777).to.equal(0o600)
  })

  it('keeps at least so many lines, and at most about twice as many', async () => {
    for (const most of [{ lines: 10 }, { bytes: 40 }]) {
      const at = path + Object.keys(most).join('')
      for (let n = 0; n < 100; n += 1) await new LineFile(at).append([`n${100 + n}`], most)
      const lines = await new LineFile(at).read()
      expect(lines.length, Object.keys(most).join('')).to.be.within(8, 20)
      expect(lines.at(-1)).to.equal('n199')
      expect(lines).to.deep.equal(lines.toSorted())
    }
  })

  it('goes on in a line of its own where the last one was not written whole', async () => {
    await new LineFile(path).append(['a'], {})
    await appendFile(path, '{"hal')
    const file = new LineFile(path)
    await file.append(['b'], {})
    expect(await file.read()).to.deep.equal(['a', '{"hal', 'b'])
    expect(await readFile(path, 'utf8')).to.equal('a\n{"hal\nb\n')
  })

  it('deletes what has not been written to since', async () => {
    const file = new LineFile(path)
    await file.append(['a'], { lines: 1 })
    await file.append(['b'], { lines: 1 })
    await utimes(`${path}.earlier`, 1, 1)
    await file.deleteBefore(2_000)
    expect(await file.read()).to.deep.equal(['b'])
    await file.append(['c'], {})
    await file.delete()
    expect(await file.size()).to.equal(null)
    await file.append(['d'], {})
    expect(await file.read()).to.deep.equal(['d'])
  })

  it('drops lines once the first of a file is an hour too old, and goes on behind the others', async () => {
    const line = (time: number): string => JSON.stringify({ id: 'a', time })
    const hour = 3_600_000
    const file = new LineFile(path)
    const now = Date.now()
    await file.append([line(now - 2 * hour), line(now - hour)], { lines: 2 })
    await file.append([line(now - hour / 2), line(now)], { lines: 2 })
    await file.deleteBefore(now - 1.5 * hour)
    expect(await file.read(), 'within the hour').to.have.lengthOf(4)
    await file.deleteBefore(now - 0.75 * hour)
    expect(await file.read()).to.deep.equal([line(now - hour / 2), line(now)])
    expect(await readdir(dirname(path))).to.deep.equal(['lines'])
    await file.append([line(now + 1)], {})
    expect(await file.read()).to.deep.equal([now - hour / 2, now, now + 1].map(line))
  })

  it('changes lines, and the file keeps its time', async () => {
    const file = new LineFile(path)
    await file.append(['a', 'b', 'c'], {})
    await utimes(path, 1, 1)
    await file.change((line) => (line === 'b' ? null : line.toUpperCase()))
    expect(await readFile(path, 'utf8')).to.equal('A\nC\n')
    expect(await stat(path))
      .to.include({ mtimeMs: 1_000 })
      .and.have.property('mode', 0o100_600)
    await file.append(['d'], {})
    await file.change(() => null)
    expect(await file.read()).to.deep.equal([])
    await file.append(['e'], {})
    expect(await file.read()).to.deep.equal(['e'])
  })

  it('does one thing at a time', async () => {
    const file = new LineFile(path)
    await Promise.all([
      file.append(['a'], {}),
      file.change((line) => `${line}!`),
      file.append(['b'], {}),
      file.change((line) => `${line}?`),
      file.append(['c'], {}),
    ])
    expect(await file.read()).to.deep.equal(['a!?', 'b?', 'c'])
  })
})

describe('the log of requests in files', () => {
  afterEach(support.cleanUp)

  it('has few files open at once, of however many webhooks a batch is', async function () {
    const open = '/proc/self/fd'
    if (!existsSync(open)) this.skip()
    const log = fileDeliveries(await support.temporaryDirectory())
    const before = readdirSync(open).length
    let most = 0
    const looking = setInterval(() => {
      most = Math.max(most, readdirSync(open).length)
    })
    await log.append(
      Array.from({ length: 1_000 }, (_, n) =>
        deliveryOf({ id: `d${n}`, webhookId: `hook ${n}`, kept: 'sent' }),
      ),
    )
    clearInterval(looking)
    expect(most - before).to.be.within(-10, 200)
    expect(await log.find('hook 999', 'd999')).to.include({ kept: 'sent' })
  })
})
