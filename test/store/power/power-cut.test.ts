import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../../support/all.js'
import { PowerCut, seeded } from './crash.js'
import { type Files, ModelDisk } from './model-disk.js'
import { cutEverywhere } from './power-cut.js'
import { anyWorkload, type Step } from './workload.js'

const EMPTY: Files = new Map([['/', null]])

describe('store: power cuts', () => {
  it('after any operation of the disk lose nothing acknowledged, and leave nothing in pieces', async () => {
    let cuts = 0
    await fc.assert(
      fc.asyncProperty(anyWorkload, fc.nat(), async (steps, seed) => {
        const report = await cutEverywhere(steps, seed)
        cuts += report.cuts
        expect(report.faults.slice(0, 5)).to.deep.equal([])
      }),
      { numRuns: allOr(80, 8) },
    )
    expect(cuts).to.be.above(allOr(5_000, 500))
  })

  const steps: readonly Step[] = [
    { do: 'post', parts: 2, key: 1, bytes: 0 },
    { do: 'wait' },
    { do: 'post', parts: 3, key: null, bytes: 9_000 },
    { do: 'restart' },
    { do: 'post', parts: 1, key: 1, bytes: 0 },
    { do: 'wait' },
  ]
  for (const lie of ['sync', 'syncNames']) {
    it(`are noticed on a disk that only claims to ${lie}`, async () => {
      const { faults } = await cutEverywhere(steps, 1, ({ kind }) => kind !== lie)
      expect(faults.join('\n')).to.include('was acknowledged and is lost')
    })
  }
})

describe('the model of a disk', () => {
  /** What a cut leaves of a disk after some operations, in many tries. */
  async function outcomes(act: (disk: ModelDisk) => Promise<void>): Promise<Set<string>> {
    const disk = new ModelDisk(EMPTY)
    await act(disk)
    const cut = new PowerCut(disk.start)
    for (const operation of disk.operations) cut.advance(operation)
    const random = seeded(7)
    return new Set(
      Array.from({ length: 600 }, () =>
        [...cut.outcome(random)]
          .sort()
          .filter(([path]) => path !== '/')
          .map(([path, bytes]) => `${path}=${bytes?.toString() ?? 'directory'}`)
          .join(' '),
      ),
    )
  }

  const write = async (
    disk: ModelDisk,
    path: string,
    text: string,
    sync: boolean,
  ): Promise<void> => {
    const file = await disk.open(path, 'w')
    await file.write(Buffer.from(text), 0, text.length, 0)
    if (sync) await file.sync()
    await file.close()
  }
  const syncNames = async (disk: ModelDisk): Promise<void> => {
    await (await disk.open('/', 'r')).sync()
  }

  it('keeps nothing for certain that has not been synced', async () => {
    const found = await outcomes(async (disk) => write(disk, '/a', 'xy', false))
    expect([...found].sort()).to.deep.equal(['', '/a=', '/a=\0\0', '/a=x', '/a=xy'])
  })

  it('keeps any pages of a write that has not been synced, with zeros for the others', async () => {
    const bytes = 'x'.repeat(3 * 4096)
    const found = [...(await outcomes(async (disk) => write(disk, '/a', bytes, false)))]
    for (const pages of [/=\0+x+$/, /=x+\0+x+$/, /=x+\0+$/]) {
      const some = found.filter((file) => pages.test(file))
      expect(some.map(({ length }) => length)).to.include('/a='.length + bytes.length)
    }
  })

  it('keeps a synced file under a name only when its directory has been synced', async () => {
    const found = await outcomes(async (disk) => write(disk, '/a', 'xy', true))
    expect([...found].sort()).to.deep.equal(['', '/a=xy'])
    const kept = await outcomes(async (disk) => {
      await write(disk, '/a', 'xy', true)
      await syncNames(disk)
    })
    expect([...kept]).to.deep.equal(['/a=xy'])
  })

  it('has the old or the new file after a rename, and only the new one after a sync', async () => {
    const replace = async (disk: ModelDisk): Promise<void> => {
      await write(disk, '/a', 'old', true)
      await syncNames(disk)
      await write(disk, '/b', 'new', true)
      await disk.rename('/b', '/a')
    }
    const found = await outcomes(replace)
    expect(found).to.include('/a=old').and.include('/a=new')
    const synced = await outcomes(async (disk) => {
      await replace(disk)
      await syncNames(disk)
    })
    expect([...synced]).to.deep.equal(['/a=new'])
  })

  it('loses what is in a directory whose own name was lost', async () => {
    const found = await outcomes(async (disk) => {
      await disk.mkdir('/d')
      await write(disk, '/d/a', 'x', true)
      await (await disk.open('/d', 'r')).sync()
    })
    expect([...found].sort()).to.deep.equal(['', '/d=directory /d/a=x'])
  })
})
