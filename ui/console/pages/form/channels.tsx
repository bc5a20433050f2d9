import { Icon } from 'express-incoming-webhooks-ui'
import { type Channel, listChannels } from '../../api/directory.js'
import type { Pickable } from '../../parts/picker.js'

const WORDS = {
  find: 'Find a channel',
  list: 'Channels',
  loading: 'Loading channels',
  failed: 'The channels could not be loaded. Close this and try again.',
  none: 'There are no channels to choose from.',
  noMatch: 'No channels match',
}

/** The channels of a team; `''` is any. */
export function channelsOf(teamId: string): Pickable<Channel> {
  return {
    words: WORDS,
    load: async (query) =>
      (await listChannels(query)).filter((each) => teamId === '' || each.teamId === teamId),
    optionOf: ({ name, isPrivate }) => ({
      content: (
        <>
          <ChannelIcon isPrivate={isPrivate} />
          {name}
        </>
      ),
      note: isPrivate ? 'private' : '',
    }),
  }
}

export function ChannelIcon({ isPrivate }: { isPrivate: boolean }) {
  return <Icon name={isPrivate ? 'lock' : 'channel'} />
}
