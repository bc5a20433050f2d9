import { randomInt } from 'node:crypto'
import { argv, env, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Bars } from '../../support/figures.js'
import { post, readChannel, withSite } from './posting.js'

const CLIENTS = 24
/** How often a request is repeated until it has an answer that says whether it was stored. */
const MOST_TRIES = 400

interface Counts {
  sent: number
  /** Of those sent again on purpose after a 200. */
  replays: number
  conflicts: number
  wrong: string[]
}

/**
 * Sends requests with keys one to four times, at once and again after kills, until each has been
 * acknowledged: every one of them is there, once.
 */
export async function repeatRequests(count: number): Promise<0 | 1> {
  const bars = new Bars()
  await withSite({}, async (first) => {
    const counts: Counts = { sent: 0, replays: 0, conflicts: 0, wrong: [] }
    const state = { site: first, number: 0, kills: 0 }
    const client = async (): Promise<void> => {
      while (state.number < count) await deliver(() => state.site.url, state.number++, counts)
    }
    const working = Promise.all(Array.from({ length: CLIENTS }, client))
    const ended = working.then(() => true)
    while (!(await Promise.race([ended, sleep(randomInt(700, 1500), false)]))) {
      state.site = await state.site.restart()
      state.kills += 1
    }
    await working
    const found = await readChannel(state.site.host, first.channelId)
    const times = new Map<string, number>()
    for (const { message } of found) times.set(message, (times.get(message) ?? 0) + 1)
    const keyed = Array.from({ length: count }, (_, n) => times.get(textOf(n)) ?? 0)
    bars.note('requests, sent in all, kills', `${count}, ${counts.sent}, ${state.kills}`)
    bars.atLeast('kills of the host meanwhile', state.kills, 5)
    bars.atMost('stored more than once', keyed.filter((n) => n > 1).length, 0)
    bars.atMost('acknowledged and not there', keyed.filter((n) => n === 0).length, 0)
    bars.atMost(
      'posts of nobody',
      found.length - keyed.reduce((a, n) => a + n, 0),
      counts.wrong.length,
    )
    bars.atLeast('repeated after their 200: told as replays', counts.replays, count / 10)
    bars.atLeast('another body under a used key: 422', counts.conflicts, count / 50)
    bars.atMost('answers that should not be', counts.wrong.length, 0)
    for (const line of counts.wrong.slice(0, 5)) console.log(line)
  })
  return bars.end()
}

/** One to four times at once, then until all have been acknowledged; some a last time, or with another body. */
async function deliver(url: () => string, number: number, counts: Counts): Promise<void> {
  const key = `key-${number}`
  const once = async (): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      counts.sent += 1
      const status = await statusOf(url(), textOf(number), key)
      if (status === 200) return
      if (![0, 409, 503].includes(status)) counts.wrong.push(`${key} was answered ${status}`)
      await sleep(20)
    }
    counts.wrong.push(`${key} was never acknowledged`)
  }
  await Promise.all(Array.from({ length: randomInt(1, 5) }, once))
  if (number % 5 === 0) {
    counts.sent += 1
    const answer = await post(url(), textOf(number), { 'Idempotency-Key': key }).catch(() => null)
    if (answer?.status === 200 && answer.headers['idempotent-replayed'] === 'true') {
      counts.replays += 1
    } else if (answer && answer.status !== 503) counts.wrong.push(`${key}: not a replay`)
  }
  if (number % 20 === 0) {
    const status = await statusOf(url(), 'another body', key)
    if (status === 422) counts.conflicts += 1
    else if (![0, 503].includes(status)) counts.wrong.push(`${key}: ${status} for another body`)
  }
}

/** 0 when no answer came. */
async function statusOf(url: string, text: string, key: string): Promise<number> {
  return post(url, text, { 'Idempotency-Key': key })
    .then(({ status }) => status)
    .catch(() => 0)
}

function textOf(number: number): string {
  return `request ${number} of many`
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  exit(await repeatRequests(Number(env['REPEATED_REQUESTS'] ?? 10_000)))
}
