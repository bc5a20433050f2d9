import { expect } from 'chai'
import { adminHost, type AdminHost, START } from './admin-router.host.js'
import { lineOf, listedBy, type ListedRecord } from './listed-webhooks.js'

/** Of alice and bob in turn, in two channels, some of them at the same millisecond. */
async function hostWith(count: number): Promise<AdminHost> {
  const host = adminHost()
  for (let n = 1; n <= count; n += 1) {
    host.clock.now = START + Math.floor(Math.sqrt(n))
    await host.webhookOf(n % 2 === 0 ? 'alice' : 'bob', {
      display_name: `Hook ${n}`,
      description: n % 5 === 0 ? 'every fifth' : 'of the others',
      channel_id: n % 3 === 0 ? 'off-topic' : 'alerts',
    })
  }
  return host
}

/** All pages of a list, each after the last webhook of the one before. */
async function walk(
  host: AdminHost,
  query: string,
  as: string,
): Promise<readonly (readonly ListedRecord[])[]> {
  const pages: (readonly ListedRecord[])[] = []
  let after = ''
  do {
    const { records } = await listedBy(host, `${query}&after=${after}`, as)
    pages.push(records)
    if (pages.length > 100) throw new Error('the pages do not end')
    after = records.at(-1)?.place ?? ''
  } while (after !== '')
  return pages
}

const namesIn = (records: readonly ListedRecord[]): readonly string[] =>
  records.map(({ name }) => name)

