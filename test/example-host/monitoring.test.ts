import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { load } from 'js-yaml'
import request from 'supertest'
import { z } from 'zod'
import { ERRORS } from '../../lib/model/errors.js'
import { OUTCOMES } from '../../lib/model/last-result.js'
import { type Chat, startChat } from './chat.js'
import { ROOT } from '../support/root.js'
import { scraped } from '../support/prometheus.js'

const TARGET = z.object({ refId: z.string(), expr: z.string(), datasource: z.unknown() })
const PANEL = z.object({
  id: z.number(),
  title: z.string(),
  type: z.enum(['timeseries', 'stat']),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') }),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(TARGET).min(1),
})
const DASHBOARD = z.object({
  id: z.null(),
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(PANEL),
})
const RULE = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
})
const RULES = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(RULE) })),
})

const { panels, templating } = DASHBOARD.parse(JSON.parse(deployed('grafana-dashboard.json')))
const RULE_LIST = RULES.parse(load(deployed('alerts.yaml'))).groups.flatMap(({ rules }) => rules)
const EXPRESSIONS = [
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title: `of the panel ${title}`, expr })),
  ),
  ...RULE_LIST.map(({ alert, expr }) => ({ title: `of the alert ${alert}`, expr })),
]

/** What Prometheus adds itself. */
const ADDED = ['job', 'instance']

describe('what the monitoring asks for', () => {
  /** The labels of each series that a node can have. */
  const known = new Map<string, Set<string>>([['up', new Set()]])
  let metrics: readonly string[] = []
  let chat: Chat
  before(async () => {
    chat = await startChat()
    await request(chat.url).post('/hooks/unknown').send({})
    const { text } = await request(chat.url).get('/metrics')
    const read = scraped(text)
    metrics = [...read.keys()]
    for (const { samples } of read.values()) {
      for (const { name, labels } of samples) known.set(name, new Set(Object.keys(labels)))
    }
  })
  after(() => chat.close())

  for (const [index, { title, expr }] of EXPRESSIONS.entries()) {
    it(`is measured: ${index + 1}, ${title}`, () => {
      const { selectors, grouping } = partsOf(expr)
      expect(selectors).to.not.deep.equal([])
      const labels = new Set(ADDED)
      for (const { name, matchers } of selectors) {
        const own = known.get(name)
        expect([...known.keys()]).to.include(name)
        for (const label of own ?? []) labels.add(label)
        expect([...(own ?? []), ...ADDED]).to.include.members(matchers.map(({ label }) => label))
        expect(VALUES).to.include.members(matchers.flatMap(({ values }) => values))
      }
      expect([...labels]).to.include.members(grouping)
    })

    it(`is a rate where it is a counter: ${index + 1}, ${title}`, () => {
      for (const [name] of expr.matchAll(
        /(?<!rate\(|absent\()\b\w+_(?:total|sum|count|bucket)\b/g,
      )) {
        expect.fail(name)
      }
    })
  }

  it('is every metric of the library and of the host', () => {
    const asked = EXPRESSIONS.flatMap(({ expr }) => partsOf(expr).selectors)
    const names = new Set(asked.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')))
    expect([...names].sort()).to.deep.equal(['up', ...metrics].sort())
  })
})

describe('the dashboard for Grafana', () => {
  it('has panels with ids and titles of their own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).to.equal(panels.length)
  })

  it('has panels that do not overlap, within 24 columns', () => {
    const taken = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).to.be.at.most(24)
      const cells = Array.from({ length: w * h }, (_, n) => [x + (n % w), y + Math.floor(n / w)])
      return cells.map(String)
    })
    expect(new Set(taken).size).to.equal(taken.length)
  })

  it('lets its reader choose the data source and the nodes', () => {
    expect(templating.list.map(({ name, type }) => `${type} ${name}`)).to.deep.equal([
      'datasource datasource',
      'query job',
      'query instance',
    ])
    for (const { targets } of panels) {
      for (const { expr, datasource } of targets) {
        expect(datasource).to.deep.equal(panels[0]?.datasource)
        expect(expr).to.include('{').and.to.include('job=~"$job",instance=~"$instance"')
      }
    }
  })
})

describe('the alert rules', () => {
  it('have names of their own, and name only labels that the alert has', () => {
    expect(new Set(RULE_LIST.map(({ alert }) => alert)).size).to.equal(RULE_LIST.length)
    for (const { alert, expr, annotations } of RULE_LIST) {
      const { grouping } = partsOf(expr)
      const isWhole = /\b(?:sum|absent)\b/.test(expr)
      const shown = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)]
      for (const [, label = ''] of shown) {
        expect(isWhole ? grouping : ADDED, alert).to.include(label)
      }
    }
  })

  it('are for the job of the README', () => {
    expect(deployed('README.md')).to.include('job_name: chat')
    for (const { expr } of RULE_LIST) {
      for (const { matchers } of partsOf(expr).selectors) {
        expect(matchers.map(({ label }) => label)).to.include('job')
      }
    }
  })
})

const VALUES = [
  '$job',
  '$instance',
  'chat',
  ...OUTCOMES,
  ...Object.values(ERRORS).map(({ id }) => id),
]

/** The series of an expression, and the labels that it groups by. */
function partsOf(expr: string) {
  const grouping: string[] = []
  const plain = expr.replace(/\[[^\]]*\]/g, '').replace(/\bby \(([^)]*)\)/g, (_, list: string) => {
    grouping.push(...list.split(/, */))
    return ''
  })
  const names = [...plain.matchAll(/\b([a-zA-Z_]\w*)\b(?:\{([^}]*)\})?(?!\s*\()/g)]
  const selectors = names
    .filter(([name]) => name !== 'or')
    .map(([, name = '', matchers = '']) => ({
      name,
      matchers: [...matchers.matchAll(/(\w+)(?:=|!=|=~)"([^"]*)"/g)].map(
        ([, label = '', value = '']) => ({ label, values: value.split('|') }),
      ),
    }))
  return { selectors, grouping }
}

function deployed(name: string): string {
  return readFileSync(join(ROOT, 'example-host/deploy', name), 'utf8')
}
