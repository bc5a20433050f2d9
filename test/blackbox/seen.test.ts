import { expect } from 'chai'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'
import { seenOf, unseenIn } from '../support/seen.js'
import { acceptedSenders } from '../support/senders.js'
import { payloadOf, postsOf } from '../support/translation.js'

const FOLDER = join(ROOT, 'test/blackbox/seen')
/** Set to write the files anew; the changes are to be read. */
const REWRITE = process.env['REWRITE_SEEN'] === '1'

interface Reviewed {
  readonly reason: string
  readonly because: string
}

const REVIEWED = JSON.parse(
  readFileSync(join(ROOT, 'test/blackbox/warnings.json'), 'utf8'),
) as readonly Reviewed[]
const SENDERS = acceptedSenders()

describe('what a reader sees of real senders', () => {
  if (REWRITE) mkdirSync(FOLDER, { recursive: true })

  for (const { name, request } of SENDERS) {
    it(`is what was read and approved: ${name}`, () => {
      const { posts, warnings } = postsOf(request())
      const file = join(FOLDER, `${name}.md`)
      const seen = seenOf(posts, warnings)
      if (REWRITE) writeFileSync(file, seen)
      expect(existsSync(file), `${name}.md, written with REWRITE_SEEN=1`).to.equal(true)
      expect(seen).to.equal(readFileSync(file, 'utf8'))
    })

    it(`leaves out no text of ${name} without a reviewed reason`, () => {
      const { posts, warnings } = postsOf(request())
      const seen = seenOf(posts)
      const unseen = unseenIn(payloadOf(request()), seen)
      const told = warnings.map(({ path }) => path)
      expect(unseen.filter(({ path }) => !told.some((at) => covers(at, path)))).to.deep.equal([])
    })
  }

  it('has no file without a sender', () => {
    const names = SENDERS.map(({ name }) => `${name}.md`)
    expect(readdirSync(FOLDER).filter((file) => !names.includes(file))).to.deep.equal([])
  })
})

describe('the warnings of real senders', () => {
  const given = SENDERS.flatMap(({ request }) => postsOf(request()).warnings)
  const reasons = [...new Set(given.map(({ reason }) => reason))].sort()

  it('have reviewed reasons, all of which are in use', () => {
    expect(REVIEWED.map(({ reason }) => reason).sort()).to.deep.equal(reasons)
    for (const { because } of REVIEWED) expect(because).to.not.equal('')
  })
})

function covers(warned: string, path: string): boolean {
  return path === warned || path.startsWith(`${warned}.`) || path.startsWith(`${warned}[`)
}
