import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Time } from 'express-incoming-webhooks-ui/time'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { lifeWords, stateWord, thingOf } from '../state/things.js'

const BADGES = { open: 'badge--bad', acknowledged: 'badge--warn', closed: 'badge--ok' } as const

/** How the thing is that a post reports about. A change is faded in, once. */
export function ThingLine({ post }: { readonly post: Post }): JSX.Element | null {
  const thing = thingOf(post)
  const first = useRef(thing?.state)
  if (!thing) return null
  const { state, since, until, count } = thing
  return (
    <p class={first.current === state ? 'thing' : 'thing thing--changed'} key={state}>
      <span class={`badge ${state === 'closed' && thing.isBad ? BADGES.open : BADGES[state]}`}>
        {stateWord(thing)}
      </span>{' '}
      <span>
        <Time at={state === 'closed' ? until : since} text={lifeWords(thing)} />
        {count > 1 && ` · ${countText(count, 'event')}`}
      </span>
    </p>
  )
}
