import { useState } from 'preact/hooks'
import { listFormats } from '../../api/formats.js'
import { listPrograms } from '../../api/programs.js'
import { HeadedCard } from '../../parts/card.js'
import { Code } from '../../parts/code.js'
import { Search } from '../../parts/search.js'
import { TabPanel, Tabs } from '../../parts/tabs.js'
import { useLoaded } from '../../state/loading.js'
import { useParameter } from '../../state/route.js'
import type { Program } from '../../program.js'
import { useWebhook } from '../loaded-webhook.js'
import { PartPending } from '../messages.js'
import { coloured, filled, marked } from './program-text.js'

interface ProgramsProps {
  readonly url: string
}

/** Settings to paste into the most common programs. */
export function Programs(props: ProgramsProps) {
  const [wanted, want] = useState('')
  const programs = useLoaded(listPrograms)
  return (
    <HeadedCard
      id="programs-title"
      title="Connect a program"
      text="Ready-made settings and code."
      action={
        <Search
          id="program-search"
          label="Find a program"
          placeholder="Find a program"
          value={wanted}
          onChange={want}
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
  const { channel } = useWebhook().webhook
  const [chosen, choose] = useParameter('program')
  const { value: formats } = useLoaded(listFormats)
  // All until the answer arrives, as nearly every server reads all of them.
  const isKnown = ({ format }: Program): boolean =>
    formats === null || format === '' || formats.some(({ name }) => name === format)
  const found = programs.filter((program) => isKnown(program) && isCalled(program, wanted))
  const current = found.find(({ name }) => name === chosen) ?? found[0]
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
        chosen={current.name}
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
        <TabPanel key={program.name} name={program.name} chosen={current.name} class="vtabs__panel">
          <Settings program={program} code={filled(program.code, url, channel)} />
        </TabPanel>
      ))}
    </div>
  )
}

function isCalled({ name, title, keywords }: Program, wanted: string): boolean {
  return `${title} ${name} ${keywords}`.toLowerCase().includes(wanted.trim().toLowerCase())
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
