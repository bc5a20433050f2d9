import { Worker } from 'node:worker_threads'
import { WebhookError } from '../model/errors.js'
import { asIs, errorAt } from '../model/sent.js'
import type { PasswordJob, PasswordReply } from './password-worker.js'
import { PASSWORD_WORKER } from './password-worker-source.cjs'
import { busy, FairTurns } from './turns.js'

/** bcrypt ignores further bytes, so they would not protect the account. */
const MAX_PASSWORD_BYTES = 72
const MAX_JOBS = 100
/** Per address, so that one address cannot fill the queue. */
const MAX_JOBS_OF_ADDRESS = 50
const BCRYPT_HASH = /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Hashes and compares with bcrypt, one job at a time, in a worker thread.
 * More than 100 jobs at once, or 50 of an address, or any after `close`: `storage_unavailable`.
 *
 * `cost` is the bcrypt cost, 4 to 31, default 10. The thread starts with the first job. Hashes with
 * another cost also work, but then timing reveals whether an account exists.
 */
export function createPasswords({ cost = 10 }: { readonly cost?: number } = {}) {
  if (!Number.isInteger(cost) || cost < 4 || cost > 31) {
    throw new TypeError('The cost of a password hash must be an integer from 4 to 31')
  }
  // A well-formed hash that no password matches. Comparing with it takes as long as with a real one.
  const dummy = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
  const turns = new FairTurns(MAX_JOBS)
  const thread = new Thread()
  let closed = false
  const ask = async (key: string, most: number, job: PasswordJob): Promise<PasswordReply> => {
    if (closed) throw busy()
    return turns.run(key, most, () => thread.ask(job))
  }
  return {
    /** `password_blank` for an empty password, `invalid_body` for one of more than 72 bytes of UTF-8. */
    hash: async (password: string) => {
      checkNewPassword(password)
      return String(await ask('hash', MAX_JOBS, { kind: 'hash', password, cost }))
    },
    /**
     * False, after the same amount of work, for a missing or malformed hash or more than 72 bytes. Jobs
     * run in turns over the addresses.
     */
    compare: async (password: string, hash: string | null, address = '') => {
      const known = hash !== null && BCRYPT_HASH.test(hash)
      const fits = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
      const matches = await ask(`address ${address}`, MAX_JOBS_OF_ADDRESS, {
        kind: 'compare',
        password: fits ? password : password.slice(0, MAX_PASSWORD_BYTES),
        hash: known ? hash : dummy,
      })
      return matches === true && known && fits
    },
    /** Waits for pending jobs, then ends the thread. */
    close: async () => {
      if (closed) return
      closed = true
      await turns.idle()
      await thread.stop()
    },
  }
}

function checkNewPassword(password: unknown): void {
  if (password === '') throw new WebhookError('password_blank')
  if (typeof password !== 'string' || Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw errorAt(asIs, 'password', `expected a string of at most ${MAX_PASSWORD_BYTES} bytes`)
  }
}

/** One worker, started on demand and restarted after it dies. The job it was running then fails. */
class Thread {
  #worker: Worker | null = null

  ask(job: PasswordJob): Promise<PasswordReply> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.#start())
      const done = (): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        // An idle worker must not keep the process alive, but a script that awaits a hash must get it.
        worker.unref()
      }
      const onMessage = (reply: PasswordReply): void => {
        done()
        resolve(reply)
      }
      const onError = (error: Error): void => {
        done()
        reject(error)
      }
      const onExit = (): void => {
        onError(busy())
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.ref()
      worker.postMessage(job)
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const started = new Worker(PASSWORD_WORKER, {
      // A file of its own would be missing from a host's bundle.
      eval: true,
      // The host's flags may not apply to a script (`--input-type`, loaders).
      execArgv: [],
    })
    const forget = (): void => {
      if (this.#worker === started) this.#worker = null
    }
    return started.on('error', forget).on('exit', forget)
  }
}
