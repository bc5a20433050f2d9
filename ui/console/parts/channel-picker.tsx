import { Icon } from 'express-incoming-webhooks-ui/icon'
import { type Channel, listChannels } from '../api/channels.js'
import type { ControlAttributes } from './field.js'
import { Picker } from './picker.js'

interface ChannelPickerProps {
  readonly attributes: ControlAttributes
  readonly chosen: Channel | null
  /** Only channels of this team; `''` is any. */
  readonly teamId: string
  readonly onChoose: (channel: Channel) => void
}

const WORDS = {
  find: 'Find a channel',
  list: 'Channels',
  loading: 'Loading channels',
  failed: 'The channels could not be loaded. Close this and try again.',
  none: 'There are no channels to choose from.',
  noMatch: 'No channels match',
}

/** A button that opens a searchable list of channels. */
export function ChannelPicker(props: ChannelPickerProps) {
  const { attributes, chosen, teamId, onChoose } = props
  return (
    <Picker
      attributes={attributes}
      label="Channel"
      words={WORDS}
      picture={<ChannelIcon isPrivate={chosen?.isPrivate === true} />}
      value={chosen?.name ?? 'Choose a channel'}
      chosenId={chosen?.id ?? ''}
      load={async (query) =>
        (await listChannels(query)).filter((each) => teamId === '' || each.teamId === teamId)
      }
      optionOf={({ name, isPrivate }) => ({
        content: (
          <>
            <ChannelIcon isPrivate={isPrivate} />
            {name}
          </>
        ),
        note: isPrivate ? 'private' : '',
      })}
      onChoose={onChoose}
    />
  )
}

function ChannelIcon({ isPrivate }: { isPrivate: boolean }) {
  return <Icon name={isPrivate ? 'lock' : 'channel'} />
}
