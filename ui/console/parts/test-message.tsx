import type { CallError } from 'express-incoming-webhooks-ui/call'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { sendTestMessage, type Webhook } from '../api/webhooks.js'
import { postAddress } from '../config.js'
import { useAction } from '../state/action.js'
import { Notice } from './notice.js'

/** As the server allows. */
const MAX_TEXT = 4000

/** A test message, a function to send it, and the result of the last one. */
export interface TestMessage {
  readonly busy: boolean
  readonly sent: boolean
  readonly send: () => void
  /** The field of the text; Enter sends it. `button` is shown beside it. */
  readonly field: (button?: JSX.Element) => JSX.Element
  readonly result: JSX.Element
}

export function useTestMessage(webhook: Webhook, posted: () => void): TestMessage {
  const { busy, error, run } = useAction()
  const [postIds, setPostIds] = useState<readonly string[] | null>(null)
  const [text, setText] = useState(`Hello from ${webhook.displayName} :wave:`)
  const send = (): void =>
    run(async () => {
      setPostIds(null)
      setPostIds(await sendTestMessage(webhook.id, text))
      posted()
    })
  return {
    busy,
    sent: postIds !== null || error !== null,
    send,
    field: (button) => <Field text={text} change={setText} send={send} button={button} />,
    result: (
      <>
        {postIds !== null && <Posted channel={webhook.channel} postIds={postIds} />}
        {error !== null && <NotPosted error={error} />}
      </>
    ),
  }
}

interface FieldProps {
  readonly text: string
  readonly change: (text: string) => void
  readonly send: () => void
  readonly button: JSX.Element | undefined
}

function Field({ text, change, send, button }: FieldProps): JSX.Element {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label class="vh" for="test-text">
        Message
      </label>
      <div class="input-group">
        <input
          class="input"
          id="test-text"
          maxLength={MAX_TEXT}
          autocomplete="off"
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
        {button}
      </div>
      <p class="hint mt-3">A line below it says who sent the test.</p>
    </form>
  )
}

interface PostedProps {
  readonly channel: string
  readonly postIds: readonly string[]
}

function Posted({ channel, postIds: [first = ''] }: PostedProps): JSX.Element {
  const address = first === '' ? null : postAddress(first)
  return (
    <Notice kind="ok" role="status" class="mt-4">
      <p>
        <span class="notice__title">Posted to # {channel}.</span>{' '}
        {address !== null && <a href={address}>Open the message</a>}
      </p>
    </Notice>
  )
}

function NotPosted({ error }: { readonly error: CallError }): JSX.Element {
  const refused = error.status !== 0
  return (
    <Notice kind="bad" role="alert" class="mt-4">
      <p class="notice__title">{refused ? `Refused: ${error.message}` : 'Not sent.'}</p>
      <p>
        {refused
          ? error.detail
          : 'The server cannot be reached. Check your connection and try again.'}
      </p>
    </Notice>
  )
}
