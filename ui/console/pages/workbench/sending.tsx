import {
  ActionDialog,
  Button,
  fetchJson,
  Icon,
  Menu,
  Notice,
  parsed,
} from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import { config } from '../../config.js'
import { Code, copyAndSay } from '../../parts/copying.js'
import { useAction, useUnavailable } from '../../state/loading.js'
import { hookPath, Link } from '../../state/route.js'
import { useWebhook } from '../loaded.js'
import { Refusal } from '../requests/preview.js'
import { copiedText, curlOf, type Outgoing, UNSAFE, withType } from '../requests/sent.js'
import { pairOf, type Sent, toUrl } from './sent.js'

interface SendingProps {
  readonly sent: Sent
  /** Whether the webhook is saved otherwise than it is shown. */
  readonly isChanged: boolean
}

/** What sends the payload for real: a button here, or a command elsewhere. */
export function useSending({ sent, isChanged }: SendingProps) {
  const { webhook } = useWebhook()
  const [isAsked, ask] = useState(false)
  const [answer, setAnswer] = useState<string | null>(null)
  const [shown, show] = useState<string | null>(null)
  const { busy, error, run } = useAction()
  const offline = useUnavailable()
  const address = hereOf(webhook.url)
  const unavailable =
    offline ||
    (webhook.verification !== null && 'Its senders must sign, which this page cannot') ||
    (address === null && 'Its URL is not of this site: copy a command instead')
  const send = () => {
    ask(false)
    setAnswer(null)
    run(async () => setAnswer(await post(toUrl(sent, address ?? ''))))
  }
  const copy = async (text: string) => {
    const isCopied = await copyAndSay(text, copiedText('Copied.', needsFile(text), webhook.url))
    show(isCopied ? null : text)
  }
  const link = <Link to={hookPath(webhook.id)}>Requests of {webhook.displayName}</Link>
  return {
    buttons: (
      <>
        <Menu
          id="copy-as"
          end
          short
          buttonClass="btn"
          button={
            <>
              <Icon name="copy" />
              Copy as
            </>
          }
        >
          {(close) =>
            WRITERS.map(({ text, write }) => (
              <button
                key={text}
                type="button"
                class="menu__item"
                onClick={() => {
                  close()
                  void copy(write(toUrl(sent, webhook.url ?? 'URL')))
                }}
              >
                {text}
              </button>
            ))
          }
        </Menu>
        <Button
          icon="send"
          busy={busy && 'Sending'}
          unavailable={unavailable}
          onPress={() => ask(true)}
        >
          Send for real
        </Button>
      </>
    ),
    result: (
      <>
        {shown !== null && <Code wraps name="Request" said="Copied" pieces={[shown]} />}
        {answer !== null && (
          <Notice kind="ok" role="status" focused title={`Sent. The response is “${answer}”.`}>
            {link}
          </Notice>
        )}
        {error && (
          <div role="alert">
            <Refusal
              status={error.status}
              message={error.message}
              detail={error.detail}
              button={link}
            />
          </div>
        )}
        {isAsked && (
          <ActionDialog
            title="Send it for real?"
            isQuestion
            onClose={() => ask(false)}
            action={{ onPress: send, children: 'Send' }}
          >
            <p>
              The webhook gets it as if a program had sent it, and posts it in{' '}
              <b># {webhook.channel}</b>, or where it says.
            </p>
            {isChanged && <p>What you have not saved yet does not count.</p>}
          </ActionDialog>
        )}
      </>
    ),
  }
}

/** The URL of a webhook where this page may send to; null if there is none. */
function hereOf(url: string | null) {
  if (url === null) return null
  const here = new URL(url.slice(url.lastIndexOf('/') + 1), config.hooksBase)
  return here.origin === location.origin ? here.href : null
}

async function post({ url, method, headers, body }: Outgoing) {
  const init = { method, headers: headers.map(pairOf), body, credentials: 'omit' } as const
  // As a program, which has no session.
  return (await fetchJson(new URL(url), init)).text
}

