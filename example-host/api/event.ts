/** A websocket event. */
export interface ChatEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly channelId?: string
  readonly teamId?: string
  readonly userId?: string
}

/** Events of at least this many bytes are shared between connections instead of copied. */
const SHARED_FROM = 16_384

/** The JSON of an event up to its number, which each connection counts separately. */
export interface EncodedEvent {
  readonly text: string
  /** The same in UTF-8, where it is large; else null. */
  readonly bytes: Buffer | null
}

export function encodeEvent({ event, data, channelId, teamId, userId }: ChatEvent): EncodedEvent {
  const broadcast = {
    omit_users: null,
    user_id: userId ?? '',
    channel_id: channelId ?? '',
    team_id: teamId ?? '',
  }
  const text = `${JSON.stringify({ event, data, broadcast }).slice(0, -1)},"seq":`
  return { text, bytes: text.length < SHARED_FROM ? null : Buffer.from(text) }
}
