import type { JSX } from 'preact'
import { Code } from '../../parts/code.js'
import { tabIds, Tabs } from '../../parts/tabs.js'
import { useParameter } from '../../state/route.js'
import { SHELLS } from './shells.js'

/** A message from a terminal. */
export function TryIt({ url }: { url: string }): JSX.Element {
  const [chosen, choose] = useParameter('shell')
  const shell = SHELLS.find(({ name }) => name === chosen) ?? SHELLS[0]
  if (shell === undefined) return <></>
  return (
    <>
      <h2 class="mb-3">Try it</h2>
      <div class="row row--between mb-3">
        <p class="muted small">Paste into a terminal:</p>
        <Tabs
          label="Shell"
          listClass="segment segment--small"
          tabClass="segment__item"
          chosen={shell.name}
          onChoose={choose}
          tabs={SHELLS.map(({ name, title }) => ({ name, content: title }))}
        />
      </div>
      {SHELLS.map(({ name, code, hint, pieces }) => (
        <div
          key={name}
          role="tabpanel"
          id={tabIds(name).panel}
          aria-labelledby={tabIds(name).tab}
          hidden={name !== shell.name}
        >
          <Code name={code} said="Copied to the clipboard" pieces={pieces(url)} />
          {hint !== null && <p class="hint mt-2">{hint}</p>}
        </div>
      ))}
    </>
  )
}
