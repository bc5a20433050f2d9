import { expect } from 'chai'
import { adminHost, type AdminHost, type Made } from './admin-router.host.js'
import { lineOf } from './listed-webhooks.js'

/** Parts of one webhook. All words here have four letters or more: shorter ones may be in a random key. */
const NINE = 'grafana rafana afana fana grafan grafa graf alerts lerts'

interface World {
  readonly host: AdminHost
  readonly grafana: Made
  readonly sentry: Made
}

/** Of alice `Grafana` and `Jenkins`, of bob `Über` and `Sentry`, the newest last. */
async function openWorld(): Promise<World> {
  const host = adminHost()
  const grafana = await host.webhookOf('alice', {
    display_name: 'Grafana',
    description: 'Alerts of the SHOP, 100% of them',
    slug: 'night-watch',
  })
  await host.webhookOf('alice', {
    display_name: 'Jenkins',
    description: 'Builds of the shop',
    channel_id: 'off-topic',
  })
  await host.webhookOf('bob', { display_name: 'Über', description: 'Was die Straße meldet' })
  const sentry = await host.webhookOf('bob', {
    display_name: 'Sentry',
    description: 'Crashes of the app',
    channel_id: 'off-topic',
  })
  return { host, grafana, sentry }
}

const ALL = 'Sentry,Über,Jenkins,Grafana'

describe('the search for webhooks over HTTP', () => {
  let world: World

  before(async () => {
    world = await openWorld()
  })

  const WORDS: readonly (readonly [what: string, query: (of: World) => string, names: string])[] = [
    ['a part of a name', () => 'rafan', 'Grafana'],
    ['a name in any case', () => 'gRAFANA', 'Grafana'],
    ['a name in any case of any letters', () => 'ÜBER', 'Über'],
    ['a part of a description', () => 'rashes', 'Sentry'],
    ['a description in any case', () => 'SHOP', 'Jenkins,Grafana'],
    ['a description in any case of any letters', () => 'STRAße', 'Über'],
    ['a part of a slug', () => 'ght-wat', 'Grafana'],
    ['a slug in any case', () => 'NIGHT-WATCH', 'Grafana'],
    ['a key hint', ({ grafana }) => String(grafana['key_hint']), 'Grafana'],
    ['a key hint in any case', ({ sentry }) => String(sentry['key_hint']).toUpperCase(), 'Sentry'],
    ['an id', ({ grafana }) => grafana.id, 'Grafana'],
    ['an id in any case', ({ sentry }) => sentry.id.toUpperCase(), 'Sentry'],
    ['no part of an id', ({ grafana }) => grafana.id.slice(0, 20), ''],
    ['no part of a key but its hint', ({ grafana }) => grafana.key.slice(0, 20), ''],
    ['no name of an owner', () => 'alice.name', ''],
    ['no name of a channel', () => 'off-topic', ''],
    ['two words, each anywhere', () => 'shop rafan', 'Grafana'],
    ['two words in any order', () => 'builds jenkins shop', 'Jenkins'],
    ['words of all that is searched', searchedOf, 'Grafana'],
    ['words between many spaces', () => '  shop \u00a0  jenkins ', 'Jenkins'],
    ['spaces alone, which are no words', () => '   ', ALL],
    ['a word that is nowhere', () => 'nowhere', ''],
    ['a word that is nowhere beside others', () => 'grafana nowhere', ''],
    ['ten words', () => `${NINE} shop`, 'Grafana'],
    ['ten words, of which the last is nowhere', () => `${NINE} nowhere`, ''],
    ['ten words, beyond which none counts', () => `${NINE} shop nowhere`, 'Grafana'],
    ['a per cent sign, which is no wildcard', () => '100%', 'Grafana'],
    ['nothing by a per cent sign between letters', () => 'gra%ana', ''],
    ['nothing by an underscore between letters', () => 'graf_na', ''],
    ['nothing by a backslash', () => 'graf\\ana', ''],
    ['200 characters', () => 'shop '.repeat(40), 'Jenkins,Grafana'],
  ]
  for (const [what, queryOf, names] of WORDS) {
    it(`finds ${what}`, async () => {
      const query = `q=${encodeURIComponent(queryOf(world))}`
      expect(await lineOf(world.host, query, 'admin')).to.equal(names)
    })
  }

  const REFUSED: readonly (readonly [what: string, query: string])[] = [
    ['NUL', 'q=%00'],
    ['NUL beside a word', 'q=grafana%00'],
    ['a line break', 'q=grafana%0Ashop'],
    ['201 characters', `q=${'x'.repeat(201)}`],
    ['another word than true or false for failing', 'failing=yes'],
    ['failing twice', 'failing=true&failing=true'],
    ['NUL in the id of a user', 'user_id=%00'],
    ['NUL in the id of a channel', 'channel_id=%00'],
    ['201 characters in the id of a user', `user_id=${'x'.repeat(201)}`],
  ]
  for (const [what, query] of REFUSED) {
    it(`rejects ${what}`, async () => {
      const answer = await world.host.send('get', `/hooks/incoming?${query}`, 'admin')
      expect(answer.status).to.equal(400)
      expect(answer.body).to.have.property('id', 'api.context.invalid_param.app_error')
    })
  }

  it('does not reach the webhooks of others', async () => {
    const { host, grafana, sentry } = world
    const found = async (query: string) =>
      lineOf(host, `q=${query}&include_total_count=true`, 'bob')
    expect(await found('shop')).to.equal(' of 0')
    expect(await found(grafana.id)).to.equal(' of 0')
    expect(await found(String(grafana['key_hint']))).to.equal(' of 0')
    expect(await found(sentry.id)).to.equal('Sentry of 1')
  })
})

