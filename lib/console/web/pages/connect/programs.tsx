import type { JSX } from 'preact'
import { Code, type CodePiece } from '../../parts/code.js'
import { tabIds, Tabs } from '../../parts/tabs.js'
import { useParameter } from '../../state/route.js'
import type { Program } from './program.js'
import { PROGRAMS } from './program-settings.js'

/** Settings to paste into the most common programs. */
export function Programs({ url, channel }: { url: string; channel: string }): JSX.Element {
  const [chosen, choose] = useParameter('program')
  const current = PROGRAMS.find(({ name }) => name === chosen)?.name ?? 'alertmanager'
  return (
    <section class="card" aria-labelledby="programs-title">
      <div class="card__head">
        <div class="card__title">
          <h2 id="programs-title">Connect a program</h2>
          <p>Ready-made settings and code.</p>
        </div>
      </div>
      <div class="vtabs">
        <Tabs
          label="Program"
          vertical
          listClass="vtabs__list"
          tabClass="vtab"
          chosen={current}
          onChoose={choose}
          tabs={PROGRAMS.map(({ name, title, mark }) => ({
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
        {PROGRAMS.map((program) => (
          <Panel
            key={program.name}
            program={program}
            hidden={program.name !== current}
            pieces={program.pieces(url, slugOf(channel))}
          />
        ))}
      </div>
    </section>
  )
}

interface PanelProps {
  readonly program: Program
  readonly hidden: boolean
  readonly pieces: readonly CodePiece[]
}

function Panel({ program, hidden, pieces }: PanelProps): JSX.Element {
  const { name, title, steps, file, keepsUrlApart } = program
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
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <Code
        file={file}
        name={`Settings for ${title}`}
        said={keepsUrlApart ? 'Settings copied' : 'Settings copied, including the URL'}
        pieces={pieces}
      />
    </div>
  )
}

function slugOf(channel: string): string {
  return channel.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
