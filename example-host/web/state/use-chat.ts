import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { ChatState } from './model.js'
import { store } from './store.js'

/** Members of the chat's state. The component renders again only when one of them changes. */
export function useChat<Name extends keyof ChatState>(
  ...names: readonly Name[]
): Pick<ChatState, Name> {
  useChanges((now, drawn) => names.some((name) => now[name] !== drawn[name]))
  return store.get()
}

/** What the chat's state comes to. The component renders again only when the result changes. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  useChanges((now, drawn) => !Object.is(select(now), select(drawn)))
  return select(store.get())
}

/** Renders the component again when the state is no longer as it was drawn. */
function useChanges(isOther: (now: ChatState, drawn: ChatState) => boolean): void {
  const [, drawAgain] = useReducer<number, null>((count) => count + 1, 0)
  const latest = useRef({ isOther, drawn: store.get() })
  latest.current = { isOther, drawn: store.get() }
  useLayoutEffect(() => {
    const check = (): void => {
      const now = store.get()
      if (latest.current.isOther(now, latest.current.drawn)) drawAgain(null)
      // An old state would keep all its posts.
      else latest.current.drawn = now
    }
    check()
    return store.subscribe(check)
  }, [])
}

/** Whether the connection has been lost for too long to send. */
export function useOffline(): boolean {
  return useChatState(({ connection }) => ['reconnecting', 'off'].includes(connection))
}
