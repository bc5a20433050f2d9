import { useDismiss } from 'express-incoming-webhooks-ui/dismiss'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Channel, listChannels } from '../api/channels.js'
import { ChannelOptions } from './channel-options.js'
import type { ControlAttributes } from './field.js'

interface ChannelPickerProps {
  readonly attributes: ControlAttributes
  readonly chosen: Channel | null
  /** Only channels of this team; `''` is any. */
  readonly teamId: string
  readonly onChoose: (channel: Channel) => void
}

const REST_MS = 150

/** A button that opens a searchable list of channels. */
export function ChannelPicker(props: ChannelPickerProps): JSX.Element {
  const { attributes, chosen } = props
  const { id } = attributes
  const [open, setOpen] = useState(false)
  const { anchor, opener } = useDismiss(open, () => {
    setOpen(false)
  })
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  const described = attributes['aria-describedby']
  return (
    <div class="anchor" ref={anchor}>
      <button
        type="button"
        ref={opener}
        class={
          attributes['aria-invalid'] === true ? 'input input--pick input--bad' : 'input input--pick'
        }
        id={id}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-value`}
        {...(described === undefined ? {} : { 'aria-describedby': described })}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <Icon name={chosen?.isPrivate === true ? 'lock' : 'channel'} />
        <span class="input__value" id={`${id}-value`}>
          {chosen?.name ?? 'Choose a channel'}
        </span>
        <Icon name="down" />
      </button>
      {open && <Options {...props} close={close} />}
    </div>
  )
}

function Options(props: ChannelPickerProps & { close: () => void }): JSX.Element {
  const { chosen, teamId, onChoose, close } = props
  const [query, setQuery] = useState('')
  const [channels, setChannels] = useState<readonly Channel[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const load = async (): Promise<void> => {
      try {
        const found = await listChannels(query)
        if (current) setChannels(found.filter((each) => teamId === '' || each.teamId === teamId))
      } catch {
        if (current) setFailed(true)
      }
    }
    const timer = setTimeout(() => void load(), query === '' ? 0 : REST_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query, teamId])
  return (
    <ChannelOptions
      channels={channels}
      failed={failed}
      chosenId={chosen?.id ?? ''}
      query={query}
      onQuery={setQuery}
      onChoose={(channel) => {
        onChoose(channel)
        close()
      }}
    />
  )
}