describe('pages of webhooks over HTTP, each after the last webhook of the one before', () => {
  let host: AdminHost
  let all: readonly string[]

  before(async () => {
    host = await hostWith(24)
    all = namesIn((await listedBy(host, 'per_page=200', 'admin')).records)
  })

  it('are of webhooks of which several have the same time', async () => {
    const { records } = await listedBy(host, 'per_page=200', 'admin')
    const times = new Set(records.map(({ place }) => place.split(',')[0]))
    expect(records).to.have.length(24)
    expect(times.size).to.equal(4)
  })

  for (const perPage of [1, 2, 3, 5, 7, 23, 24, 25]) {
    it(`have each webhook once and in its order, ${perPage} on a page`, async () => {
      const pages = await walk(host, `per_page=${perPage}`, 'admin')
      expect(pages.flatMap(namesIn)).to.deep.equal(all)
      expect(pages).to.have.length(Math.ceil(24 / perPage) + 1)
    })
  }

  const FILTERS: readonly (readonly [query: string, as: string])[] = [
    ['', 'alice'],
    ['user_id=bob', 'admin'],
    ['channel_id=off-topic', 'admin'],
    ['q=fifth', 'admin'],
    ['q=others+hook&user_id=alice&channel_id=alerts', 'admin'],
    ['q=others&channel_id=alerts', 'bob'],
    ['user_id=bob', 'alice'],
  ]
  for (const [query, as] of FILTERS) {
    it(`have each webhook once that ${as} finds with ${query || 'nothing'}`, async () => {
      const { records } = await listedBy(host, `${query}&per_page=200`, as)
      for (const perPage of [1, 3]) {
        const pages = await walk(host, `${query}&per_page=${perPage}`, as)
        expect(pages.flatMap(namesIn)).to.deep.equal(namesIn(records))
      }
    })
  }

  it('have those that fail, in any of these filters', async () => {
    const failing = await hostWith(12)
    const { webhooks } = failing.adapters
    const { items } = await webhooks.list({ offset: 0, limit: 99 })
    for (const { id, displayName } of items) {
      const outcome = displayName === 'Hook 4' ? 'posted' : 'failed'
      await webhooks.noteResult?.(id, { at: 1, outcome, status: 200, errorId: '' })
    }
    const query = 'failing=true&q=hook&user_id=alice&channel_id=alerts&per_page=1'
    const pages = await walk(failing, query, 'admin')
    expect(pages.flatMap(namesIn)).to.deep.equal(['Hook 10', 'Hook 8', 'Hook 2'])
  })

  it('go on where they were, whatever is added or deleted meanwhile', async () => {
    const changing = await hostWith(9)
    const { records } = await listedBy(changing, 'per_page=200', 'admin')
    const [first, second, third, fourth] = records
    const page = async (after: ListedRecord | undefined) =>
      lineOf(changing, `per_page=2&after=${after?.place ?? ''}`, 'admin')
    expect(await page(undefined)).to.equal(namesIn(records.slice(0, 2)).join())
    await changing.webhookOf('alice', { display_name: 'New' })
    // Also the one that the next page begins after.
    for (const gone of [first, second]) {
      const path = `/hooks/incoming/${gone?.place.split(',')[1] ?? ''}`
      expect((await changing.send('delete', path, 'admin')).status).to.equal(200)
    }
    expect(await page(second)).to.equal(`${third?.name},${fourth?.name}`)
    expect(await page(fourth)).to.equal(namesIn(records.slice(4, 6)).join())
    expect(await page(undefined)).to.equal(`New,${third?.name}`)
  })

  it('count the webhooks that are left, if that is asked for', async () => {
    const { records } = await listedBy(host, 'per_page=200', 'admin')
    for (const passed of [1, 10, 23, 24]) {
      const query = `per_page=1&include_total_count=true&after=${records[passed - 1]?.place}`
      const next = records[passed]?.name ?? ''
      expect(await lineOf(host, query, 'admin')).to.equal(`${next} of ${24 - passed}`)
    }
  })

  it('begin after the webhook of another user as after any', async () => {
    const { records } = await listedBy(host, 'per_page=200', 'admin')
    const own = namesIn((await listedBy(host, 'per_page=200', 'bob')).records)
    const found = await lineOf(host, `per_page=200&after=${records[11]?.place}`, 'bob')
    const after = new Set(all.slice(12))
    expect(found).to.equal(own.filter((name) => after.has(name)).join())
  })

  const WRONG: readonly (readonly [what: string, value: string])[] = [
    ['a time alone', `after=${START}`],
    ['a time and a comma', `after=${START},`],
    ['an id alone', 'after=hook'],
    ['a comma and an id', 'after=,hook'],
    ['a comma alone', 'after=,'],
    ['an id before a time', `after=hook,${START}`],
    ['a negative time', 'after=-1,hook'],
    ['a time with a fraction', 'after=1.5,hook'],
    ['a time with an exponent', 'after=1e3,hook'],
    ['a time of 16 digits', `after=${'1'.repeat(16)},hook`],
    ['a space before the time', 'after=%201,hook'],
    ['a line break after the id', 'after=1,hook%0A'],
    ['NUL in the id', 'after=1,ho%00ok'],
    ['a character that no id has', 'after=1,ho.ok'],
    ['a third part', 'after=1,hook,more'],
    ['an id of 129 characters', `after=1,${'x'.repeat(129)}`],
    ['two places', 'after=1,hook&after=2,hook'],
  ]
  for (const [what, query] of WRONG) {
    it(`reject ${what}`, async () => {
      const answer = await host.send('get', `/hooks/incoming?${query}`, 'admin')
      expect(answer.status).to.equal(400)
      expect(answer.body).to.have.property('id', 'api.context.invalid_param.app_error')
    })
  }

  const PLACES: readonly (readonly [what: string, value: string, isAll: boolean])[] = [
    ['nothing', '', true],
    ['a time after all of them', `${'9'.repeat(15)},hook`, true],
    ['a time before all of them', '0,hook', false],
    ['the longest id', `1,${'x'.repeat(128)}`, false],
  ]
  for (const [what, value, isAll] of PLACES) {
    it(`have ${isAll ? 'all' : 'none'} after ${what}`, async () => {
      const { status, records } = await listedBy(host, `per_page=200&after=${value}`, 'admin')
      expect(status).to.equal(200)
      expect(namesIn(records)).to.deep.equal(isAll ? all : [])
    })
  }
})
