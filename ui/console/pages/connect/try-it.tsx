import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { tabIds, Tabs } from '../../parts/tabs.js'
import { useParameter } from '../../state/route.js'
import { coloured } from './coloured.js'
import { filled } from './filled.js'
import { SHELLS } from './shells.js'

interface TryItProps {
  readonly webhook: Webhook
  readonly url: string
}

/** A message from a terminal, if the webhook accepts one. */
export function TryIt({ webhook: { verification, format }, url }: TryItProps): JSX.Element {
  return (
    <>
      <h2 class="mb-3">Try it</h2>
      {verification === null ? (
        // The end of the URL counts before the only format that the webhook reads.
        <Shells url={format === '' ? url : `${url}/slack`} format={format} />
      ) : (
        <OnlySigned />
      )}
    </>
  )
}

function OnlySigned(): JSX.Element {
  return (
    <>
      <p class="muted small mb-3">
        This webhook checks signatures and refuses unsigned requests, such as those of a terminal. A
        test message needs no signature.
      </p>
      <Button icon="send" onPress={() => document.getElementById('test-text')?.focus()}>
        Send a test message
      </Button>
    </>
  )
}

function Shells({ url, format }: { readonly url: string; readonly format: string }): JSX.Element {
  const [chosen, choose] = useParameter('shell')
  const shell = SHELLS.find(({ name }) => name === chosen) ?? SHELLS[0]
  if (shell === undefined) return <></>
  return (
    <>
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
      {SHELLS.map(({ name, code, hint, command }) => (
        <div
          key={name}
          role="tabpanel"
          id={tabIds(name).panel}
          aria-labelledby={tabIds(name).tab}
          hidden={name !== shell.name}
        >
          <Code
            name={code}
            said="Copied to the clipboard"
            pieces={coloured(filled(command, url))}
          />
          {hint !== null && <p class="hint mt-2">{hint}</p>}
        </div>
      ))}
      {format !== '' && (
        <p class="hint mt-2">
          This webhook reads only <code>{format}</code>. <code>/slack</code> at the end of the URL
          makes an exception for this message.
        </p>
      )}
    </>
  )
}
