import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { CALLS, REASONS, type Rejected } from './rejections.js'

const SCRIPT = fileURLToPath(new URL('./run-rejections.js', import.meta.url))
const EXPRESS_4 = new URL('./express-4.js', import.meta.url).href

async function run(args: readonly string[]): Promise<readonly Rejected[]> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Rejected)
}

describe('whatever an adapter fails with', () => {
  const results: Record<string, readonly Rejected[]> = {}

  before(async () => {
    const [four, five] = await Promise.all([run(['--import', EXPRESS_4, SCRIPT]), run([SCRIPT])])
    results['4'] = four
    results['5'] = five
  })

  for (const major of ['4', '5']) {
    for (const call of Object.keys(CALLS)) {
      it(`reaches the host's error handler as an Error in Express ${major}: ${call}`, () => {
        const mine = (results[major] ?? []).filter((each) => each.call === call)
        expect(mine).to.have.lengthOf(2 * Object.keys(REASONS).length)
        const wrong = mine.filter(
          ({ status, reached, handled }) => status !== 500 || reached !== 0 || !handled,
        )
        expect(wrong).to.deep.equal([])
      })

      it(`leaves the request id on the host's own response in Express ${major}: ${call}`, () => {
        const mine = (results[major] ?? []).filter((each) => each.call === call)
        expect(mine.filter(({ requestId }) => requestId !== 'sent-1')).to.deep.equal([])
      })
    }
  }
})
