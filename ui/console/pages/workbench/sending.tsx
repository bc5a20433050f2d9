import { ActionDialog, Button, fetchJson, Icon, Menu, Notice } from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import { config } from '../../config.js'
import { Code } from '../../parts/code.js'
import { copyAndSay } from '../../parts/copy-button.js'
import { Link } from '../../parts/link.js'
import { useAction, useUnavailable } from '../../state/loading.js'
import { hookPath } from '../../state/route.js'
import { useWebhook } from '../loaded-webhook.js'
import type { Outgoing } from '../requests/curl.js'
import { Refusal } from '../requests/notices.js'
import { needsFile, WRITERS } from './copy-as.js'
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
    const isCopied = await copyAndSay(text, saidOf(text, webhook.url))
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

function saidOf(text: string, url: string | null) {
  return [
    'Copied.',
    needsFile(text) && 'It sends the file payload.',
    url === null ? 'Replace URL with the webhook URL.' : 'It contains the secret URL.',
  ]
    .filter(Boolean)
    .join(' ')
}
