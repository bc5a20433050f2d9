import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { listFormats, listPrograms } from '../../api/programs.js'
import { Card, HeadedCard } from '../../parts/card.js'
import { Code, type CodePiece } from '../../parts/copying.js'
import { Tabs } from '../../parts/tabs.js'
import { Search } from '../../parts/toolbar.js'
import type { Program } from '../../program.js'
import { useLoaded } from '../../state/loading.js'
import { useChoice, useParameter } from '../../state/route.js'
import { PartPending, useWebhook } from '../loaded.js'

/** Where a key is parted: senders of Rocket.Chat insist on two segments. */
const HALF = 16

/** Code with the values of a webhook in place of `<url>` and the like. */
export function filled(code: string, url: string, channel = ''): string {
  const half = url.lastIndexOf('/') + 1 + HALF
  const values = {
    url,
    'parted-url': `${url.slice(0, half)}/${url.slice(half)}`,
    'json-url': url.replace(/^http/, 'json'),
    channel: channel.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`<${name}>`, () => value),
    code,
  )
}

/** Whether a URL leads to the computer of whoever opens it. */
export function isLocal(url: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
}

const KINDS = ['string', 'comment', 'key'] as const
/** A line of a form is a name, two spaces or more, and what to write into the field. */
const TOKEN =
  /(?<string>(?<=\S {2,20})\S.*|"(?:\\.|[^"\\\n])*"|'[^'\n]*')|(?<comment>^[ \t]*(?:#|\/\/).*)|(?<key>^\S.*?(?= {2})|(?<![\w.-])[\w.-]+(?=:\s))/gm

/** Code with its texts, its lines of comments, and the names of its values, coloured. */
export function coloured(code: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { index, 0: text, groups } of code.matchAll(TOKEN)) {
    const kind = KINDS.find((each) => groups?.[each] !== undefined) ?? 'key'
    if (index > end) pieces.push(code.slice(end, index))
    pieces.push({ kind, text })
    end = index + text.length
  }
  if (end < code.length) pieces.push(code.slice(end))
  return pieces
}

/** A line of Markdown with bold words and code. */
export function marked(line: string): readonly (JSX.Element | string)[] {
  return line
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .map((piece) =>
      piece.startsWith('**') ? (
        <b>{piece.slice(2, -2)}</b>
      ) : piece.startsWith('`') ? (
        <code>{piece.slice(1, -1)}</code>
      ) : (
        piece
      ),
    )
}

interface ProgramsProps {
  readonly url: string
}

/** Settings to paste into the most common programs. */
export function Programs(props: ProgramsProps) {
  const [wanted, want] = useState('')
  const programs = useLoaded(listPrograms)
  return (
    <HeadedCard
      title="Connect a program"
      text="Ready-made settings and code."
      action={
        <Search
          id="program-search"
          label="Find a program"
          placeholder="Find a program"
          value={wanted}
          onText={want}
        />
      }
    >
      {programs.value === null ? (
        <PartPending loaded={programs} />
      ) : (
        <Found {...props} wanted={wanted} programs={programs.value} />
      )}
    </HeadedCard>
  )
}

interface FoundProps extends ProgramsProps {
  readonly wanted: string
  readonly programs: readonly Program[]
}

function Found({ url, wanted, programs }: FoundProps) {
  const { channel, format, webhookFormat } = useWebhook().webhook
  const [chosen, choose] = useParameter('program')
  const { value: formats } = useLoaded(listFormats)
  // All until the answer arrives, as nearly every server reads all of them.
  const isKnown = (program: Program) =>
    formats === null || program.format === '' || formats.some(({ name }) => name === program.format)
  const found = programs.filter((program) => isKnown(program) && isCalled(program, wanted))
  const current =
    found.find(({ name }) => name === chosen) ??
    programOf(found, format || webhookFormat) ??
    found[0]
  if (current === undefined) {
    return (
      <p class="card__body muted" role="status">
        No program matches “{wanted}”. If yours can post to Slack, Mattermost, Discord, Teams,
        Google Chat or Gotify, choose one of them and paste the URL.
      </p>
    )
  }
  return (
    <div class="vtabs">
      <Tabs
        label="Program"
        vertical
        listClass="vtabs__list"
        tabClass="vtab"
        panelClass="vtabs__panel"
        chosen={current.name}
        onChoose={choose}
        tabs={found.map((program) => ({
          name: program.name,
          group: program.group,
          content: (
            <>
              <span class="vtab__mark" aria-hidden="true">
                {program.mark}
              </span>
              {program.title}
            </>
          ),
          panel: <Settings program={program} code={filled(program.code, url, channel)} />,
        }))}
      />
    </div>
  )
}

