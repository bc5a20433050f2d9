import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { TabPanel, Tabs } from '../../parts/tabs.js'
import { useChoice } from '../../state/route.js'
import { useWebhook } from '../loaded-webhook.js'
import { coloured, filled } from './program-text.js'

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

function OnlySigned() {
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

function Shells({ url, format }: { readonly url: string; readonly format: string }) {
  const [chosen, choose] = useChoice('shell', ['sh', 'cmd', 'ps'])
  return (
    <>
      <div class="row row--between mb-3">
        <p class="muted small">Paste into a terminal:</p>
        <Tabs
          label="Shell"
          listClass="segment segment--small"
          tabClass="segment__item"
          chosen={chosen}
          onChoose={choose}
          tabs={SHELLS.map(({ name, title }) => ({ name, content: title }))}
        />
      </div>
      {SHELLS.map(({ name, code, command, ...shell }) => (
        <TabPanel key={name} name={name} chosen={chosen}>
          <Code
            name={code}
            said="Copied to the clipboard"
            pieces={coloured(filled(command, url))}
          />
          {'hint' in shell && <p class="hint mt-2">{shell.hint}</p>}
        </TabPanel>
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
