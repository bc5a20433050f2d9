import { parentPort } from 'node:worker_threads'
import { compareSync, hashSync } from 'bcryptjs'

/** What the worker is asked; it answers each job with one message, in order. */
export type PasswordJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string }

/** The hash that was made, or whether the password fits. */
export type PasswordReply = string | boolean

parentPort?.on('message', (job: PasswordJob) => {
  parentPort?.postMessage(perform(job))
})

function perform(job: PasswordJob): PasswordReply {
  return job.kind === 'hash'
    ? hashSync(job.password, job.cost)
    : compareSync(job.password, job.hash)
}
