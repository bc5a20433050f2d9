import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { rootPath } from '../api/root.js'
import type { Channel } from '../api/shapes.js'
import { joinChannel, leaveChannel } from '../state/membership.js'
import { useChat, useChatState } from './chat-context.jsx'
import { FormError } from './form-error.jsx'
import { Question } from './question.jsx'

/** Joining a public channel, or leaving a channel. */
export function ChannelActions({ channel }: { readonly channel: Channel }): JSX.Element | null {
  const { store, announcer } = useChat()
  const isOwn = useChatState(({ own }) => own.has(channel.id))
  const [error, setError] = useState('')
  const [asks, setAsks] = useState(false)
  if (channel.kind === 'direct') return null
  const join = async (): Promise<void> => {
    const reason = await joinChannel(store, channel)
    setError(reason)
    if (reason === '') announcer.say(`You have joined ${channel.displayName}`)
  }
  const leave = async (): Promise<void> => {
    const reason = await leaveChannel(store, channel)
    setError(reason)
    if (reason !== '') return
    setAsks(false)
    announcer.say(`You have left ${channel.displayName}`)
    if (channel.kind === 'private') location.assign(rootPath)
  }
  return (
    <>
      {!asks && <FormError text={error} />}
      {isOwn ? (
        <LeaveMenu
          onLeave={() => {
            if (channel.kind === 'private') setAsks(true)
            else void leave()
          }}
        />
      ) : (
        channel.kind === 'public' && (
          <button type="button" class="btn btn--primary btn--small" onClick={() => void join()}>
            Join channel
          </button>
        )
      )}
      {asks && (
        <Question
          title="Leave this private channel?"
          action="Leave channel"
          error={error}
          onAct={() => void leave()}
          onClose={() => {
            setAsks(false)
          }}
        >
          <p>
            You can read <bdi>{channel.displayName}</bdi> again only if a member adds you.
          </p>
        </Question>
      )}
    </>
  )
}

function LeaveMenu({ onLeave }: { readonly onLeave: () => void }): JSX.Element {
  return (
    <Menu
      id="channel-actions"
      end
      short
      buttonClass="btn btn--ghost btn--square"
      buttonLabel="Channel actions"
      button={<Icon name="more" />}
    >
      {(close) => (
        <button
          type="button"
          class="menu__item"
          onClick={() => {
            close()
            onLeave()
          }}
        >
          <Icon name="leave" />
          Leave channel
        </button>
      )}
    </Menu>
  )
}
