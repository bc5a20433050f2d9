import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { allFormats } from '../../../lib/formats/all.js'
import { QUIET_MEMBERS } from '../../../lib/formats/chats/chat.js'
import { isQuiet } from '../../../lib/formats/drafts/unshown.js'
import { textOf } from '../../../lib/formats/json-members.js'
import { Formats } from '../../../lib/formats/registry.js'
import { isObject } from '../../../lib/model/json.js'
import type { Message, Step } from '../../../lib/model/message.js'
import { read } from '../../../lib/pipeline/read.js'
import { requestOf } from '../../support/format-requests.js'
import { ROOT } from '../../support/root.js'
import { USER_ID } from '../../support/translation.js'
import { type Sample, samplesOf } from './samples.js'
import { type Vendor, VENDORS } from './vendors.js'
import { isNamed } from './whole.js'

/** Members of our own format, and of Slack's, that are no texts, and why. */
const SLACK: Readonly<Record<string, string>> = {
  block_id: 'a name for programs',
  task_id: 'a name for programs',
  value: 'for the program that sent it',
  'button.name': 'a name for programs',
  unicode: 'another name of the emoji',
  'emoji.url': 'how it looks',
  provider_icon_url: 'how it looks',
  video_url: 'plays in a frame, where the title leads to the video',
  'container.title': 'stands in for what is shown',
  action_id: 'a name for programs',
}

/** Texts that are not shown, of which a warning tells. */
const FILE = join(ROOT, 'test/pipeline/drift/only-named.json')
const LISTED: Record<string, unknown> = objectIn(readFileSync(FILE, 'utf8'))
const REWRITE = process.env['REWRITE_DRIFT'] === '1'
const HOW =
  'show it, or list it: REWRITE_DRIFT=1 npx mocha dist/test/pipeline/drift/vendors.test.js, and commit'

function objectIn(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return isObject(value) ? { ...value } : {}
}

function write(listed: Record<string, unknown>): void {
  Object.assign(LISTED, listed)
  writeFileSync(FILE, `${JSON.stringify(LISTED, null, 2)}\n`)
}

const ALL_QUIET = new Set([...QUIET_MEMBERS, ...Object.keys(SLACK)])
/** Names of members that are no texts, of those that the types declare. */
const used = new Set<string>()

const formats = new Formats(allFormats)

describe('all that the types of other chats declare', () => {
  for (const vendor of VENDORS) {
    it(`is shown or named in a warning: ${vendor.name}`, () => {
      const samples = samplesOf(vendor.type)
      expect(samples.length).to.be.at.least(vendor.least)
      const seen = samples.flatMap((sample) => seenIn(sample, vendor))
      const lost = seen.filter(({ isShown, isNamed }) => !isShown && !isNamed)
      expect(membersOf(lost), 'in silence').to.deep.equal([])
      const onlyNamed = membersOf(seen.filter(({ isShown }) => !isShown))
      if (REWRITE) write({ ...LISTED, [vendor.name]: onlyNamed })
      expect(onlyNamed, `not shown; ${HOW}`).to.deep.equal(LISTED[vendor.name])
    })
  }

  it('has few members that are no texts', () => {
    expect(used.size).to.be.within(20, 60)
  })
})

const membersOf = (seen: readonly Seen[]): readonly string[] =>
  [...new Set(seen.map(({ member }) => member))].sort()

/** What the test knows of a text of a sample. */
interface Seen {
  /** Such as `Input.Text.label`. */
  readonly member: string
  readonly isShown: boolean
  readonly isNamed: boolean
}

function seenIn(sample: Sample, { format, flags, beside = {} }: Vendor): readonly Seen[] {
  const { name, message, texts } = sample
  const behind = Object.entries(beside).map(([member, one]) => [
    member,
    [message[member], one].flat(),
  ])
  const sent: unknown = { ...message, ...Object.fromEntries(behind), flags }
  const request = requestOf({
    name,
    format,
    body: JSON.stringify(sent),
    contentType: null,
    headers: {},
  })
  const { message: step } = read(
    { ...request, asked: formats.asked(`/${format}`) ?? { kind: 'any' } },
    { formats, userIdPattern: USER_ID },
  )
  const shown = step ? shownBy(step) : ''
  const named = step ? [...step.warnings.map(({ path }) => path), ...step.ignored] : []
  return [...texts].flatMap(([path, word]) => {
    const { quiet, member } = wayTo(path, sent)
    if (quiet !== null) used.add(quiet)
    return quiet === null
      ? [{ member, isShown: shown.includes(word), isNamed: isNamed(path, named) }]
      : []
  })
}

/** The type and name of the member at the end of a path, and whether one on the way is no text. */
function wayTo(path: string, sent: unknown): { member: string; quiet: string | null } {
  let found = sent
  let type = ''
  let holder = ''
  let member = ''
  let quiet: string | null = null
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (!Array.isArray(found)) {
      type = textOf(isObject(found) ? found['type'] : undefined) || type
      member = `${type}.${name}`
      if (isQuiet(name, [type, holder], ALL_QUIET)) quiet ??= name
      holder = name
    }
    found = isObject(found) || Array.isArray(found) ? Reflect.get(found, name) : undefined
  }
  return { member, quiet }
}

function shownBy({ value: { text, attachments, overrides } }: Step<Message>): string {
  return JSON.stringify([text, attachments, overrides])
}
