import { ActionDialog, atTime, Button, Notice, Tick } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { replaceSecret, type Webhook } from '../../api/webhooks.js'
import { Card } from '../../parts/card.js'
import { SecretBox } from '../../parts/copying.js'
import { useAction } from '../../state/loading.js'
import { inDays } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { Unchanged, useQuestion, useWebhook } from '../loaded.js'

const HOUR = 3600
const DAY = 24 * HOUR

/** A secret of a webhook that the server makes: what its card shows, and how it is replaced. */
interface Secret {
  readonly title: string
  readonly action: string
  readonly content: (webhook: Webhook) => JSX.Element
  readonly question: string
  readonly answer: string
  readonly busy: string
  readonly done: string
  readonly text: (webhook: Webhook) => ComponentChildren
  /** What else stops, or null. */
  readonly warning: (webhook: Webhook) => ComponentChildren
  /** What the choices are about: how long the old secret is kept. */
  readonly old: string
  readonly stop: string
  readonly stopHint: string
  /** How it is replaced, as the API calls it. */
  readonly way: Parameters<typeof replaceSecret>[1]
}

/** By the name of the question in the URL of the page. */
const SECRETS = {
  regenerate: {
    title: 'Webhook URL',
    action: 'Regenerate',
    content: () => <SecretUrl id="url" />,
    question: 'Regenerate the URL?',
    answer: 'Regenerate URL',
    busy: 'Regenerating',
    done: 'URL regenerated',
    text: ({ keyHint }) => (
      <>
        You get a new URL immediately. Choose how long the old one, ending in <code>{keyHint}</code>
        , keeps working, so that you can update every sender in time.
      </>
    ),
    warning: ({ previousKey }) =>
      previousKey && (
        <>
          The URL that was replaced earlier, ending in <code>{previousKey.keyHint}</code>, stops
          working immediately.
        </>
      ),
    old: 'Old URL',
    stop: 'Stop accepting it now',
    stopHint: 'Choose this if the URL has leaked. Senders that still use it are refused.',
    way: 'regen_key',
  },
  signing: {
    title: 'Signing secret for buttons',
    action: 'Replace',
    content: ({ signingSecret, previousSigningSecret: previous }) => (
      <>
        <SecretBox
          key={signingSecret}
          id="signing-secret"
          label="Signing secret"
          secret={signingSecret}
          hidden="whsec_••••••••"
          show="Show the signing secret"
          copy="Copy the signing secret"
          said="Signing secret copied"
        />
        <p class="hint mt-3">
          Lets the receiver of button presses verify that they come from this server.
        </p>
        {previous !== null && (
          <p class="hint mt-3">
            <b>Two secrets sign until {atTime(previous.expiresAt)}.</b> Give this one to every
            receiver before then.
          </p>
        )}
      </>
    ),
    question: 'Replace the signing secret?',
    answer: 'Replace signing secret',
    busy: 'Replacing',
    done: 'Signing secret replaced',
    text: () =>
      'You get a new secret immediately. While the old one is kept, button presses are signed with both, so that you can update every receiver in time. After that, receivers with the old secret reject them.',
    warning: ({ previousSigningSecret }) =>
      previousSigningSecret && 'The secret that was replaced earlier stops working immediately.',
    old: 'Old signing secret',
    stop: 'Stop using it now',
    stopHint:
      'Choose this if the secret has leaked. Buttons fail until their receivers have the new one.',
    way: 'regen_signing_secret',
  },
} as const satisfies Record<string, Secret>

type SecretName = keyof typeof SECRETS

/** A secret, hidden by default. */
export function SecretCard({ name }: { name: SecretName }) {
  const { webhook } = useWebhook()
  const [, ask] = useQuestion()
  const { title, action, content } = SECRETS[name]
  const button = (
    <Button kind="ghost" small class="tight" icon="again" onPress={() => ask(name)}>
      {action}
    </Button>
  )
  return (
    <Card title={title} action={button}>
      {content(webhook)}
    </Card>
  )
}

interface SecretUrlProps {
  readonly id: string
  /** What it ends with, such as `/json`. */
  readonly end?: string
}

/** The URL of a webhook, hidden until it is asked for. */
export function SecretUrl({ id, end = '' }: SecretUrlProps) {
  const { url, keyHint } = useWebhook().webhook
  if (url === null) return <UnreadableUrl />
  return (
    <SecretBox
      key={url}
      id={id}
      label="Webhook URL"
      secret={url + end}
      hidden={`${url.slice(0, url.lastIndexOf('/') + 1)}••••••••${keyHint}${end}`}
      show="Show the full URL"
      said="URL copied"
    />
  )
}

/** Shown if the server can no longer decrypt the key. */
export function UnreadableUrl() {
  return (
    <p class="muted">
      The URL cannot be shown because the server's secret has changed. It still works. Regenerate it
      to get one that you can see.
    </p>
  )
}

interface ReplaceDialogProps {
  readonly name: SecretName
  readonly close: () => void
}

/** Asks before a secret is replaced, and for how long the old one stays valid. */
export function ReplaceDialog({ name, close }: ReplaceDialogProps) {
  const { webhook, put } = useWebhook()
  const [overlap, setOverlap] = useState(DAY)
  const { busy, error, run } = useAction()
  const secret: Secret = SECRETS[name]
  const warning = secret.warning(webhook)
  const act = async () => {
    put(await replaceSecret(webhook.id, secret.way, overlap))
    close()
    toast(secret.done)
  }
  const choice = (seconds: number, text: string, hint?: string) => (
    <Tick
      type="radio"
      name="overlap"
      id={`overlap-${seconds}`}
      text={text}
      hint={hint}
      checked={seconds === overlap}
      autofocus={seconds === overlap}
      onChange={() => setOverlap(seconds)}
    />
  )
  return (
    <ActionDialog
      title={secret.question}
      onClose={close}
      action={{
        busy: busy && secret.busy,
        onPress: () => run(act),
        children: secret.answer,
      }}
    >
      <p>{secret.text(webhook)}</p>
      <fieldset class="choices">
        <legend class="label">{secret.old}</legend>
        {choice(0, secret.stop, secret.stopHint)}
        {choice(HOUR, 'Keep it for 1 hour')}
        {choice(DAY, 'Keep it for 24 hours', `Until ${atTime(inDays(1))} (the maximum).`)}
      </fieldset>
      {warning !== null && (
        <Notice kind="warn">
          <p>{warning}</p>
        </Notice>
      )}
      {error && <Unchanged error={error} />}
    </ActionDialog>
  )
}
