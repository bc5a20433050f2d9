import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { CDPSession } from 'playwright-core'
import { KNOWN, type ShownShape } from '../support/cost/shown.js'
import { Bars } from '../support/figures.js'
import { ChatSite } from './chat-site.js'
import type { Person } from './site.js'

/** Milliseconds of CPU time of the page's main thread that no post may take. */
const CPU_BAR = 100
/** The best of so many counts. */
const RUNS = 3
/** In which the page draws whatever it draws later. */
const DRAWN_MS = 300

const LONGEST = 16_000
const fill = (unit: string): string => unit.repeat(Math.floor(LONGEST / unit.length))
const text = (name: string, written: string): ShownShape => ({
  name,
  payload: { text: written, attachments: [] },
})
const attached = (name: string, ...attachments: readonly object[]): ShownShape => ({
  name,
  payload: { text: '', attachments },
})
const many = (count: number, each: object): object[] => new Array<object>(count).fill(each)
const buttons = Array.from({ length: 30 }, (_, at) => ({
  name: `m${at}`,
  type: 'select',
  options: [{ text: 'a', value: 'b' }],
  integration: { url: 'https://a.example' },
}))

/** Posts that are hard on a page: long texts of one kind, and as many elements as are shown at first. */
const SHAPES: readonly ShownShape[] = [
  ...KNOWN,
  text('words', fill('one two three four ')),
  text('brackets', fill('[')),
  text('emphasis', fill('**a ')),
  text('strong words', '**a** '.repeat(2_400)),
  text('underscores', fill('_a')),
  text('links', fill(' http://a')),
  text('links in brackets', fill('[a](http://b.c)')),
  text('backticks', fill('`a``')),
  text('lists', fill('- a\n')),
  text('lines', fill('a\n')),
  text('headings', fill('# a\n')),
  text('mentions', fill('@ada ')),
  text('emoji', ':tada: '.repeat(1_200)),
  text('pictures', '![](https://a.b/c) '.repeat(400)),
  text('code', '```js\nlet a\n```\n'.repeat(310)),
  text('cells', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(990)}`),
  attached(
    '20 attachments with 60 fields',
    ...many(20, { fields: many(60, { title: 'a', value: 'b' }) }),
  ),
  attached('20 attachments with 30 menus', ...many(20, { text: 'a', actions: buttons })),
  attached('an attachment of 740,000 letters', { text: 'a'.repeat(740_000) }),
  attached('20 attachments of 37,000 words', ...many(20, { text: 'one two '.repeat(4_600) })),
]

/** The CPU time of the chat page for each post. */
async function measurePage(): Promise<0 | 1> {
  const bars = new Bars()
  const site = await new ChatSite().start()
  try {
    const ada = await site.person('ada')
    for (const [index, shape] of SHAPES.entries()) {
      bars.atMost(shape.name, await cheapest(site, ada, `c${index}`, shape), CPU_BAR, ' ms')
    }
  } finally {
    await site.stop()
  }
  return bars.end()
}

async function cheapest(
  site: ChatSite,
  ada: Person,
  name: string,
  { payload }: ShownShape,
): Promise<number> {
  const channel = await site.channel(name, ada)
  const { page } = await site.visit(ada, channel.path)
  await page.getByText('This is the start of').waitFor()
  const session = await page.context().newCDPSession(page)
  // CPU time, so that other work of the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let best = Infinity
  for (let run = 0; run < RUNS; run += 1) {
    const before = await taskMs(session)
    const status = await site.hook(channel, payload)
    if (status !== 200) throw new Error(`${name} was answered ${status}`)
    await page.getByRole('article').nth(run).waitFor({ state: 'attached' })
    await page.waitForTimeout(DRAWN_MS)
    best = Math.min(best, (await taskMs(session)) - before)
  }
  await site.leave()
  return best
}

/** Milliseconds that the page's main thread has worked so far. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measurePage())
