/** An event as the store's happenings become one. */
export interface ChatEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly channelId?: string
  readonly teamId?: string
  readonly userId?: string
}

/** Sends to these users, or with null to everybody who is signed in. */
export type Publish = (event: ChatEvent, readers: ReadonlySet<string> | null) => void

/** The JSON of an event up to its number, which each connection counts by itself. */
export function eventPrefix({ event, data, channelId, teamId, userId }: ChatEvent): string {
  const broadcast = {
    omit_users: null,
    user_id: userId ?? '',
    channel_id: channelId ?? '',
    team_id: teamId ?? '',
  }
  return `${JSON.stringify({ event, data, broadcast }).slice(0, -1)},"seq":`
}
