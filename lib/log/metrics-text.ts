import type { HookMetrics, MetricHistogram } from './metrics.js'

/** A metric without labels that a host writes beside the library's. */
export interface OwnMetric {
  /** Of letters, digits and underscores, such as `chat_websockets`. */
  readonly name: string
  /** One sentence. */
  readonly help: string
  /** A `counter` only grows. */
  readonly type: 'counter' | 'gauge'
  /** Of now. */
  readonly value: number
}

interface Sample {
  /** The values of the labels, in their order. */
  readonly labels: readonly (string | number)[]
  readonly value: number | MetricHistogram
}

export interface Metric {
  readonly name: string
  readonly type: OwnMetric['type'] | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  readonly samples: (metrics: HookMetrics) => readonly Sample[]
}

/** The library's metrics. docs/deployment.md lists them. */
export const METRICS: readonly Metric[] = [
  {
    name: 'webhooks_requests_total',
    type: 'counter',
    help: 'Requests to webhooks that were answered.',
    labels: ['outcome', 'format', 'reason'],
    samples: ({ requests }) =>
      requests.map(({ outcome, format, reason, count }) => ({
        labels: [outcome, format, reason],
        value: count,
      })),
  },
  {
    name: 'http_server_request_duration_seconds',
    type: 'histogram',
    help: 'Time until requests to webhooks were answered.',
    labels: ['http_request_method', 'http_response_status_code', 'http_route'],
    samples: ({ durations }) =>
      durations.map(({ method, status, route, seconds }) => ({
        labels: [method, status, route],
        value: seconds,
      })),
  },
  withoutLabels(
    'webhooks_waiting',
    'gauge',
    'Requests that wait for a rate limit, for others of their incident, or for a place.',
    'waiting',
  ),
  withoutLabels(
    'webhooks_folded_total',
    'counter',
    'Reports about incidents that were stored in one commit with others.',
    'folded',
  ),
  withoutLabels('webhooks_stored_total', 'counter', 'Posts that were stored.', 'stored'),
  withoutLabels(
    'webhooks_commits_total',
    'counter',
    'Calls of createBatch that stored something.',
    'commits',
  ),
  withoutLabels(
    'webhooks_batch_size',
    'histogram',
    'Posts that a commit stored or changed.',
    'batchSize',
  ),
  withoutLabels(
    'webhooks_store_seconds',
    'histogram',
    'Time that calls of createBatch took, also those that stored nothing.',
    'storeSeconds',
  ),
]

function withoutLabels(
  name: string,
  type: Metric['type'],
  help: string,
  of: Exclude<keyof HookMetrics, 'requests' | 'durations'>,
): Metric {
  return { name, type, help, labels: [], samples: ({ [of]: value }) => [{ labels: [], value }] }
}

/** The text format of Prometheus, version 0.0.4. */
export function metricsText(metrics: HookMetrics, own: readonly OwnMetric[] = []): string {
  const written = [
    ...METRICS.map((each) => linesOf(each, each.samples(metrics))),
    ...own.map((each) => linesOf({ ...each, labels: [] }, [{ labels: [], value: each.value }])),
  ]
  return written.flat().join('\n') + '\n'
}

function linesOf(
  { name, type, help, labels }: Omit<Metric, 'samples'>,
  samples: readonly Sample[],
): readonly string[] {
  return [
    `# HELP ${name} ${help.replace(/[\\\n]/g, escaped)}`,
    `# TYPE ${name} ${type}`,
    ...samples.flatMap((sample) => {
      const pairs = labels.map((label, index) => pair(label, sample.labels[index] ?? ''))
      return typeof sample.value === 'number'
        ? [line(name, pairs, sample.value)]
        : histogram(name, pairs, sample.value)
    }),
  ]
}

function histogram(
  name: string,
  pairs: readonly string[],
  { buckets, count, sum }: MetricHistogram,
): readonly string[] {
  const bucket = (atMost: number, upTo: number) =>
    line(`${name}_bucket`, [...pairs, pair('le', figure(atMost))], upTo)
  return [
    ...buckets.map((each) => bucket(each.atMost, each.count)),
    bucket(Infinity, count),
    line(`${name}_sum`, pairs, sum),
    line(`${name}_count`, pairs, count),
  ]
}

function line(name: string, pairs: readonly string[], value: number) {
  const labels = pairs.length === 0 ? '' : `{${pairs.join(',')}}`
  return `${name}${labels} ${figure(value)}`
}

function pair(label: string, value: string | number) {
  return `${label}="${String(value).replace(/[\\\n"]/g, escaped)}"`
}

function escaped(character: string) {
  return character === '\n' ? '\\n' : `\\${character}`
}

function figure(value: number) {
  return Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'
}
