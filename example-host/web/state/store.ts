import { type ChatState, FIRST_STATE } from './model.js'

// A page shows one chat, so all of it shares one state.
let state = FIRST_STATE
const listeners = new Set<() => void>()

export const store = {
  get: (): ChatState => state,

  /** Changes members of the state, and tells all listeners. */
  set(change: Partial<ChatState> | ((state: ChatState) => Partial<ChatState>)): void {
    state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
    for (const listener of listeners) listener()
  },

  /** Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
