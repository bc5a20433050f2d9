import { parentPort } from 'node:worker_threads'
import { compareSync, hashSync } from 'bcryptjs'

/** A job for the worker. It replies to each job with one message, in order. */
export type PasswordJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string }

/** The hash, or whether the password matches. */
export type PasswordReply = string | boolean

parentPort?.on('message', (job: PasswordJob) => {
  const { kind, password } = job
  const reply: PasswordReply =
    kind === 'hash' ? hashSync(password, job.cost) : compareSync(password, job.hash)
  parentPort?.postMessage(reply)
})
