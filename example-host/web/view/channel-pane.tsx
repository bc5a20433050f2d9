import { ActionDialog } from 'express-incoming-webhooks-ui/action-dialog'
import { Empty } from 'express-incoming-webhooks-ui/empty'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { useEffect, useRef, useState } from 'preact/hooks'
import { rootPath } from '../api/call.js'
import type { Channel } from '../api/shapes.js'
import { say } from '../state/announcer.js'
import { joinChannel, leaveChannel } from '../state/channels.js'
import { openFeed } from '../state/feeds.js'
import { channelLabel, channelName, isOwnSpace } from '../state/names.js'
import { opening } from '../state/places.js'
import { feedOf, useChat, useChatState } from '../state/store.js'
import { IconMenu } from './buttons.jsx'
import { CHANNEL_ICONS } from './channel-list.jsx'
import { Composer } from './composer.jsx'
import { Failed } from './empty.jsx'
import { FeedView } from './feed.jsx'
import { FormError, useAttempt } from './forms.jsx'

export function ChannelPane({ channel }: { readonly channel: Channel }) {
  const feed = useChatState((state) => feedOf(state, channel.id))
  const target = useChatState((state) => state.place.postId)
  const name = useChatState((state) => channelName(channel, state))
  const label = useChatState((state) => channelLabel(channel, state))
  return (
    <section class="chat__channel" aria-labelledby="channel-title">
      <ChannelHead channel={channel} name={name} />
      <FeedView
        key={channel.id}
        id={channel.id}
        channelId={channel.id}
        label={`Messages in ${name}`}
        feed={feed}
        target={target}
        placeholder={
          feed.status === 'ready' ? (
            <NoMessages channel={channel} label={label} />
          ) : (
            <Failed requestId={feed.requestId} onRetry={() => void openFeed(channel.id, target)} />
          )
        }
      />
      <Composer
        channelId={channel.id}
        rootId=""
        label={`Message to ${name}`}
        placeholder={`Write to ${label}`}
      />
    </section>
  )
}

function NoMessages({ channel, label }: { channel: Channel; label: string }) {
  const { mayIntegrate, me } = useChat('mayIntegrate', 'me')
  const hooks = mayIntegrate && channel.kind !== 'direct'
  return (
    <Empty
      icon={CHANNEL_ICONS[channel.kind]}
      muted={false}
      heading={<h3>{beginning(channel, label, isOwnSpace(channel, { me }))}</h3>}
      text={
        hooks
          ? 'Write the first message, or let another program do it: an incoming webhook can post here with one HTTP request.'
          : 'Write the first message.'
      }
    >
      {hooks && (
        <a class="btn" href={`${rootPath}admin/add`}>
          <Icon name="webhook" />
          Add Incoming Webhook
        </a>
      )}
    </Empty>
  )
}

function beginning({ kind }: Channel, label: string, isSelf: boolean): string {
  if (isSelf) return 'This is your own space'
  if (kind !== 'direct') return `This is the start of ${label}`
  return `This is the beginning of your conversation with ${label}`
}

/** The page's heading. It gets the focus when the channel changes. */
function ChannelHead({ channel, name }: { channel: Channel; name: string }) {
  const webhooks = useChatState((state) => state.webhooks.get(channel.id)) ?? 0
  const title = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) {
      title.current?.focus()
      say(name)
    }
    first.current = false
  }, [channel.id])
  return (
    <div class="chead">
      <div class="chead__text">
        <h1 id="channel-title" tabIndex={-1} ref={title}>
          {channel.kind !== 'direct' && <Icon name={CHANNEL_ICONS[channel.kind]} />}
          {channel.kind === 'private' && <span class="vh">Private: </span>}
          <bdi class="chead__name">{name}</bdi>
        </h1>
        <ChannelAbout channel={channel} />
      </div>
      {webhooks > 0 && (
        <a
          class="btn btn--ghost btn--small"
          aria-label={countText(webhooks, 'webhook')}
          href={`${rootPath}admin/?channel=${encodeURIComponent(channel.id)}`}
        >
          <Icon name="webhook" />
          {webhooks}
          <span class="only-wide">{webhooks === 1 ? 'webhook' : 'webhooks'}</span>
        </a>
      )}
      <ChannelActions key={channel.id} channel={channel} />
    </div>
  )
}

/** The line below a channel's name: what it is for, and how many people are in it. */
function ChannelAbout({ channel }: { readonly channel: Channel }) {
  const people = useChatState((state) => state.people.get(channel.id))
  const isSelf = useChatState((state) => isOwnSpace(channel, state))
  return (
    <p class="chead__about">
      {channel.purpose !== '' && <Purpose key={channel.id} text={channel.purpose} />}
      <span>{readers(channel, people, isSelf)}</span>
    </p>
  )
}

/** One line. The pointer or the focus shows all of a longer one. */
function Purpose({ text }: { readonly text: string }) {
  const words = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (): void => {
    const line = words.current
    setOpen(line !== null && line.scrollWidth > line.clientWidth)
  }
  const close = (): void => setOpen(false)
  return (
    <span
      class="chead__purpose"
      onMouseEnter={open}
      onMouseLeave={close}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <span class="chead__words" dir="auto" ref={words} tabIndex={0} onFocus={open} onBlur={close}>
        {text}
      </span>
      {isOpen && (
        <span class="chead__tip" dir="auto" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}

function readers({ kind }: Channel, people: number | undefined, isSelf: boolean): string {
  if (isSelf) return 'Only you can see this'
  if (kind === 'direct') return 'Only the two of you can see this'
  if (people === undefined) return '\u00a0'
  return countText(people, 'person', 'people')
}

/** Joining a public channel, or what its members can do with it. */
function ChannelActions({ channel }: { readonly channel: Channel }) {
  const isOwn = useChatState(({ own }) => own.has(channel.id))
  const { error, attempt } = useAttempt()
  const [isAsked, setAsked] = useState(false)
  if (channel.kind === 'direct') return null
  const join = (): void => {
    void attempt(async () => {
      await joinChannel(channel)
      say(`You have joined ${channel.displayName}`)
    })
  }
  const leave = (): void => {
    void attempt(async () => {
      await leaveChannel(channel)
      setAsked(false)
      say(`You have left ${channel.displayName}`)
      if (channel.kind === 'private') location.assign(rootPath)
    })
  }
  return (
    <>
      {!isAsked && <FormError text={error} />}
      {isOwn ? (
        <IconMenu
          id="channel-actions"
          icon="more"
          label="Channel actions"
          items={[
            { icon: 'people', text: 'Add people', onPress: opening('add', channel.id) },
            { icon: 'edit', text: 'Edit purpose', onPress: opening('purpose', channel.id) },
            {
              icon: 'leave',
              text: 'Leave channel',
              onPress: () => {
                if (channel.kind === 'public') leave()
                else setAsked(true)
              },
            },
          ]}
        />
      ) : (
        channel.kind === 'public' && (
          <button type="button" class="btn btn--primary btn--small" onClick={join}>
            Join channel
          </button>
        )
      )}
      {isAsked && (
        <ActionDialog
          title="Leave this private channel?"
          isQuestion
          action={{ kind: 'danger', onPress: leave, children: 'Leave channel' }}
          onClose={() => setAsked(false)}
        >
          <p>
            You can read <bdi>{channel.displayName}</bdi> again only if a member adds you.
          </p>
          <FormError text={error} />
        </ActionDialog>
      )}
    </>
  )
}
