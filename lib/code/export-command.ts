import { isObject } from '../model/json.js'
import { writeTo } from './file.js'
import { Names } from './names.js'
import { warn, withOptions } from './options.js'
import { hasSlug, hostOf } from './prepare.js'
import { writtenOf } from './written.js'

/** Writes the webhooks of a host that have a slug. */
export function run(args: readonly string[]): Promise<number> {
  return withOptions(args, async ({ client, file, team }) => {
    const [me, all] = await Promise.all([client.get('/users/me'), client.list(team)])
    const shown = all.filter(hasSlug)
    const id = isObject(me) ? String(me['id']) : ''
    const host = await hostOf(new Names(client, team), shown, id)
    const inOrder = shown
      .map((one) => ({ key: `${String(one['slug'])} ${String(one['team_id'])}`, one }))
      .sort(({ key: a }, { key: b }) => (a < b ? -1 : 1))
    await writeTo(file, { webhooks: inOrder.map(({ one }) => writtenOf(one, host)) })
    const without = all.length - shown.length
    if (without > 0) warn(`Not exported, because they have no slug: ${without}.`)
    return 0
  })
}
