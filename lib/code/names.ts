import { type Client, objectsIn, Refusal } from './client.js'
import { teamOf } from './wanted.js'

/** A channel of the host. */
interface Channel {
  readonly id: string
  readonly teamId: string
  readonly name: string
}

/** Names that files have in place of ids. Each is looked up once. */
export class Names {
  readonly #client: Client
  readonly #team: string
  readonly #found = new Map<string, Promise<readonly Record<string, unknown>[]>>()

  /** `team`: of channels that are named without one; `''`: of all teams. */
  constructor(client: Client, team: string) {
    this.#client = client
    this.#team = team
  }

  /** The channel that a file names, as the caller may choose it. */
  async channel(written: string): Promise<Channel> {
    const team = teamOf(written) || this.#team
    const name = written.slice(written.indexOf('/') + 1).replace(/^#/, '')
    const found = await this.#find(name)
    const called = found.filter((each) => each.name.toLowerCase() === name.toLowerCase())
    const meant = called.filter(({ teamId }) => team === '' || teamId === team)
    if (meant.length > 1) {
      const teams = meant.map(({ teamId }) => teamId).join(', ')
      throw new Error(
        `channel: several teams have it (${teams}); write TEAM/${name}, or --team TEAM`,
      )
    }
    const channel = meant[0] ?? found.find(({ id }) => id === name)
    if (channel) return channel
    throw new Error('channel: expected the name of a channel in which you may have webhooks')
  }

  /** The names of channels by their ids, as far as the caller may choose them. */
  async ofChannels(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = await atOnce([...new Set(ids)], async (id): Promise<[string, string]> => {
      const channel = (await this.#find(id)).find((each) => each.id === id)
      return [id, channel?.name ?? id]
    })
    return new Map(names)
  }

  /** The id of the user with this name. */
  async owner(username: string): Promise<string> {
    const user = (await this.#list('users', username)).find(
      (each) => each['username'] === username.toLowerCase(),
    )
    if (user) return String(user['id'])
    throw new Error('owner: expected the name of a user of this chat')
  }

  async #find(query: string): Promise<readonly Channel[]> {
    return (await this.#list('channels', query)).map(({ id, team_id, name }) => ({
      id: String(id),
      teamId: String(team_id),
      name: String(name),
    }))
  }

  #list(of: 'channels' | 'users', query: string) {
    const path = `/hooks/incoming/${of}?q=${encodeURIComponent(query)}`
    const found = this.#found.get(path) ?? this.#client.get(path).then(objectsIn)
    this.#found.set(path, found)
    return found
  }
}

const AT_ONCE = 8

/** The results of calls, so many of them at the same time, in order. */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_ONCE) {
    for (const each of await Promise.all(items.slice(at, at + AT_ONCE).map(call)))
      results.push(each)
  }
  return results
}

/** What a refusal says of a file; everything else is thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.detail || error.message
  if (error instanceof Error) return error.message
  throw error
}