function searchedOf({ grafana }: World): string {
  return `grafana shop watch ${String(grafana['key_hint'])} ${grafana.id}`
}

describe('filters of webhooks over HTTP', () => {
  let host: AdminHost

  before(async () => {
    ;({ host } = await openWorld())
    const { webhooks } = host.adapters
    const outcomes = {
      Grafana: 'refused',
      Jenkins: 'posted',
      Über: 'skipped',
      Sentry: 'failed',
    } as const
    const { items } = await webhooks.list({ offset: 0, limit: 9 })
    for (const { id, displayName } of items) {
      const [, outcome = 'posted'] =
        Object.entries(outcomes).find(([name]) => name === displayName) ?? []
      await webhooks.noteResult?.(id, { at: 1, outcome, status: 200, errorId: '' })
    }
  })

  const ROWS: readonly (readonly [query: string, as: string, line: string])[] = [
    ['user_id=alice', 'admin', 'Jenkins,Grafana of 2'],
    ['user_id=bob', 'admin', 'Sentry,Über of 2'],
    ['user_id=admin', 'admin', ' of 0'],
    ['user_id=nobody', 'admin', ' of 0'],
    ['user_id=', 'admin', `${ALL} of 4`],
    ['user_id=alice&user_id=bob', 'admin', `${ALL} of 4`],
    ['user_id=alice', 'alice', 'Jenkins,Grafana of 2'],
    ['user_id=bob', 'alice', ' of 0'],
    ['user_id=admin', 'alice', ' of 0'],
    ['user_id=', 'alice', 'Jenkins,Grafana of 2'],
    ['channel_id=off-topic', 'admin', 'Sentry,Jenkins of 2'],
    ['channel_id=off-topic', 'bob', 'Sentry of 1'],
    ['channel_id=off-topic&user_id=alice', 'admin', 'Jenkins of 1'],
    ['channel_id=off-topic&user_id=alice', 'alice', 'Jenkins of 1'],
    ['channel_id=off-topic&user_id=alice', 'bob', ' of 0'],
    ['channel_id=nowhere&user_id=alice', 'admin', ' of 0'],
    ['channel_id=off-topic&user_id=alice&team_id=other', 'admin', ' of 0'],
    ['failing=true', 'admin', 'Sentry,Grafana of 2'],
    ['failing=true', 'alice', 'Grafana of 1'],
    ['failing=false', 'admin', `${ALL} of 4`],
    ['failing=', 'admin', `${ALL} of 4`],
    ['failing=true&user_id=bob', 'admin', 'Sentry of 1'],
    ['failing=true&user_id=bob', 'alice', ' of 0'],
    ['failing=true&channel_id=alerts', 'admin', 'Grafana of 1'],
    ['failing=true&channel_id=alerts&user_id=bob', 'admin', ' of 0'],
    ['failing=true&q=shop', 'admin', 'Grafana of 1'],
    ['failing=true&q=builds', 'admin', ' of 0'],
    ['q=shop&channel_id=off-topic', 'admin', 'Jenkins of 1'],
    ['q=shop&user_id=bob', 'admin', ' of 0'],
    ['q=crashes&failing=true&user_id=bob&channel_id=off-topic', 'admin', 'Sentry of 1'],
    ['q=crashes&failing=true&user_id=bob&channel_id=off-topic', 'bob', 'Sentry of 1'],
    ['q=crashes&failing=true&user_id=bob&channel_id=off-topic', 'alice', ' of 0'],
    ['q=shop&per_page=1', 'admin', 'Jenkins of 2'],
    ['q=shop&per_page=1&page=1', 'admin', 'Grafana of 2'],
    ['q=shop&per_page=1&page=2', 'admin', ' of 2'],
    ['failing=true&per_page=1&page=1', 'admin', 'Grafana of 2'],
    ['user_id=bob&per_page=1&page=1', 'admin', 'Über of 2'],
  ]
  for (const [query, as, line] of ROWS) {
    it(`list for ${as} with ${query}: ${line}`, async () => {
      expect(await lineOf(host, `${query}&include_total_count=true`, as)).to.equal(line)
    })
  }

  it('leave the list without a total unless that is asked for', async () => {
    for (const not of ['', '&include_total_count=false', '&include_total_count=']) {
      expect(await lineOf(host, `q=shop&failing=true${not}`, 'admin'), not).to.equal('Grafana')
    }
    expect(await lineOf(host, 'user_id=bob', 'alice')).to.equal('')
  })
})
