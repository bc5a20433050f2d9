import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { allFormats } from 'express-incoming-webhooks/formats'
import { renderText } from 'express-incoming-webhooks/render'
import request from 'supertest'
import { hookHost } from '../support/hook-host.js'
import { ROOT } from '../support/root.js'
import { DOCUMENTED, type DocumentedProgram, WITHOUT_FORMAT } from './programs.js'
import { RECOGNISED_BY } from './reference/format-table.js'

const FILE = join(ROOT, 'docs/programs.md')
/** Set to write the page anew; the changes are to be read. */
const REWRITE = process.env['REWRITE_DOCS'] === '1'

const HEAD = `# Programs, one by one

What each program sends was recorded, or made after its documentation, and is posted to a webhook by the test that writes this page: what is shown and answered is measured. [Formats of other programs](formats.md) explains what they have in common, and lists the programs that were run.

Each can post to the URL with the name of its format at the end, as \`…/hooks/KEY/github\`; those that are recognised by something also to the URL as it is. Below, what readers see is written as plain text. In a chat, addresses behind words are links or buttons, and a bar at the side has a colour: red for what failed, yellow for what waits, green for what is well.

What Slack and Mattermost would do follows from the members that they read: \`text\`, \`attachments\` and \`blocks\`.

Some programs, such as Alertmanager's \`webhook_configs\` and @slack/webhook with \`retryConfig\`, try again after a 503 but not after a 429, which is the answer while a webhook has used up its rate. With [\`refuseWith: 503\`](options.md), which is \`HOOK_REFUSE_WITH=503\` for the example host, their bursts arrive later instead of being lost.
`

const TAIL = `## Programs without a format

Programs that run a command use the function of [notify.sh](examples/notify.sh), in a script such as this one. Its text is Markdown, and mentions in it count.

\`\`\`sh
#!/bin/sh
. /usr/local/lib/notify.sh
WEBHOOK_URL=$(cat /etc/webhook-url)
notify "$1"
\`\`\`

${WITHOUT_FORMAT.map(([program, settings]) => `- **${program}**: ${settings}`).join('\n')}
`

interface Recorded {
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: string
  readonly source: string
  readonly name: string
}

/** What a program is answered and what readers see, from a request that it sent. */
async function measured({ format, request: name }: DocumentedProgram) {
  const file = join(ROOT, `test/blackbox/suite/formats/${name}.json`)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  const { app, path, posts } = hookHost()
  const answer = await request(app)
    .post(`${path}/${format}`)
    .set(recorded.headers)
    .type(recorded.contentType)
    .send(recorded.body)
  return {
    recorded,
    answer,
    shown: posts()
      .map((post) => renderText(post))
      .join('\n'),
  }
}

async function sectionOf(program: DocumentedProgram): Promise<string> {
  const { recorded, answer, shown } = await measured(program)
  const { title, format, setUp, success, signature } = program
  const signed = signature === undefined ? 'none' : `[\`${signature}\`](signatures.md)`
  const facts = [
    `- Format: \`${format}\`. How it is recognised: ${RECOGNISED_BY.get(format) ?? ''}`,
    `- Set up: ${setUp}`,
    `- Takes for success: ${success}. Answered: ${answered(answer)}`,
    `- Signature: ${signed}`,
    `- Slack and Mattermost: ${elsewhere(recorded.body)}`,
    `- The request below: ${originOf(recorded)}`,
  ]
  const fence = '`'.repeat(shown.includes('```') ? 4 : 3)
  return `## ${title}\n\n${facts.join('\n')}\n\n${fence}text\n${shown.trim()}\n${fence}\n`
}

/** Where a request comes from: a program of a version, a collection, or the program's documentation. */
function originOf({ source, name }: Recorded): string {
  if (source === 'made') return 'made after the documentation of the program'
  return source === 'captured' || source === 'senders'
    ? `recorded, \`${name}\``
    : `from the collection \`${source}\`, \`${name}\``
}

function answered({ status, text }: request.Response): string {
  if (text === '') return String(status)
  return text.length < 40 ? `${status} with \`${text}\`` : `${status} with a JSON object`
}

/** What is known of both: they read `text`, `attachments` and `blocks`, and refuse what has none. */
function elsewhere(body: string): string {
  const value: unknown = JSON.parse(body)
  const has = ['text', 'attachments', 'blocks'].filter((name) => {
    const member: unknown = Reflect.get(Object(value), name)
    return typeof member === 'string' ? member !== '' : Array.isArray(member) && member.length > 0
  })
  if (has.length === 0) return 'refuse it, as it has no text'
  return `read only ${has.map((name) => `\`${name}\``).join(' and ')} of it`
}

describe('docs/programs.md', () => {
  it('is what the programs send, what is shown of it, and what they are answered', async () => {
    const sections = await Promise.all(DOCUMENTED.map(sectionOf))
    const text = [HEAD, ...sections, TAIL].join('\n')
    if (REWRITE) writeFileSync(FILE, text)
    expect(text).to.equal(readFileSync(FILE, 'utf8'))
  })

  it('has every format of the package', () => {
    const formats = new Set(DOCUMENTED.map(({ format }) => format))
    const missing = allFormats.map(({ name }) => name).filter((name) => !formats.has(name))
    expect(missing).to.deep.equal(['text'])
  })

  for (const program of DOCUMENTED) {
    it(`has a request of ${program.title} that is shown and answered as it expects`, async () => {
      const { answer, shown } = await measured(program)
      expect(answer.status, answer.text).to.be.within(200, 299)
      expect(shown.trim()).not.to.equal('')
    })
  }
})
