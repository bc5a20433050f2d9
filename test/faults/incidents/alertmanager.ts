import { exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startExampleHost } from '../../support/example-host.js'
import { Bars } from '../../support/figures.js'
import { makeHookChannel } from '../../support/hook-channel.js'
import { until } from '../../support/until.js'
import { type ChannelPost, readChannel } from '../machine/posting.js'
import {
  type Alert,
  type Alertmanager,
  alertmanagerProgram,
  startAlertmanager,
} from './alertmanager-program.js'

const GROUPS = 20
const SECONDS = Number(process.env['ALERTMANAGER_SECONDS'] ?? 60)
/** How often Alertmanager tells of a group that changes, in milliseconds. */
const INTERVAL = Number(process.env['ALERTMANAGER_INTERVAL'] ?? 600)
const CHANGE_EVERY = 150
/** After so many changes all alerts of a group are resolved, and then others begin. */
const CHANGES = 20
/** Reports of one incident that come more often than twice in a second are answered once in a second. */
const LEAST = Math.floor(GROUPS * Math.min(2, (0.8 * 1000) / INTERVAL))
const HOUR = 3_600_000

const INCIDENT = z.object({ state: z.string() })

/** Groups of alerts that change all the time, for a minute: nothing is lost, and what is shown last is true. */
async function endureAlertmanager(program: string): Promise<0 | 1> {
  const bars = new Bars()
  const host = await startExampleHost({ env: { HOOK_RATE: '10,600' } })
  try {
    const place = await makeHookChannel(host, 'alerts')
    const alertmanager = await startAlertmanager(program, {
      url: `${host.url}${place.hookPath}`,
      interval: INTERVAL,
    })
    try {
      await change(alertmanager)
      const sent = await alertmanager.metric('notifications_total')
      const names = Array.from({ length: GROUPS }, (_, group) => nameOf(group))
      await until('Alertmanager has told of the last alerts', async () => {
        const before = await alertmanager.metric('notifications_total')
        await sleep(2 * INTERVAL + 1_000)
        return (await alertmanager.metric('notifications_total')) === before
      })
      const posts = await readChannel(host, place.channelId)
      const shown = posts.filter(({ root_id }) => root_id === '')
      const failed = await alertmanager.metric('notifications_failed_total')
      const again = await alertmanager.metric('notification_requests_failed_total')
      bars.note('seconds, groups', `${SECONDS}, ${GROUPS}`)
      bars.atLeast('notifications per second', sent / SECONDS, LEAST)
      bars.atMost('notifications that are lost', failed, 0)
      bars.atMost('requests that had to be repeated', again, 0)
      bars.atMost('first posts beside one for each group', shown.length - GROUPS, 0)
      const untrue = names.filter((name, group) => !isTrue(shown, name, group))
      bars.atMost('groups whose post does not say what they are', untrue.length, 0)
      for (const name of untrue) console.log(JSON.stringify(shown.filter(isOf(name))))
      return bars.end()
    } finally {
      await alertmanager.stop()
    }
  } finally {
    await host.stop()
  }
}

/** Changes the groups until the time is over; then the odd ones end, and one last alert of the others is left. */
async function change(alertmanager: Alertmanager): Promise<void> {
  const end = performance.now() + SECONDS * 1000
  let number = 0
  for (; performance.now() < end; number += 1) {
    const all = Array.from({ length: GROUPS }, (_, group) => changed(group, number))
    await alertmanager.post(all.flat())
    await sleep(CHANGE_EVERY)
  }
  const last = Array.from({ length: GROUPS }, (_, group) => [
    ...ended(group, number - 1),
    ...(isOpenAtLast(group) ? [begun(group, 'the last one')] : []),
  ])
  await alertmanager.post(last.flat())
}

function changed(group: number, number: number): readonly Alert[] {
  const isPause = (number + group) % CHANGES === 0
  return [...ended(group, number - 1), ...(isPause ? [] : [begun(group, String(number))])]
}

function begun(group: number, instance: string): Alert {
  const now = Date.now()
  return alertOf(group, instance, new Date(now), new Date(now + HOUR))
}

function ended(group: number, number: number): readonly Alert[] {
  const now = Date.now()
  return number < 0 ? [] : [alertOf(group, String(number), new Date(now - 1), new Date(now))]
}

function alertOf(group: number, instance: string, from: Date, until: Date): Alert {
  return {
    labels: { alertname: nameOf(group), instance },
    annotations: { summary: `${nameOf(group)}: ${instance}` },
    startsAt: from.toISOString(),
    endsAt: until.toISOString(),
  }
}

function nameOf(group: number): string {
  return `Group${String(group).padStart(2, '0')}`
}

function isOpenAtLast(group: number): boolean {
  return group % 2 === 0
}

function isOf(name: string): (root: ChannelPost) => boolean {
  return (root) => JSON.stringify(root).includes(name)
}

function isTrue(roots: readonly ChannelPost[], name: string, group: number): boolean {
  const [root] = roots.filter(isOf(name))
  const state = INCIDENT.safeParse(root?.props['webhook_incident']).data?.state
  if (!isOpenAtLast(group)) return state === 'closed'
  return state === 'open' && JSON.stringify(root).includes('the last one')
}

exit(await endureAlertmanager(alertmanagerProgram() ?? 'alertmanager'))
