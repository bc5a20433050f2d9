import type { OwnPostgres } from '../test/faults/postgres/server.js'
import { serverCpu } from './postgres-cpu.js'
import { postFor, type Posting } from './postgres-load.js'
import type { Target } from './targets.js'

// Smaller numbers make a quick look; the defaults are the figures worth quoting.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const CLIENTS = 50
/** Seconds: the library's code is compiled well only after some thousand posts. */
const WARM_UP = Math.min(8, 3 * SECONDS)

/** A target and how it is posted to, by 50 clients unless told otherwise. */
export interface Runner
  extends Pick<Posting, 'keyFor' | 'withKey' | 'bodyOf'>, Partial<Pick<Posting, 'clients'>> {
  readonly name: string
  readonly target: Pick<Target, 'hook' | 'usage'>
  /** Posts before the rounds, so that the caches are as full as they will be. */
  readonly warmUpPosts?: number
  /** How many events all readers have received since the start, once nothing more arrives. */
  readonly received?: () => Promise<number>
}

/** Of one round, in posts per second and microseconds of CPU time per post. */
export interface Figures {
  readonly rate: number
  /** Requests that were refused with 503. */
  readonly shed: number
  readonly node: number
  readonly postgres: number
  readonly p99Millis: number
  /** Events that readers received per post. */
  readonly seen: number
}

/** The rounds of each runner, by its name. */
export type Turns = ReadonlyMap<string, readonly Figures[]>

/** In short rounds, so that whatever else the machine does affects all of them alike. */
export async function inTurns(postgres: OwnPostgres, runners: readonly Runner[]): Promise<Turns> {
  console.log(`${runners[0]?.clients ?? CLIENTS} clients, rounds: ${ROUNDS} of ${SECONDS} s`)
  const rounds = new Map(runners.map(({ name }) => [name, new Array<Figures>()]))
  for (const runner of runners) {
    const { target, warmUpPosts: requests, ...posting } = runner
    const { url } = target.hook
    if (requests !== undefined) await postFor({ clients: CLIENTS, ...posting, url, requests })
    await round(postgres, runner, WARM_UP)
  }
  for (let number = 0; number < ROUNDS; number++) {
    for (const runner of runners) {
      rounds.get(runner.name)?.push(await round(postgres, runner, SECONDS))
    }
  }
  return rounds
}

async function round(
  postgres: OwnPostgres,
  { target, received = () => Promise.resolve(0), ...posting }: Runner,
  seconds: number,
): Promise<Figures> {
  const before = await received()
  const [node, database] = [await target.usage(), serverCpu(postgres)]
  const { url } = target.hook
  const posted = await postFor({ clients: CLIENTS, ...posting, url, seconds })
  const { requests, shed, p99Millis } = posted
  const seen = ((await received()) - before) / requests
  return {
    rate: requests / posted.seconds,
    shed,
    node: ((await target.usage()).cpu - node.cpu) / requests,
    postgres: (serverCpu(postgres) - database) / requests,
    p99Millis,
    seen,
  }
}
