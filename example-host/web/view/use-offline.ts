import { useChatState } from './chat-context.jsx'

/** Whether the connection has been lost for so long that nothing should be sent. */
export function useOffline(): boolean {
  return useChatState(({ connection }) => ['reconnecting', 'off'].includes(connection))
}
