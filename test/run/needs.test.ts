import { expect } from 'chai'
import { needsOf } from './needs.js'

const FILES: readonly (readonly [path: string, needs: readonly string[]])[] = [
  ['rules/bucket.test.js', []],
  ['browser/chat-live.test.js', ['browser']],
  ['adapters/postgres/migrate.test.js', ['database']],
  ['faults/kill.test.js', ['processes']],
  ['docs/code.test.js', ['declarations']],
]

describe('what a file of tests needs', () => {
  let needs: Awaited<ReturnType<typeof needsOf>>
  before(async () => {
    needs = await needsOf(FILES.map(([path]) => path))
  })

  for (const [path, expected] of FILES) {
    it(`is ${expected.length === 0 ? 'nothing but Node' : expected.join(' and ')} for ${path}`, () => {
      expect([...(needs.get(path) ?? [])].sort()).to.include.members([...expected])
      if (expected.length === 0) expect(needs.get(path)?.size).to.equal(0)
    })
  }
})
