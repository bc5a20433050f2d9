import { expect } from 'chai'
import { describeFormat, type FormatFixture } from 'express-incoming-webhooks/conformance'
import {
  code,
  type Format,
  type FormatBody,
  type FormatReading,
  link,
  markdown,
  type Text,
  textAt,
} from 'express-incoming-webhooks/formats'
import { alertmanager } from '../../lib/formats/alerts/alertmanager.js'
import { grafana } from '../../lib/formats/alerts/grafana.js'

const FIXTURE: FormatFixture = {
  name: 'a build',
  body: { robot: 1, job: 'shop-api', url: 'https://ci.test/1', log: 'all green' },
  shows: ['shop-api'],
  links: ['https://ci.test/1'],
}

function valueOf(body: FormatBody): unknown {
  return body.kind === 'json' ? body.value : null
}

const GOOD: Format = {
  name: 'robot',
  title: 'A robot',
  detect: ({ body }) => (textAt(valueOf(body), 'robot') === '' ? null : 'body'),
  read: ({ body }) => {
    const build = valueOf(body)
    if (textAt(build, 'robot') === '') {
      return { kind: 'refuse', path: 'robot', reason: 'is missing' }
    }
    return {
      kind: 'message',
      draft: {
        title: link(textAt(build, 'url'), textAt(build, 'job') || 'a build'),
        text: textAt(build, 'log'),
      },
      event: { event: 'build' },
    }
  },
}

const CLAIMED = 'a build: is claimed, and by no other format'
const MESSAGE = 'a build: is a message that makes sense'
const HOSTILE = 'a build: mentions nobody and links to nothing, whatever its texts are'
const MEMBERS = 'a build: may lack any member'

function withText(textOf: (build: unknown) => Text): Format {
  return {
    ...GOOD,
    read: (request) => {
      const read = GOOD.read(request)
      if (read.kind !== 'message') return read
      return { ...read, draft: { ...read.draft, text: textOf(valueOf(request.body)) } }
    },
  }
}

const BROKEN: readonly (readonly [string, Format, readonly string[]])[] = [
  ['nothing is wrong', GOOD, []],
  ['a text is code', withText((build) => code(textAt(build, 'log') || 'nothing')), []],
  ['it claims nothing', { ...GOOD, detect: () => null }, [CLAIMED]],
  ['its name is taken', { ...GOOD, name: 'mattermost' }, ['has a name that no other format has']],
  [
    'it refuses its own',
    { ...GOOD, read: () => ({ kind: 'refuse', path: '', reason: 'no' }) },
    [MESSAGE],
  ],
  [
    'it skips its own',
    { ...GOOD, read: () => ({ kind: 'skip', event: { event: '' } }) },
    [MESSAGE],
  ],
  [
    'it has members without a meaning',
    { ...GOOD, read: (request) => ({ ...GOOD.read(request), isQuiet: true }) },
    [MESSAGE],
  ],
  ['it shows what is not there', withText(() => 'took undefined s'), [MESSAGE]],
  ['it takes texts for Markdown', withText((build) => markdown(textAt(build, 'log'))), [HOSTILE]],
  [
    'it needs a member',
    withText((build) => {
      if (textAt(build, 'log') === '') throw new TypeError('log')
      return textAt(build, 'log')
    }),
    [MEMBERS],
  ],
]

/** The titles of tests that fail. */
async function failedOf(format: Format, fixtures: readonly FormatFixture[]): Promise<string[]> {
  const path: string[] = []
  const tests: { readonly title: string; readonly run: () => Promise<void> }[] = []
  describeFormat(format, fixtures, {
    runner: {
      describe: (title, define) => {
        path.push(title)
        define()
        path.pop()
      },
      it: (title, run) => {
        tests.push({ title: [...path.slice(1), title].join(': '), run })
      },
    },
  })
  const outcomes = await Promise.allSettled(tests.map(({ run }) => run()))
  return tests.map(({ title }) => title).filter((_, at) => outcomes[at]?.status === 'rejected')
}

describe('the checks of a format', () => {
  for (const [what, format, fails] of BROKEN) {
    it(`report when ${what}, and nothing else`, async () => {
      expect(await failedOf(format, [FIXTURE])).to.deep.equal(fails)
    })
  }

  it('report an event that is shown although it should not be', async () => {
    expect(await failedOf(GOOD, [{ ...FIXTURE, isSkipped: true }])).to.deep.equal([MESSAGE])
  })

  for (const [what, event, fails] of [
    ['what the fixture says', { event: 'build' }, []],
    ['another name', { event: 'build.failed' }, [MESSAGE]],
    ['an incident that it lacks', { event: 'build', incident: '1' }, [MESSAGE]],
    ['a state that it lacks', { event: 'build', state: 'open' }, [MESSAGE]],
  ] as const) {
    it(`compare the event with ${what}`, async () => {
      expect(await failedOf(GOOD, [{ ...FIXTURE, event }])).to.deep.equal(fails)
    })
  }

  it('accept an event that is shown only to those who choose it', async () => {
    const chosen: Format = {
      ...GOOD,
      read: (request) => ({ ...GOOD.read(request), isSkipped: true }) as FormatReading,
    }
    expect(await failedOf(chosen, [{ ...FIXTURE, isSkipped: true }])).to.deep.equal([])
  })

  it('report what two formats claim', async () => {
    const alerts = [{ labels: { alertname: 'a' } }]
    const body = {
      robot: 1,
      job: 'shop-api',
      url: 'https://ci.test/1',
      alerts,
      groupKey: 'k',
      version: '4',
    }
    expect(await failedOf(GOOD, [{ ...FIXTURE, body }])).to.deep.equal([CLAIMED])
  })
})

const ALERT = {
  status: 'firing',
  labels: { alertname: 'DiskFull', instance: 'web-01' },
  annotations: { summary: 'web-01 is full' },
  startsAt: '2026-11-21T23:08:58Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://prom.test/graph',
}
const GROUP = {
  receiver: 'chat',
  status: 'firing',
  alerts: [ALERT],
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull' },
  commonAnnotations: {},
  externalURL: 'https://am.test',
  groupKey: '{}:{alertname="DiskFull"}',
}
const SHOWN = { name: 'a group', shows: ['DiskFull', 'web-01 is full'] }

describeFormat(alertmanager, [
  { ...SHOWN, body: { ...GROUP, version: '4' }, links: ['https://am.test'] },
])
// A single alert of Grafana leads to its rule.
describeFormat(grafana, [
  { ...SHOWN, body: { ...GROUP, version: '1', orgId: 1 }, links: ['https://prom.test/graph'] },
])
