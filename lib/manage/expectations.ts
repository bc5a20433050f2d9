import { settled } from '../adapters/one-at-a-time.js'
import { asError } from '../host/as-error.js'
import type { CheckedDelivery } from '../host/checked.js'
import { CLOSE_MS } from '../log/diagnostics.js'
import type { SignalEvent } from '../log/watch.js'
import { isUnavailable, WebhookError } from '../model/errors.js'
import { LEAST_EXPECTED } from '../model/limits.js'
import type { HookLog } from '../model/log.js'
import type { HookSettings, IncomingWebhook } from '../model/records.js'
import type { Deliver } from '../pipeline/deliver.js'
import { silenceReport } from '../pipeline/silence-report.js'
import { isActive } from '../rules/alive.js'
import { nextNotice } from '../rules/silence.js'

/** How often a node looks whether anything is due, in milliseconds. */
const LOOK_EVERY = 5_000
/** A node that has not looked for longer could not hear anything meanwhile, in milliseconds. */
const GAP = 60_000
/** Webhooks of one look. */
const MOST = 1_000
/** Webhooks that are told of at a time. */
const AT_ONCE = 20
/** The time heard is written at most once in this time, in milliseconds for each second expected. */
const WRITTEN_EVERY = 125
const SILENT_AFTER = 1_250

interface ExpectationsParts {
  readonly adapters: Pick<CheckedDelivery, 'guarantees' | 'settings' | 'webhooks'>
  readonly deliver: Deliver
  /** Told of a silence once it was told in the channel, or could not be. */
  readonly onSignal: ((event: SignalEvent) => void) | undefined
  readonly clock: () => number
  readonly log: HookLog
}

/** When this process last heard of a webhook, and which time it has written. */
interface Heard {
  at: number
  written: number
  every: number
}

/** Whether a host can tell that nothing comes: it lists what is due, keeps when something came, and tells it once. */
export function canExpect({
  guarantees,
  webhooks,
}: Pick<CheckedDelivery, 'guarantees' | 'webhooks'>): boolean {
  return Boolean(webhooks.listExpecting && webhooks.noteResult) && guarantees.has('once')
}

/**
 * Tells in the channels of webhooks that nothing comes through them, and that something came again. Every
 * process looks, and the idempotency key of each notice lets one of them post it.
 */
export class Expectations {
  readonly #parts: ExpectationsParts
  readonly #heard = new Map<string, Heard>()
  /** Webhooks that could not post their notice, with the silences that it was about. */
  readonly #refused = new Map<string, number>()
  #awakeSince: number
  #lookedAt: number
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(parts: ExpectationsParts) {
    this.#parts = parts
    this.#awakeSince = this.#lookedAt = parts.clock()
  }

  start(): void {
    if (!canExpect(this.#parts.adapters)) return
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY).unref()
  }

  /** Notes that a request was accepted or skipped. It never makes it wait or fail. */
  heard({ id, expectEvery, lastResult }: IncomingWebhook, at: number): void {
    if (expectEvery === 0 && !lastResult?.silentSince) return
    const known = this.#heard.get(id)
    const heard = known ?? { at, written: 0, every: 0 }
    heard.at = Math.max(heard.at, at)
    heard.every = expectEvery || LEAST_EXPECTED
    this.#heard.set(id, heard)
    if (!isDue(heard, at)) return
    const written = this.#write(id, heard)
    // Another process may have told that nothing came.
    if (!known) void written.then(() => this.look())
  }

  /** Tells what is due. Of calls during a look, one looks again: what they mean may have come too late for it. */
  look(): Promise<void> {
    this.#next ??= this.#looking.then(() => {
      this.#next = null
      this.#looking = this.#look().catch((error: unknown) => {
        this.#warn('could not look for webhooks through which nothing comes', error)
      })
      return this.#looking
    })
    return this.#next
  }

  /** Writes what was heard, for at most 5 s. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const writes = [...this.#heard].map(([id, heard]) => this.#write(id, heard))
    await settled(Promise.all([this.#looking, ...writes]), CLOSE_MS)
  }

  async #look(): Promise<void> {
    const { adapters, clock } = this.#parts
    const now = clock()
    await Promise.all(this.#due(now).map(([id, heard]) => this.#write(id, heard)))
    const settings = await adapters.settings.get()
    if (!settings.enableIncomingWebhooks) return
    const found = (await adapters.webhooks.listExpecting?.(now, MOST)) ?? []
    if (now - this.#lookedAt > GAP) this.#awakeSince = now
    this.#lookedAt = now
    for (let at = 0; at < found.length; at += AT_ONCE) {
      const some = found.slice(at, at + AT_ONCE)
      await Promise.all(some.map((webhook) => this.#tell(webhook, settings, now)))
    }
  }

  /** Those whose time heard is to be written; of others that are silent by now, all is known to the store. */
  #due(now: number): readonly (readonly [string, Heard])[] {
    const all = [...this.#heard]
    for (const [id, { at, written, every }] of all) {
      if (at === written && now - at >= every * SILENT_AFTER) this.#heard.delete(id)
    }
    return all.filter(([, heard]) => isDue(heard, now))
  }

  async #write(id: string, heard: Heard): Promise<void> {
    const { at, written } = heard
    if (at === written) return
    heard.written = at
    try {
      await this.#parts.adapters.webhooks.noteResult?.(id, { heardAt: at })
    } catch (error) {
      heard.written = written
      this.#warn('could not record when a webhook was heard', error, id)
    }
  }

  async #tell(webhook: IncomingWebhook, settings: HookSettings, now: number): Promise<void> {
    const notice = nextNotice(webhook, this.#awakeSince)
    const { id, userId } = webhook
    if (!notice || notice.at > now) return
    const { says, since } = notice
    const isSilent = says === 'silent'
    if (isSilent && !isActive(webhook, now)) return
    if (this.#refused.get(id) === since) return
    const tellHost = (): void => {
      const signal = { signal: 'silent', reason: '', count: 0, since } as const
      if (isSilent) this.#parts.onSignal?.({ webhookId: id, userId, ...signal })
    }
    const report = silenceReport(webhook, settings, notice, isSilent ? now : notice.at)
    try {
      // A node that ends now leaves it to the others, which must know even if something comes by then.
      if (isSilent) await this.#note(id, -since)
      const { repeated } = await this.#parts.deliver(report)
      await this.#note(id, isSilent ? since : 0)
      if (!repeated) tellHost()
    } catch (error) {
      if (!isFinal(error)) {
        this.#warn('could not tell that nothing comes through a webhook', error, id)
        return
      }
      this.#refused.set(id, since)
      tellHost()
      await this.#note(id, 0)
    }
  }

  async #note(id: string, silentSince: number): Promise<void> {
    await this.#parts.adapters.webhooks.noteResult?.(id, { silentSince })
  }

  #warn(message: string, error: unknown, webhook?: string): void {
    if (isUnavailable(error)) return
    this.#parts.log('warn', message, { ...(webhook && { webhook }), error: asError(error) })
  }
}

function isDue({ at, written, every }: Heard, now: number): boolean {
  return at !== written && now - written >= every * WRITTEN_EVERY
}

/** Whether the same notice is refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof WebhookError && error.status < 500 && error.status !== 429
}
