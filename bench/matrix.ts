import { randomBytes } from 'node:crypto'
import { type OwnPostgres, startOwnPostgres } from '../test/faults/postgres/server.js'
import { allBodies, type Body, smallAlert } from './bodies.js'
import { type Round, summarise } from './figures.js'
import type { Generator } from './generator.js'
import type { Load } from './load.js'
import { serverCpu } from './postgres-cpu.js'
import { emptyDatabase } from './postgres-database.js'
import type { Row } from './table.js'
import { startChild, startHost, type Target } from './targets.js'

const BARE = 'bare Express'
/** Connections for the warm-up. */
const USUAL = 20
/** With one connection a server is idle most of the time, so a round would take long. */
const ALONE = 1 / 3

type Way = 'listener' | 'router'

export interface Plan {
  readonly bodies: readonly Body[]
  readonly connections: readonly number[]
  readonly ways: readonly Way[]
  readonly withPostgres: boolean
  readonly rounds: number
  /** Of a round, at most; large enough that only a slow machine meets it. */
  readonly seconds: number
  /** Alerts, after which the code of every target is compiled well. */
  readonly warmUp: number
}

export function fullPlan(rounds: number): Plan {
  return {
    bodies: allBodies(),
    connections: [1, USUAL, 100],
    ways: ['listener', 'router'],
    withPostgres: true,
    rounds,
    seconds: 8,
    warmUp: 3000,
  }
}

/** Ten seconds long, for what is looked at often. */
export function shortPlan(): Plan {
  return {
    bodies: [{ ...smallAlert(), requests: 1500 }],
    connections: [USUAL],
    ways: ['listener'],
    withPostgres: false,
    rounds: 3,
    seconds: 0.6,
    warmUp: 1500,
  }
}

/** Measures one body after another, and returns the rows of each as soon as it has them. */
export async function* measure(plan: Plan, generator: Generator): AsyncGenerator<readonly Row[]> {
  const postgres = plan.withPostgres ? await startOwnPostgres() : null
  try {
    for (const body of plan.bodies) yield await measureBody(plan, body, generator, postgres)
  } finally {
    await postgres?.close()
  }
}

/** A target, and the CPU time of its database in microseconds. */
interface Runner extends Target {
  readonly databaseCpu: () => number
}

// New targets for each body, so that each has the same messages in memory.
async function measureBody(
  plan: Plan,
  body: Body,
  generator: Generator,
  postgres: OwnPostgres | null,
): Promise<readonly Row[]> {
  const runners: Runner[] = []
  try {
    for (const start of starts(plan.ways, postgres)) runners.push(await start())
    for (const { hook } of runners) {
      const load = { body: smallAlert().json, requests: plan.warmUp, seconds: plan.seconds }
      await generator.post(hook, USUAL, load)
    }
    const taken = await inTurns(plan, body, generator, runners)
    const peaks = new Map<string, number>()
    for (const runner of runners) peaks.set(runner.name, (await runner.usage()).peak)
    return plan.connections.flatMap((connections) => {
      const roundsOf = (target: string): readonly Round[] =>
        taken.filter((each) => each.target === target && each.connections === connections)
      return runners.map(({ name }) => ({
        body: body.name,
        connections,
        target: name,
        peak: peaks.get(name) ?? NaN,
        ...summarise(roundsOf(name), roundsOf(BARE)),
      }))
    })
  } finally {
    await Promise.all(runners.map((runner) => runner.stop()))
  }
}

function starts(
  ways: readonly Way[],
  postgres: OwnPostgres | null,
): readonly (() => Promise<Runner>)[] {
  const alone = async (target: Promise<Target>): Promise<Runner> => {
    return { ...(await target), databaseCpu: () => 0 }
  }
  return [
    () => alone(startChild('bare-http', {}, 'bare node:http')),
    () => alone(startChild('bare', {}, BARE)),
    ...ways.map((way) => () => alone(startChild('memory', { THROUGH: way }, `memory, ${way}`))),
    ...ways.map((way) => () => alone(startHost(`lowdb, ${way}`, way))),
    ...(postgres ? ways.map((way) => () => startOn(postgres, way)) : []),
  ]
}

async function startOn(postgres: OwnPostgres, way: Way): Promise<Runner> {
  const url = await emptyDatabase(postgres.url, `bench_${randomBytes(8).toString('hex')}`)
  const target = await startHost(`PostgreSQL, ${way}`, way, { DATABASE_URL: url })
  return { ...target, databaseCpu: () => serverCpu(postgres) }
}

/** A round of one target, at one number of connections. */
interface Taken extends Round {
  readonly target: string
  readonly connections: number
}

// So that whatever else the machine does meets all of them alike.
async function inTurns(
  { rounds, connections, seconds }: Plan,
  body: Body,
  generator: Generator,
  runners: readonly Runner[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (let round = 0; round < rounds; round++) {
    for (const count of connections) {
      for (const runner of runners) {
        const figures = await measureRound(runner, generator, count, {
          body: body.json,
          requests: Math.ceil(count === 1 ? body.requests * ALONE : body.requests),
          seconds,
        })
        taken.push({ ...figures, target: runner.name, connections: count })
      }
    }
  }
  return taken
}

async function measureRound(
  runner: Runner,
  generator: Generator,
  connections: number,
  load: Load,
): Promise<Round> {
  const post = await generator.connect(runner.hook, connections)
  const [before, databaseBefore] = [await runner.usage(), runner.databaseCpu()]
  const posted = await post(load)
  const database = runner.databaseCpu() - databaseBefore
  const cpu = (await runner.usage()).cpu - before.cpu
  return {
    cpuMicros: (cpu + database) / posted.requests,
    databaseMicros: database / posted.requests,
    p50Millis: posted.p50Millis,
    p99Millis: posted.p99Millis,
    shed: posted.shed,
  }
}
