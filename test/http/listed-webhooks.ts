import type { AdminHost } from './admin-router.host.js'

/** What a call of the list answers. */
export interface Listed {
  readonly status: number
  /** The records, in their order. */
  readonly records: readonly ListedRecord[]
  /** Null if it was not asked for. */
  readonly total: number | null
}

export interface ListedRecord {
  readonly name: string
  /** What `after` takes to continue behind it. */
  readonly place: string
}

export async function listedBy(
  { send }: Pick<AdminHost, 'send'>,
  query: string,
  as: string,
): Promise<Listed> {
  const answer = await send('get', `/hooks/incoming?${query}`, as)
  const { status } = answer
  const body: unknown = answer.body
  const items: unknown = Array.isArray(body) ? body : fieldOf(body, 'incoming_webhooks')
  const total = fieldOf(body, 'total_count')
  return {
    status,
    records: Array.isArray(items) ? items.map(recordOf) : [],
    total: typeof total === 'number' ? total : null,
  }
}

/** The same in a line: the names, and how many match if that was asked for, or the status of a refusal. */
export async function lineOf(
  host: Pick<AdminHost, 'send'>,
  query: string,
  as: string,
): Promise<string> {
  const { status, records, total } = await listedBy(host, query, as)
  if (status !== 200) return String(status)
  const names = records.map(({ name }) => name).join()
  return total === null ? names : `${names} of ${total}`
}

function recordOf(record: unknown): ListedRecord {
  const [name, createAt, id] = ['display_name', 'create_at', 'id'].map((each) =>
    String(fieldOf(record, each)),
  )
  return { name: name ?? '', place: `${createAt},${id}` }
}

function fieldOf(of: unknown, name: string): unknown {
  return Reflect.get(Object(of), name)
}
