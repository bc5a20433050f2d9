import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { rootPath } from '../api/root.js'
import type { Channel } from '../api/shapes.js'
import { joinChannel, leaveChannel } from '../state/membership.js'
import { useChat, useChatState } from './chat-context.jsx'
import { FormError } from './form-error.jsx'

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
        <LeaveQuestion
          name={channel.displayName}
          error={error}
          onLeave={() => void leave()}
          onClose={() => {
            setAsks(false)
          }}
        />
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

interface LeaveQuestionProps {
  readonly name: string
  readonly error: string
  readonly onLeave: () => void
  readonly onClose: () => void
}

function LeaveQuestion({ name, error, onLeave, onClose }: LeaveQuestionProps): JSX.Element {
  return (
    <Dialog
      title="Leave this private channel?"
      isQuestion
      onClose={onClose}
      buttons={
        <>
          <button type="button" class="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="btn btn--danger" onClick={onLeave}>
            Leave channel
          </button>
        </>
      }
    >
      <p>
        You can read <bdi>{name}</bdi> again only if a member adds you.
      </p>
      <FormError text={error} />
    </Dialog>
  )
}