/** Who sends a format: the program of that name rather than another one that speaks it too. */
function programOf(programs: readonly Program[], format: string): Program | undefined {
  return (
    programs.find(({ name }) => name === format) ??
    programs.find((program) => program.format !== '' && program.format === format)
  )
}

function isCalled({ name, title, group, keywords }: Program, wanted: string) {
  return `${title} ${name} ${group} ${keywords}`.toLowerCase().includes(wanted.trim().toLowerCase())
}

interface SettingsProps {
  readonly program: Program
  /** With the values of the webhook. */
  readonly code: string
}

function Settings({ program, code }: SettingsProps) {
  const { title, steps, file } = program
  return (
    <>
      <ol class="steps">
        {steps.map((step, at) => (
          <li key={at}>
            <span>{marked(step)}</span>
          </li>
        ))}
      </ol>
      <Code
        file={file}
        name={`Settings for ${title}`}
        said={code === program.code ? 'Settings copied' : 'Settings copied, including the URL'}
        pieces={coloured(code)}
      />
    </>
  )
}

/** A message from a terminal, with `<url>` in place of the URL. */
export const CURL = `curl -H 'Content-Type: application/json' \\
  -d '{"text": "Hello from **curl** :wave:"}' \\
  <url>`

const SHELLS = [
  { name: 'sh', title: 'macOS, Linux', code: 'curl for macOS and Linux', command: CURL },
  {
    name: 'cmd',
    title: 'Windows cmd',
    code: 'curl for Windows',
    hint: 'In cmd, use double quotes and no spaces around the colons; otherwise curl reports “unmatched close brace”.',
    command: String.raw`curl -H "Content-Type: application/json" -d "{\"text\":\"Hello from **curl** :wave:\"}" ^
  <url>`,
  },
  {
    name: 'ps',
    title: 'PowerShell',
    code: 'PowerShell',
    command: `Invoke-RestMethod -Method Post -ContentType application/json \`
  -Body '{"text": "Hello from **PowerShell** :wave:"}' \`
  -Uri <url>`,
  },
] as const

/** A message from a terminal, if the webhook accepts one. */
export function TryIt({ url }: { url: string }) {
  const { verification, format } = useWebhook().webhook
  return (
    <Card title="Try it from a terminal">
      {verification === null ? (
        // The end of the URL counts before the only format that the webhook reads.
        <Shells url={format === '' ? url : `${url}/slack`} format={format} />
      ) : (
        <p class="muted small">
          This webhook checks signatures and refuses unsigned requests, such as those of a terminal.
          A test message needs no signature.
        </p>
      )}
    </Card>
  )
}

function Shells({ url, format }: { readonly url: string; readonly format: string }) {
  const [chosen, choose] = useChoice('shell', ['sh', 'cmd', 'ps'])
  return (
    <>
      <Tabs
        label="Shell"
        beside={<p class="muted small">Paste this:</p>}
        listClass="segment segment--small"
        tabClass="segment__item"
        chosen={chosen}
        onChoose={choose}
        tabs={SHELLS.map(({ name, title, code, command, ...shell }) => ({
          name,
          content: title,
          panel: (
            <>
              <Code
                name={code}
                said="Copied to the clipboard"
                pieces={coloured(filled(command, url))}
              />
              {'hint' in shell && <p class="hint mt-2">{shell.hint}</p>}
            </>
          ),
        }))}
      />
      {format !== '' && (
        <p class="hint mt-2">
          This webhook reads only <code>{format}</code>. <code>/slack</code> at the end of the URL
          makes an exception for this message.
        </p>
      )}
    </>
  )
}
