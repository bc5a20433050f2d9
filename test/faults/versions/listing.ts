import { z } from 'zod'
import { isObject } from '../../../lib/model/json.js'
import { type ChannelPost, readChannel } from '../machine/posting.js'
import type { Manage } from './management.js'

type Listed = Readonly<Record<string, unknown>>
const LISTED = z.array(z.record(z.string(), z.unknown()))
const PAGE = 50

/** What one version lists. */
export interface Listing {
  readonly webhooks: readonly Listed[]
  readonly incidents: readonly Listed[]
  /** Those of each channel, oldest first. */
  readonly channels: readonly (readonly ChannelPost[])[]
}

export async function readListing(
  manage: Manage,
  url: string,
  channelIds: readonly string[],
): Promise<Listing> {
  const get = (path: string): Promise<unknown> => manage(url, 'GET', path)
  const webhooks = LISTED.parse(await get('/hooks/incoming?per_page=200'))
  const incidents: Listed[] = []
  for (const { id } of webhooks) incidents.push(...(await incidentsOf(get, String(id))))
  const channels: ChannelPost[][] = []
  const api = (method: string, path: string): Promise<unknown> => manage(url, method, path)
  for (const id of channelIds) channels.push(await readChannel({ api }, id))
  return { webhooks, incidents, channels }
}

const INCIDENTS = z.object({ incidents: LISTED.optional(), things: LISTED.optional() })

async function incidentsOf(
  get: (path: string) => Promise<unknown>,
  webhookId: string,
): Promise<readonly Listed[]> {
  const path = `/hooks/incoming/${webhookId}`
  const found: Listed[] = []
  for (let page = 0; ; page += 1) {
    const query = `page=${page}&per_page=${PAGE}`
    const answer = INCIDENTS.parse(
      await get(`${path}/incidents?${query}`).catch(() => get(`${path}/things?${query}`)),
    )
    const items = answer.incidents ?? answer.things ?? []
    found.push(...items)
    if (items.length < PAGE) return found
  }
}

/** How two listings differ, in what both versions show. */
export function differencesOf(older: Listing, newer: Listing): readonly string[] {
  return [
    ...differences('webhook', older.webhooks, newer.webhooks),
    ...differences('incident', older.incidents, newer.incidents),
    ...differences(
      'post',
      older.channels.flat().map(toListed),
      newer.channels.flat().map(toListed),
    ),
  ]
}

/** Versions show the state of an incident each under its own name. */
function toListed({ props, ...post }: ChannelPost): Listed {
  const { webhook_thing: _thing, webhook_incident: _incident, ...others } = props
  return { ...post, props: others }
}

/** Elements without the members that only the newer version shows, such as whose webhook replied. */
function inCommon(older: unknown, newer: unknown): unknown {
  if (!Array.isArray(older) || !Array.isArray(newer)) return newer
  return newer.map((element: unknown, at) => {
    const before: unknown = older[at]
    if (!isObject(element) || !isObject(before)) return element
    return Object.fromEntries(Object.entries(element).filter(([name]) => name in before))
  })
}

function differences(
  what: string,
  older: readonly Listed[],
  newer: readonly Listed[],
): readonly string[] {
  if (older.length !== newer.length) return [`${older.length} or ${newer.length} ${what}s`]
  return older.flatMap((record, at) => {
    const other = newer[at] ?? {}
    return Object.keys(record)
      .filter((name) => name in other)
      .map((name) => [name, textOf(record[name]), textOf(inCommon(record[name], other[name]))])
      .filter(([, one, another]) => one !== another)
      .map(([name, one, another]) => `${name} of a ${what}: ${one} or ${another}`)
  })
}

/** The order of members does not matter. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member instanceof Object && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
