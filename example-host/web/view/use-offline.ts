import { useChatState } from './chat-context.jsx'

/** Whether the connection has been lost for too long to send. */
export function useOffline(): boolean {
  return useChatState(({ connection }) => ['reconnecting', 'off'].includes(connection))
}
