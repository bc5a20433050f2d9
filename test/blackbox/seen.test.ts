import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'
import { acceptedSenders } from '../support/senders.js'
import { approvedFiles } from './approved.js'
import { faultsOf } from './looks.js'
import { shownSender } from './shown-sender.js'

interface Reviewed {
  readonly reason: string
  readonly because: string
}

const REVIEWED = JSON.parse(
  readFileSync(join(ROOT, 'test/blackbox/warnings.json'), 'utf8'),
) as readonly Reviewed[]
const SENDERS = acceptedSenders().map(shownSender)

describe('what a reader sees of a real sender', () => {
  for (const sender of SENDERS) {
    it(`is what was approved, whole, in each kind of chat: ${sender.name}`, async () => {
      expect(await faultsOf(sender), sender.name).to.deep.equal({})
    })
  }

  it('was approved of no sender that is not there', () => {
    const names = SENDERS.map(({ name }) => `${name}.md`)
    expect(approvedFiles().filter((file) => !names.includes(file))).to.deep.equal([])
  })
})

describe('the warnings of real senders', () => {
  const given = SENDERS.flatMap(({ as }) => as.attachments.warnings)
  const reasons = [...new Set(given.map(({ reason }) => reason))].sort()

  it('have reviewed reasons, all of which are in use', () => {
    expect(REVIEWED.map(({ reason }) => reason).sort()).to.deep.equal(reasons)
    for (const { because } of REVIEWED) expect(because).to.not.equal('')
  })
})
