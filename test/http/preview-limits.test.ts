import { expect } from 'chai'
import { createMemoryCounters } from '../../lib/adapters/memory/counters.js'
import { PreviewLimits } from '../../lib/http/preview-limits.js'

const MIB = 1_048_576

function scene() {
  const clock = { now: 0 }
  const limits = new PreviewLimits(createMemoryCounters(() => clock.now))
  return {
    clock,
    /** What is said of a preview of so many bytes; `''` if it is made. */
    ask: (user: string, bytes: number | null): Promise<string> =>
      limits
        .count(user, bytes === null ? {} : { 'content-length': `${bytes}` })
        .then(() => '')
        .catch((error: unknown) => String(Reflect.get(Object(error), 'detail'))),
  }
}

describe('the limits of previews', () => {
  it('let each user have ten a second', async () => {
    const { clock, ask } = scene()
    for (let count = 0; count < 10; count += 1) expect(await ask('ann', 10)).to.equal('')
    expect(await ask('ann', 10)).to.include('at most 10 previews a second; try again in 1 s')
    expect(await ask('bob', 10)).to.equal('')
    clock.now += 100
    expect(await ask('ann', 10)).to.equal('')
    expect(await ask('ann', 10)).to.include('at most 10 previews')
  })

  it('let each user send 2 MiB a second, where a body of unknown length counts as the largest', async () => {
    const { clock, ask } = scene()
    expect(await ask('ann', MIB)).to.equal('')
    expect(await ask('ann', MIB)).to.equal('')
    expect(await ask('ann', 1_000)).to.include('at most 2097152 bytes a second')
    clock.now += 500
    expect(await ask('ann', MIB)).to.equal('')
    expect(await ask('bob', null)).to.equal('')
    expect(await ask('bob', 1_000)).to.include('at most 2097152 bytes')
  })
})
