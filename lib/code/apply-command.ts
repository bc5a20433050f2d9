import { isObject } from '../model/json.js'
import { type Client, HostError, Refusal } from './client.js'
import { reasonOf } from './names.js'
import { say, withFile } from './options.js'
import { changes, linesOf, summaryOf } from './plan.js'
import { lacksSecret, mistakeAt, type Plan, type PlannedStep, prepare } from './prepare.js'
import { Mistakes } from './source.js'
import type { Shown } from './written.js'

/** Makes the webhooks of a host those of a file, once the host has checked all of them. */
export function run(args: readonly string[]): Promise<number> {
  return withFile(args, async (options) => {
    const { file, client } = options
    const plan = await prepare(options)
    const done: PlannedStep[] = []
    for (const step of plan.steps) {
      // One after the other, so that what was done before a failure is known.
      if (changes(step))
        await applied(client, step).catch((error: unknown) => {
          if (done.length > 0) say(`Stopped. ${summaryOf(done, true)}`)
          throw placed(file, plan, step, error)
        })
      done.push(step)
      for (const line of linesOf(step)) say(line)
    }
    say(summaryOf(done, true))
    return done.some(lacksSecret) ? 1 : 0
  })
}

async function applied(client: Client, step: PlannedStep) {
  if ('other' in step) {
    const { present } = step.other
    await current(client, present)
    await client.send('DELETE', pathOf(present))
    return
  }
  const { present, body, needsSecret } = step.entry
  if (present) {
    const etag = await current(client, present)
    await client.send('PUT', pathOf(present), { body, etag })
    return
  }
  const { body: made } = await client.send('POST', '/hooks/incoming', { body })
  // Until it has the secret, whoever has its URL could send without a signature.
  if (!needsSecret || !isObject(made)) return
  await client.send('POST', `${pathOf(made)}/disable`).catch((error: unknown) => {
    throw new Error(`it was created, but could not be disabled: ${reasonOf(error)}`)
  })
}

/** The version of a webhook that nobody has changed since it was compared. */
async function current(client: Client, present: Shown) {
  const { body, etag } = await client.send('GET', pathOf(present))
  if (isObject(body) && body['update_at'] === present['update_at']) return etag
  throw new Error(MEANWHILE)
}

const MEANWHILE = 'somebody has changed it meanwhile; run apply again'
/** Deleted, created or changed by others since the host checked it. */
const OF_OTHERS: readonly number[] = [404, 409, 412]

function pathOf({ id }: Shown) {
  return `/hooks/incoming/${String(id)}`
}

function placed(file: string, { source }: Plan, step: PlannedStep, error: unknown): unknown {
  const isOfOthers = error instanceof Refusal && OF_OTHERS.includes(error.status)
  const reason = isOfOthers ? MEANWHILE : reasonOf(error)
  const { label } = 'other' in step ? step.other : step.entry
  if ('other' in step || error instanceof HostError) {
    return new Error(`${file}: ${label}: ${reason}`)
  }
  return new Mistakes(file, [mistakeAt(source, step.entry.path, reason)])
}
