import { ActionDialog, countText, Notice, Tick } from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import type { ListedUser } from '../api/directory.js'
import { type HandedOver, handOverAll, handOverOne, type Webhook } from '../api/webhooks.js'
import { PersonField } from '../parts/picker.js'
import { useAction } from '../state/loading.js'
import { hookPath, navigate } from '../state/route.js'
import { Unchanged } from './loaded.js'

export interface HandOverProps {
  readonly webhook: Pick<Webhook, 'id' | 'displayName' | 'owner' | 'userId'>
  /** Called once something has another owner. */
  readonly onDone: () => void
  readonly close: () => void
}

/** Gives a webhook, or all of its owner, to somebody else, and says who may still know the URL. */
export function HandOverDialog({ webhook, onDone, close }: HandOverProps) {
  const { id, displayName, userId } = webhook
  // Who may still know the URL, also when the record already has the new owner.
  const [owner] = useState(webhook.owner || userId)
  const [to, choose] = useState<ListedUser | null>(null)
  const [all, setAll] = useState(false)
  const [done, setDone] = useState<HandedOver | null>(null)
  const { busy, error, run } = useAction()
  if (done && to) return <HandedOverDialog {...{ id, owner, done, close }} to={to.name} />
  const act = async () => {
    if (to === null) return
    setDone(all ? await handOverAll(userId, to.id) : await handOverOne(id, to.id))
    onDone()
  }
  return (
    <ActionDialog
      title={`Hand over “${displayName}”`}
      onClose={close}
      action={{
        busy: busy && 'Handing over',
        unavailable: to === null && 'Choose a person first',
        onPress: () => run(act),
        children: 'Hand over',
      }}
    >
      <p class="mb-3">
        Messages are then posted in the name of the new owner, who must be able to read the channel.
        The URL stays. Both owners get a message, and what was sent before is deleted.
      </p>
      <PersonField id="to" label="New owner" person={to} onPerson={choose} />
      <Tick
        type="checkbox"
        id="all"
        text={`All webhooks of ${owner}`}
        checked={all}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      {error && <Unchanged error={error} />}
    </ActionDialog>
  )
}

interface HandedOverProps extends Pick<HandOverProps, 'close'> {
  readonly id: string
  readonly owner: string
  readonly to: string
  readonly done: HandedOver
}

function HandedOverDialog({ id, owner, to, done, close }: HandedOverProps) {
  const { handedOver, refused } = done
  const isHere = handedOver.includes(id)
  const [which, them] =
    handedOver.length === 1 ? ['the URL', 'it'] : ['their URLs', 'the URL of each']
  return (
    <ActionDialog
      title={`${countText(handedOver.length, 'webhook')} handed over to ${to}`}
      onClose={close}
      cancel="Close"
      action={
        isHere
          ? {
              onPress: () => navigate(`${hookPath(id)}?ask=regenerate`),
              children: 'Regenerate URL',
            }
          : { onPress: close, children: 'Done' }
      }
    >
      {handedOver.length > 0 && (
        <p>
          {owner} and everybody who set up a sender may still know {which}. If one of them should
          not post any more, regenerate {them}: the old one can work for up to 24 hours more.
        </p>
      )}
      {refused.length > 0 && (
        <Notice kind="warn" title={`${countText(refused.length, 'webhook')} not handed over`}>
          <ul>
            {refused.map(({ hookId, displayName, detail }) => (
              <li key={hookId}>
                {displayName}: {detail}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </ActionDialog>
  )
}
