import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { rootPath } from '../api/root.js'
import type { Channel } from '../api/shapes.js'
import { joinChannel, leaveChannel } from '../state/membership.js'
import { useChat, useChatState } from './chat-context.jsx'
import { FormError } from './form-error.jsx'
import { LaterDialog } from './later-dialog.jsx'
import { Question } from './question.jsx'

type Asked = '' | 'leave' | 'people' | 'purpose'

/** Joining a public channel, or what its members can do with it. */
export function ChannelActions({ channel }: { readonly channel: Channel }): JSX.Element | null {
  const { store, announcer } = useChat()
  const isOwn = useChatState(({ own }) => own.has(channel.id))
  const [error, setError] = useState('')
  const [asked, setAsked] = useState<Asked>('')
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
    setAsked('')
    announcer.say(`You have left ${channel.displayName}`)
    if (channel.kind === 'private') location.assign(rootPath)
  }
  const done = (): void => setAsked('')
  return (
    <>
      {asked === '' && <FormError text={error} />}
      {isOwn ? (
        <ActionsMenu
          onAsk={(what) => {
            if (what === 'leave' && channel.kind === 'public') void leave()
            else setAsked(what)
          }}
        />
      ) : (
        channel.kind === 'public' && (
          <button type="button" class="btn btn--primary btn--small" onClick={() => void join()}>
            Join channel
          </button>
        )
      )}
      {(asked === 'people' || asked === 'purpose') && (
        <LaterDialog onClose={done}>
          {({ AddPeople, PurposeDialog }) =>
            asked === 'people' ? (
              <AddPeople channel={channel} onClose={done} />
            ) : (
              <PurposeDialog channel={channel} onClose={done} />
            )
          }
        </LaterDialog>
      )}
      {asked === 'leave' && (
        <Question
          title="Leave this private channel?"
          action="Leave channel"
          error={error}
          onAct={() => void leave()}
          onClose={done}
        >
          <p>
            You can read <bdi>{channel.displayName}</bdi> again only if a member adds you.
          </p>
        </Question>
      )}
    </>
  )
}

const ACTIONS = [
  { what: 'people', icon: 'people', text: 'Add people' },
  { what: 'purpose', icon: 'edit', text: 'Edit purpose' },
  { what: 'leave', icon: 'leave', text: 'Leave channel' },
] as const

function ActionsMenu({ onAsk }: { readonly onAsk: (what: Asked) => void }): JSX.Element {
  return (
    <Menu
      id="channel-actions"
      end
      short
      buttonClass="btn btn--ghost btn--square"
      buttonLabel="Channel actions"
      button={<Icon name="more" />}
    >
      {(close) =>
        ACTIONS.map(({ what, icon, text }) => (
          <button
            key={what}
            type="button"
            class="menu__item"
            onClick={() => {
              close()
              onAsk(what)
            }}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))
      }
    </Menu>
  )
}
