/** A metric as a scraper reads it. */
export interface Scraped {
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

interface Sample {
  /** With the end that histograms add. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const HELP = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\]|\\\\|\\n)+)$/
const TYPE = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.+)\})? (\S+)$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/gy
const VALUE = /^(?:\+Inf|-Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/

/**
 * Reads Prometheus's text format 0.0.4 more strictly than Prometheus does: throws for anything that is out
 * of order, twice, or no consistent histogram.
 */
export function scraped(text: string): ReadonlyMap<string, Scraped> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const metrics = new Map<string, Scraped>()
  let lines = text.slice(0, -1).split('\n')
  while (lines.length > 0) {
    const [, name = '', help = ''] = HELP.exec(lines[0] ?? '') ?? fail(lines[0])
    const [, typed, type = ''] = TYPE.exec(lines[1] ?? '') ?? fail(lines[1])
    if (typed !== name || metrics.has(name)) fail(lines[1])
    const end = lines.findIndex((line, index) => index > 1 && line.startsWith('#'))
    const own = lines.slice(2, end === -1 ? undefined : end)
    lines = end === -1 ? [] : lines.slice(end)
    const samples = own.map(sampleOf)
    checkNames(name, type, samples)
    if (type === 'histogram') checkHistograms(name, samples)
    metrics.set(name, { type, help, samples })
  }
  return metrics
}

/** The value of the one sample with this name and these labels. */
export function valueIn(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const all = [...scraped(text).values()].flatMap(({ samples }) => samples)
  return all.find((each) => each.name === name && keyOf(each.labels) === keyOf(labels))?.value
}

function sampleOf(line: string): Sample {
  const [, name = '', pairs = '', value = ''] = SAMPLE.exec(line) ?? fail(line)
  if (!VALUE.test(value)) fail(line)
  const labels: Record<string, string> = {}
  let length = 0
  for (const [pair, label = '', text = ''] of pairs.matchAll(LABEL)) {
    if (label in labels) fail(line)
    labels[label] = text.replace(/\\(.)/g, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped,
    )
    length += pair.length
  }
  if (length !== pairs.length) fail(line)
  return { name, labels, value: numberOf(value) }
}

function checkNames(name: string, type: string, samples: readonly Sample[]): void {
  const ends = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  const keys = samples.map((each) => `${each.name} ${keyOf(each.labels)}`)
  if (new Set(keys).size !== keys.length) fail(`${name}: a series stands there twice`)
  for (const each of samples) if (!ends.some((end) => each.name === name + end)) fail(each.name)
}

function checkHistograms(name: string, samples: readonly Sample[]): void {
  const series = new Set(samples.map(({ labels: { le: _, ...labels } }) => keyOf(labels)))
  for (const key of series) {
    const own = samples.filter(({ labels: { le: _, ...labels } }) => keyOf(labels) === key)
    const buckets = own.filter((each) => each.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => numberOf(labels['le'] ?? 'NaN'))
    const counts = buckets.map(({ value }) => value)
    const count = own.find((each) => each.name === `${name}_count`)?.value
    const isRising = (all: readonly number[], least: number): boolean =>
      all.every((each, index) => index === 0 || each - (all[index - 1] ?? NaN) >= least)
    if (bounds.at(-1) !== Infinity || !isRising(bounds, Number.MIN_VALUE)) fail(`${name}: bounds`)
    if (counts.at(-1) !== count || !isRising(counts, 0)) fail(`${name}: counts`)
    if (!own.some((each) => each.name === `${name}_sum`)) fail(`${name}: no sum`)
  }
}

function numberOf(text: string): number {
  return text.endsWith('Inf') ? Number(text.replace('Inf', 'Infinity')) : Number(text)
}

function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort())
}

function fail(what = 'nothing'): never {
  throw new Error(`not as Prometheus expects: ${what}`)
}
