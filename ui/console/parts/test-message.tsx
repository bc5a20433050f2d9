import { type ButtonProps, Notice } from 'express-incoming-webhooks-ui'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { sendTestMessage, type Webhook } from '../api/webhooks.js'
import { postAddress } from '../config.js'
import { useAction } from '../state/loading.js'

/** As the server allows. */
const MAX_TEXT = 4000

/** A test message, the button that sends it, and the result of the last one. */
export function useTestMessage(webhook: Webhook, posted?: () => void) {
  const { busy, error, run } = useAction()
  const [postIds, setPostIds] = useState<readonly string[] | null>(null)
  const [text, setText] = useState(`Hello from ${webhook.displayName} :wave:`)
  const send = () =>
    run(async () => {
      setPostIds(null)
      setPostIds(await sendTestMessage(webhook.id, text))
      posted?.()
    })
  const sent = postIds !== null || error !== null
  return {
    sent,
    button: {
      icon: 'send',
      busy: busy && 'Sending',
      onPress: send,
      children: sent ? 'Send again' : 'Send',
    } satisfies ButtonProps,
    /** The field of the text; Enter sends it. `button` is shown beside it. */
    field: (button?: JSX.Element) => (
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
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          {button}
        </div>
        <p class="hint mt-3">The message will say that you sent it.</p>
      </form>
    ),
    result: (
      <>
        {postIds && <Posted channel={webhook.channel} postIds={postIds} />}
        {error && (
          <Notice kind="bad" role="alert" class="mt-4">
            <p class="notice__title">
              {error.status === 0 ? 'Not sent.' : `Refused: ${error.message}`}
            </p>
            <p>
              {error.status === 0
                ? 'The server cannot be reached. Check your connection and try again.'
                : error.detail}
            </p>
          </Notice>
        )}
      </>
    ),
  }
}

interface PostedProps {
  readonly channel: string
  readonly postIds: readonly string[]
}

function Posted({ channel, postIds: [first = ''] }: PostedProps) {
  const address = first === '' ? null : postAddress(first)
  return (
    <Notice kind="ok" role="status" class="mt-4" title={`Posted to # ${channel}.`}>
      {address && <a href={address}>Open the message</a>}
    </Notice>
  )
}
