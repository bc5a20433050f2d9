import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DeliveriesAdapter,
  type DeliveryFilter,
  type DeliveryLimits,
  type DeliveryRecord,
  isMeant,
  REQUEST_SHARES,
} from 'express-incoming-webhooks/adapters'
import { ifThere } from '../disk/fs.js'
import { LineFile, type LineLimits } from './line-file.js'

/** Of a webhook, what was sent takes at most twice as much. */
const SENT_BYTES = 5 * 1024 * 1024
const MOST_SENT = 1024 * 1024 * 1024
const SENT = 'sent'
/** Files that are kept in mind. */
const MOST_KNOWN = 10_000
/** How many files are appended to at once. Each takes a file descriptor, which connections need too. */
const AT_ONCE = 50

/** Before the limits are known. */
const UNTIL_TOLD: DeliveryLimits = {
  before: 0,
  keptBefore: 0,
  perShare: { accepted: 1_000, refused: 1_000, unproven: 1_000, replayed: 1_000 },
}

/**
 * The log of requests: a file for each share of each webhook, and one for what was sent. Nothing of it is
 * read when the server starts, and nothing of it is in the snapshot or in backups.
 */
export function fileDeliveries(directory: string): Required<Omit<DeliveriesAdapter, 'latest'>> {
  const files = new Map<string, LineFile>()
  let { perShare, before, keptBefore }: DeliveryLimits = UNTIL_TOLD

  const fileAt = (name: string) => {
    const known = files.get(name)
    if (known) return known
    if (files.size >= MOST_KNOWN) files.clear()
    const file = new LineFile(join(directory, name))
    files.set(name, file)
    return file
  }
  const fileOf = (webhookId: string, part: string) => fileAt(nameOf(webhookId, part))
  const ofShares = (webhookId: string): readonly LineFile[] =>
    REQUEST_SHARES.map((share) => fileOf(webhookId, share))
  const all = async (): Promise<readonly LineFile[]> => {
    const names = (await ifThere(readdir(directory))) ?? []
    return [...new Set(names.map((name) => name.replace(/(?:\.earlier)?(?:\.tmp)?$/, '')))].map(
      fileAt,
    )
  }
  const requestsIn = async (file: LineFile): Promise<readonly DeliveryRecord[]> => {
    const lines = await file.read()
    const requests = lines.map(parsed).filter(isRequest).reverse()
    const [newest] = requests
    return newest
      ? requests.slice(0, perShare[newest.share]).filter(({ time }) => time >= before)
      : []
  }

  return {
    // Many files at once, which takes two thirds of the CPU of one after another.
    append: async (entries) => {
      const written = new Map<string, { readonly limits: LineLimits; readonly lines: object[] }>()
      const put = (name: string, line: object, limits: LineLimits) => {
        const file = written.get(name) ?? { limits, lines: [] }
        written.set(name, file)
        file.lines.push(line)
      }
      for (const entry of entries) {
        const { webhookId, share, id, time, kept } = entry
        put(nameOf(webhookId, share), { ...entry, kept: undefined }, { lines: perShare[share] })
        if (kept !== null) put(nameOf(webhookId, SENT), { id, time, kept }, { bytes: SENT_BYTES })
      }
      const writes = Array.from(written, ([name, { lines, limits }]) => () => {
        const texts = lines.map((line) => JSON.stringify(line))
        return fileAt(name).append(texts, limits)
      })
      for (let at = 0; at < writes.length; at += AT_ONCE) {
        await Promise.all(writes.slice(at, at + AT_ONCE).map((write) => write()))
      }
    },
    list: async (filter, { offset, limit }) => {
      const of = filter.webhookIds?.flatMap(ofShares) ?? (await all()).filter(isOfRequests)
      const found = await newestOf(of, requestsIn, filter, offset + limit)
      return found.slice(offset, offset + limit)
    },
    find: async (webhookId, id) => {
      const lists = await Promise.all(ofShares(webhookId).map(requestsIn))
      const request = lists.flat().find((each) => each.id === id)
      if (!request) return null
      const lines = request.time < keptBefore ? [] : await fileOf(webhookId, SENT).read()
      // Ids are unique, and nothing else of a line can look like the beginning of one.
      const sent = lines.find((line) => line.startsWith(`{"id":${JSON.stringify(id)},`))
      return { ...request, kept: textAt(parsed(sent ?? ''), 'kept') || null }
    },
    prune: async (limits) => {
      ;({ perShare, before, keptBefore } = limits)
      const found = await all()
      for (const file of found) {
        await file.deleteBefore(isOfRequests(file) ? limits.before : limits.keptBefore)
      }
      await deleteBeyond(
        MOST_SENT,
        found.filter((file) => !isOfRequests(file)),
      )
    },
    deleteFor: async (webhookId, only) => {
      const files = [fileOf(webhookId, SENT), ...(only ? [] : ofShares(webhookId))]
      for (const file of files) await file.delete()
    },
  }
}

/** Requests that are meant, newest first, so many at least. It reads no file that only has older ones. */
async function newestOf(
  files: readonly LineFile[],
  read: (file: LineFile) => Promise<readonly DeliveryRecord[]>,
  filter: DeliveryFilter,
  count: number,
): Promise<readonly DeliveryRecord[]> {
  const { from = -Infinity } = filter
  let found: DeliveryRecord[] = []
  for (const { file, at } of await latestFirst(files)) {
    const last = found[count - 1]
    if (at < from || (last && last.time > at)) break
    const meant = (await read(file)).filter((request) => isMeant(request, filter))
    // What is there is the newer of two at one time only within a file, whose order stays.
    found = [...found, ...meant].sort((one, other) => other.time - one.time)
  }
  return found
}

async function latestFirst(
  files: readonly LineFile[],
): Promise<readonly { readonly file: LineFile; readonly at: number; readonly bytes: number }[]> {
  const sized = await Promise.all(files.map(async (file) => ({ file, size: await file.size() })))
  return sized
    .flatMap(({ file, size }) => (size ? [{ file, ...size }] : []))
    .sort((one, other) => other.at - one.at)
}

/** Deletes the files beyond so many bytes, those that were idle longest. */
async function deleteBeyond(most: number, files: readonly LineFile[]) {
  let sum = 0
  for (const { file, bytes } of await latestFirst(files)) {
    sum += bytes
    if (sum > most) await file.delete()
  }
}

function isOfRequests({ path }: LineFile) {
  return !path.endsWith(`.${SENT}`)
}

function nameOf(webhookId: string, part: string) {
  return `${safeName(webhookId)}.${part}`
}

/** Of ids that are not this store's, a digest: they may be any text. */
function safeName(webhookId: string) {
  return /^[a-z0-9]{26}$/.test(webhookId)
    ? webhookId
    : createHash('sha256').update(webhookId).digest('hex')
}

/** Undefined for a line that was not written whole. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function textAt(value: unknown, name: string) {
  const text: unknown = value instanceof Object ? Reflect.get(value, name) : undefined
  return typeof text === 'string' ? text : ''
}

/** Only this store writes these files, so a line that is whole is a request. */
function isRequest(value: unknown): value is DeliveryRecord {
  return textAt(value, 'id') !== ''
}
