import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { finds } from 'express-incoming-webhooks-ui/finding'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { SearchBox } from 'express-incoming-webhooks-ui/search-box'
import { useState } from 'preact/hooks'
import type { Channel } from '../api/shapes.js'
import { joinChannel } from '../state/channels.js'
import { closeDialog, goToChannel } from '../state/places.js'
import { compareNames } from '../state/listed.js'
import { useChat } from '../state/store.js'
import { FormError, useAttempt } from './forms.jsx'

const SHOWN = 50

/** Public channels that the reader has not joined. */
export function BrowseDialog() {
  const { channels, own } = useChat('channels', 'own')
  const [query, setQuery] = useState('')
  const { error, attempt } = useAttempt()
  const found = [...channels.values()]
    .filter(({ id, kind }) => kind === 'public' && !own.has(id))
    .filter(({ displayName }) => finds(query, displayName))
    .sort((a, b) => compareNames(a.displayName, b.displayName))
  const join = async (channel: Channel): Promise<void> => {
    await joinChannel(channel)
    closeDialog()
    goToChannel(channel)
  }
  return (
    <Dialog title="Browse channels" onClose={closeDialog}>
      <SearchBox label="Search public channels" role="searchbox" onText={setQuery} />
      <FormError text={error} />
      <p class="muted small" role="status">
        {summary(found.length, query.trim())}
      </p>
      <ul class="browse">
        {found.slice(0, SHOWN).map((channel) => (
          <li key={channel.id}>
            <Icon name="channel" />
            <span class="browse__name">{channel.displayName}</span>
            <button
              type="button"
              class="btn btn--small"
              aria-label={`Join ${channel.displayName}`}
              onClick={() => void attempt(() => join(channel))}
            >
              Join
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function summary(count: number, wanted: string): string {
  if (count > SHOWN)
    return `${countText(count, 'channel')}. Search to see more than the first ${SHOWN}.`
  if (count > 0) return `${countText(count, 'channel')} that you have not joined`
  return wanted === '' ? 'You have joined all public channels.' : `No channel matches “${wanted}”`
}
