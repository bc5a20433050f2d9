import { useLatest } from 'express-incoming-webhooks-ui/latest'
import { createContext } from 'preact'
import { useContext, useLayoutEffect, useReducer } from 'preact/hooks'
import { Chat } from '../state/chat.js'
import type { ChatState } from '../state/model.js'

export const ChatContext = createContext<Chat>(new Chat())

export function useChat(): Chat {
  return useContext(ChatContext)
}

/** A part of the chat's state. The component renders again only when this part changes. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  const { store } = useChat()
  const [, drawAgain] = useReducer<number, null>((count) => count + 1, 0)
  const selected = select(store.get())
  const latest = useLatest({ select, selected })
  useLayoutEffect(() => {
    const check = (): void => {
      const { select: now, selected: before } = latest.current
      if (!Object.is(now(store.get()), before)) drawAgain(null)
    }
    check()
    return store.subscribe(check)
  }, [store])
  return selected
}
