import { z } from 'zod'
import { signIn } from '../../support/chat-host.js'
import { type HookChannel, makeHookChannel } from '../../support/hook-channel.js'
import { judge } from './judge.js'
import { differencesOf, readListing } from './listing.js'
import { type Manage, Management, manageWith } from './management.js'
import type { Versions } from './nodes.js'
import { Senders } from './senders.js'
import { PASSWORD, type StoreUnderTest } from './stores.js'

const WEBHOOKS = 5
/** The only channel of the hosts on ready-made stores. */
const CHANNEL_ID = 'c'.repeat(26)
const CREATED = z.object({ id: z.string(), key: z.string() })

/** Both versions on one store, while messages are sent and webhooks are managed. What was wrong. */
export async function tryStore(
  { name, isExampleHost, open }: StoreUnderTest,
  versions: Versions,
  server: string,
  milliseconds: number,
): Promise<readonly string[]> {
  const nodes = await open(versions, server)
  try {
    const token = await signIn(nodes.url(0), { login_id: 'admin', password: PASSWORD })
    const manage = manageWith(nodes, token)
    const hooks = await makeHooks(manage, nodes.url(0), isExampleHost)
    const channelIds = [...new Set(hooks.map(({ channelId }) => channelId))]
    const senders = new Senders(
      nodes,
      hooks.map(({ hookPath }) => hookPath),
    )
    const management = new Management({ nodes, manage, senders, channelId: channelIds[0] ?? '' })
    const state = { isOver: false }
    const isOver = (): boolean => state.isOver
    const change = nodes.change(milliseconds).finally(() => {
      state.isOver = true
    })
    await Promise.all([change, senders.sendUntil(isOver), management.workUntil(isOver)])

    const [older, newer] = await nodes.each((url) => readListing(manage, url, channelIds))
    const wrongs = judge(senders, newer.channels, isExampleHost)
    const { count, p99 } = senders.times.summary()
    const { refused, differing, incidents } = senders
    const result = Object.entries({ refused: refused.length, ...wrongs })
    const seen = `${management.changes} changes, unseen for at most ${Math.round(management.slowestMs)} ms`
    console.log(
      `${name}: ${count} sent, ${incidents.size} incidents, ${seen}, p99 ${Math.round(p99)} ms:`,
      result.map(([what, found]) => `${found} ${what}`).join(', '),
    )
    const wrong = Object.entries(wrongs).filter(([, found]) => found > 0)
    return [
      ...wrong.map(([what, found]) => `${found} ${what}`),
      ...refused.map((answer) => `refused: ${answer}`),
      ...differing,
      ...management.unseen,
      ...differencesOf(older, newer),
    ]
  } finally {
    await nodes.stop()
  }
}

async function makeHooks(
  manage: Manage,
  url: string,
  isExampleHost: boolean,
): Promise<readonly HookChannel[]> {
  const hooks: HookChannel[] = []
  const api = (method: string, path: string, body?: unknown): Promise<unknown> =>
    manage(url, method, path, body)
  for (let n = 0; n < WEBHOOKS; n += 1) {
    const name = `channel-${n}`
    if (isExampleHost) hooks.push(await makeHookChannel({ api }, name))
    else {
      const fields = { channel_id: CHANNEL_ID, display_name: name }
      const { id: hookId, key } = CREATED.parse(await api('POST', '/hooks/incoming', fields))
      hooks.push({ channelId: CHANNEL_ID, hookId, hookPath: `/hooks/${key}` })
    }
  }
  return hooks
}
