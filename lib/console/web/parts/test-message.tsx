import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { sendTestMessage, type Webhook } from '../api/webhooks.js'
import { postAddress } from '../config.js'
import { useAction } from '../state/action.js'
import { Notice } from './notice.js'

const MAX_TEXT = 4000

/** A test message, a function to send it, and the result of the last one. */
export interface TestMessage {
  readonly busy: boolean
  readonly sent: boolean
  readonly send: () => void
  /** The field of the text; Enter sends it. `button` stands beside it. */
  readonly field: (button?: JSX.Element) => JSX.Element
  readonly result: JSX.Element | null
}

export function useTestMessage(webhook: Webhook, posted: () => void): TestMessage {
  const { busy, error, run } = useAction()
  const [postIds, setPostIds] = useState<readonly string[] | null>(null)
  const [text, setText] = useState(`Hello from ${webhook.displayName} :wave:`)
  const send = (): void => {
    if (busy) return
    run(async () => {
      setPostIds(null)
      setPostIds(await sendTestMessage(webhook.id, text))
      posted()
    })
  }
  const [first = ''] = postIds ?? []
  const address = first === '' ? null : postAddress(first)
  const refused = error !== null && error.status !== 0
  return {
    busy,
    sent: postIds !== null || error !== null,
    send,
    field: (button) => (
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
            onInput={(event) => {
              setText(event.currentTarget.value)
            }}
          />
          {button}
        </div>
        <p class="hint mt-3">A line below it says who sent the test.</p>
      </form>
    ),
    result: (
      <>
        {postIds !== null && (
          <Notice kind="ok" role="status" class="mt-4">
            <p>
              <span class="notice__title">Posted to # {webhook.channel}.</span>{' '}
              {address !== null && <a href={address}>Open the message</a>}
            </p>
          </Notice>
        )}
        {error !== null && (
          <Notice kind="bad" role="alert" class="mt-4">
            <p class="notice__title">{refused ? `Refused: ${error.message}` : 'Not sent.'}</p>
            <p>
              {refused
                ? error.detail
                : 'The server cannot be reached. Check your connection and try again.'}
            </p>
          </Notice>
        )}
      </>
    ),
  }
}
