import { textOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** A channel that the caller may choose. */
export interface Channel {
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly isPrivate: boolean
}

/** At most 100 channels whose name matches. */
export async function listChannels(query: string): Promise<readonly Channel[]> {
  const { body } = await call('GET', `hooks/incoming/channels?q=${encodeURIComponent(query)}`)
  return wiresOf(body).map((wire) => ({
    id: textOf(wire, 'id'),
    teamId: textOf(wire, 'team_id'),
    name: textOf(wire, 'display_name') || textOf(wire, 'name'),
    isPrivate: textOf(wire, 'type') !== 'O',
  }))
}
