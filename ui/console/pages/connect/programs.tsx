import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { listFormats } from '../../api/formats.js'
import type { Program } from '../../program.js'
import { Code } from '../../parts/code.js'
import { Search } from '../../parts/search.js'
import { tabIds, Tabs } from '../../parts/tabs.js'
import { useLoaded } from '../../state/loading.js'
import { useParameter } from '../../state/route.js'
import { coloured } from './coloured.js'
import { filled } from './filled.js'
import { marked } from './marked.js'

/** What the files of `programs` say. The bundler fills it in. */
declare const PROGRAMS: readonly Program[]

/** Settings to paste into the most common programs. */
export function Programs({ url, channel }: { url: string; channel: string }): JSX.Element {
  const [chosen, choose] = useParameter('program')
  const [wanted, want] = useState('')
  const { value: formats } = useLoaded(listFormats)
  // All until the answer arrives, as nearly every server reads all of them.
  const known = PROGRAMS.filter(
    ({ format }) =>
      formats === null || format === '' || formats.some(({ name }) => name === format),
  )
  const found = known.filter((program) => isCalled(program, wanted))
  const current = (found.find(({ name }) => name === chosen) ?? found[0])?.name ?? ''
  return (
    <section class="card" aria-labelledby="programs-title">
      <div class="card__head">
        <div class="card__title">
          <h2 id="programs-title">Connect a program</h2>
          <p>Ready-made settings and code.</p>
        </div>
        <Search
          id="program-search"
          label="Find a program"
          placeholder="Find a program"
          value={wanted}
          onChange={want}
        />
      </div>
      {found.length === 0 ? (
        <p class="card__body muted" role="status">
          No program matches “{wanted}”. If yours can post to Slack, Mattermost, Discord, Teams,
          Google Chat or Gotify, choose one of them and paste the URL.
        </p>
      ) : (
        <div class="vtabs">
          <Tabs
            label="Program"
            vertical
            listClass="vtabs__list"
            tabClass="vtab"
            chosen={current}
            onChoose={choose}
            tabs={found.map(({ name, title, mark }) => ({
              name,
              content: (
                <>
                  <span class="vtab__mark" aria-hidden="true">
                    {mark}
                  </span>
                  {title}
                </>
              ),
            }))}
          />
          {found.map((program) => (
            <Panel
              key={program.name}
              program={program}
              hidden={program.name !== current}
              code={filled(program.code, url, channel)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

function isCalled({ name, title, keywords }: Program, wanted: string): boolean {
  return `${title} ${name} ${keywords}`.toLowerCase().includes(wanted.trim().toLowerCase())
}

interface PanelProps {
  readonly program: Program
  readonly hidden: boolean
  /** With the values of the webhook. */
  readonly code: string
}

function Panel({ program, hidden, code }: PanelProps): JSX.Element {
  const { name, title, steps, file } = program
  return (
    <div
      class="vtabs__panel"
      role="tabpanel"
      id={tabIds(name).panel}
      aria-labelledby={tabIds(name).tab}
      hidden={hidden}
    >
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
    </div>
  )
}
