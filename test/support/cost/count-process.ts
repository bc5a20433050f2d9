import { Session } from 'node:inspector/promises'
import { countReads, readsDuring } from './reads.js'
import type { Scan, Scanners } from './scanners.js'

/** Texts for a scanner, by name. */
export interface Job {
  readonly of: Scanners
  readonly name: string
  readonly texts: readonly string[]
}

const COUNTED = /\/dist\/(?:lib\/|test\/support\/cost\/broken\.js$)/

// Before the code is loaded: what is compiled already is not counted by its branches and loops.
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { SCANNERS } = await import('./scanners.js')
const { WebhookError } = await import('../translation.js')
countReads()
await takeSteps()

process.on('message', (job: Job) => {
  void countsOf(job).then((counts) => process.send?.(counts))
})

async function countsOf({ of, name, texts }: Job): Promise<(number | string)[]> {
  const scan = SCANNERS[of][name]
  if (!scan) return [`there is no ${name}`]
  const counts: (number | string)[] = []
  for (const text of texts) counts.push(await countOf(scan, text))
  return counts
}

async function countOf(scan: Scan, text: string): Promise<number | string> {
  let failure = ''
  const reads = readsDuring(() => {
    try {
      scan(text)
    } catch (error) {
      if (!(error instanceof WebhookError)) failure = String(error)
    }
  })
  const steps = await takeSteps()
  return failure === '' ? reads + steps : failure
}

/** How often the parts of the library's code have run since this was asked last. */
async function takeSteps(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  let steps = 0
  for (const { url, functions } of result) {
    if (!COUNTED.test(url)) continue
    for (const { ranges } of functions) for (const { count } of ranges) steps += count
  }
  return steps
}