/** A command or a piece of a program that sends a request. */
interface Writer {
  readonly text: string
  readonly write: (outgoing: Outgoing) => string
}

/** By what they are for. */
export const WRITERS: readonly Writer[] = [
  { text: 'curl (POSIX shell)', write: curlOf },
  { text: 'curl (PowerShell)', write: inPowerShell },
  { text: 'curl (cmd)', write: inCmd },
  { text: 'fetch', write: asFetch },
  { text: 'Python requests', write: asPython },
]

/** Whether what is written sends the file `payload`, as a shell cannot hold the body. */
export function needsFile(text: string): boolean {
  return /@payload["'^\s]/.test(text)
}

/**
 * A file of options for curl, as neither version of PowerShell hands quotes over as the other does. It is
 * written without the byte order mark that curl would take for a part of the first option.
 */
function inPowerShell({ url, method, headers, body }: Outgoing) {
  const isSafe = body !== null && !UNSAFE.test(body.replaceAll('\r', ''))
  const options = [
    ['request', method],
    ['url', url],
    ...withType(headers).map((header) => ['header', header] as const),
    isSafe ? ['data-raw', body] : ['data-binary', '@payload'],
  ]
  const config = options.map(([name = '', value = '']) => `${name} = ${inConfig(value)}`).join('\n')
  // PowerShell takes curly quotation marks for straight ones.
  const quoted = `'${config.replaceAll(/['‘’‚‛]/g, '$&$&')}'`
  return [
    '$file = [IO.Path]::GetTempFileName()',
    `[IO.File]::WriteAllText($file, ${quoted})`,
    'curl.exe -K $file',
    'Remove-Item $file',
  ].join('\n')
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }

function inConfig(text: string) {
  return `"${text.replaceAll(/["\\\n\r\t]/g, (letter) => `\\${ESCAPES[letter] ?? letter}`)}"`
}

/** What cmd takes as one line, if each letter needs a sign of its own. */
const MAX_LINE = 3_500

function inCmd({ url, method, headers, body }: Outgoing) {
  const text = body === null ? null : inOneLine(body)
  const isSafe = text !== null && text.length <= MAX_LINE && !UNSAFE.test(text)
  return [
    `curl -X ${method}`,
    ...withType(headers).map((header) => `-H ${forCmd(header)}`),
    isSafe ? `--data-raw ${forCmd(text)}` : '--data-binary @payload',
    forCmd(url),
  ].join(' ')
}

/** JSON that means the same in ASCII, as curl for Windows reads arguments in another charset. */
function inOneLine(body: string) {
  if (parsed(body) === undefined) return /[^ -~]/.test(body) ? null : body
  const text = body.replaceAll(/[\r\n]+/g, ' ')
  return text.replaceAll(
    /[^\t -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * One word for cmd, which must not see a quotation mark, and for the program, which takes the backslashes
 * before one for signs. `%a` is the beginning of a variable, `%^a` is not.
 */
function forCmd(text: string) {
  const word = `"${text
    .split('"')
    .map(withEndTwice)
    .join(String.raw`\"`)}"`
  return word.replaceAll(/[^\w .,:/=-]/g, '^$&').replaceAll(/%(?=\w)/g, '%^')
}

/** With the backslashes at its end doubled. */
function withEndTwice(text: string) {
  let end = text.length
  while (text[end - 1] === '\\') end--
  return text + text.slice(end)
}

function asFetch({ url, method, headers, body }: Outgoing) {
  return `await fetch(${JSON.stringify(url)}, {
  method: ${JSON.stringify(method)},
  headers: ${objectOf(headers)},
  body: ${JSON.stringify(body ?? '')},
})`
}

/** Its texts are written as those of JSON, except what only UTF-16 can hold. */
function asPython({ url, method, headers, body }: Outgoing) {
  return `import requests

requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(url)},
    headers=${objectOf(headers)},
    data=${JSON.stringify(body ?? '')}.encode(),
)`
}

function objectOf(headers: readonly string[]) {
  return JSON.stringify(Object.fromEntries(headers.map(pairOf)))
}
