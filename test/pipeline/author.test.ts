import { expect } from 'chai'
import type { HookPost } from '../../lib/model/records.js'
import { id } from '../support/hook-host.js'
import { pipeline, type SendOptions } from './pipeline.js'

const URL = 'https://a.example/i.png'
const ALL = { enablePostUsernameOverride: true, enablePostIconOverride: true }

interface Shown {
  readonly name: unknown
  readonly url: unknown
  readonly emoji: unknown
  readonly warnings: readonly string[]
  readonly post: HookPost | undefined
}

async function author(
  payload: object,
  changes: SendOptions = {},
  iconEmoji = true,
): Promise<Shown> {
  const { send } = pipeline({ iconEmoji })
  const { posts, warnings } = await send({ text: 't', ...payload }, changes)
  const [post] = posts
  return {
    name: post?.props['override_username'],
    url: post?.props['override_icon_url'],
    emoji: post?.props['override_icon_emoji'],
    warnings: warnings.map(({ path, reason }) => `${path}: ${reason}`),
    post,
  }
}

describe('the BOT mark', () => {
  it('is on every post, with the name of the webhook and its owner as the author', async () => {
    for (const channel of ['', '@bob', `${id('bob')}__${id('carol')}`]) {
      const { post } = await author({
        channel,
        props: { from_webhook: 'false', webhook_display_name: 'x' },
      })
      expect(post?.props).to.include({ from_webhook: 'true', webhook_display_name: 'Deploy bot' })
      expect(post?.userId).to.equal(id('alice'))
      expect(post?.webhookId).to.equal(id('hook'))
    }
  })
})

describe('the name of the webhook', () => {
  it('is shown without what cannot be seen, however it was stored', async () => {
    const displayName = `Deploy\u202e\nbot\u200b ${'\u{1f680}'.repeat(200)}`
    const { post } = await author({}, { webhook: { displayName } })
    const shown = `Deploybot ${'\u{1f680}'.repeat(200)}`
    expect(post?.props['webhook_display_name']).to.equal(shown)
  })
})

describe('the name', () => {
  for (const on of [true, false]) {
    for (const sent of ['', 'ci']) {
      for (const own of ['', 'hookname']) {
        const expected = on ? sent || own || 'webhook' : 'webhook'
        it(`is ${expected}: setting ${on ? 'on' : 'off'}, payload "${sent}", webhook "${own}"`, async () => {
          const settings = { enablePostUsernameOverride: on }
          const { name, warnings } = await author(
            { username: sent },
            { settings, webhook: { username: own } },
          )
          expect(name).to.equal(expected)
          expect(warnings).to.deep.equal(
            on || sent === ''
              ? []
              : ['username: overriding usernames is turned off (EnablePostUsernameOverride)'],
          )
        })
      }
    }
  }

  it('is cleaned, and falls back when nothing of it can be shown', async () => {
    expect((await author({ username: '\u202e ad\u0007min ' }, { settings: ALL })).name).to.equal(
      'admin',
    )
    expect((await author({ username: '\u200b\n' }, { settings: ALL })).name).to.equal('webhook')
    expect((await author({ username: 'x'.repeat(100) }, { settings: ALL })).name).to.equal(
      'x'.repeat(64),
    )
  })
})

describe('a name that is changed', () => {
  const changed: [sent: string, name: string, warnings: string[]][] = [
    ['\u3164\u200b', 'hookname', ['username: no visible characters']],
    ['de\u00adploy', 'deploy', ['username: shortened, or invisible characters removed']],
    ['x'.repeat(65), 'x'.repeat(64), ['username: shortened, or invisible characters removed']],
    [' ci ', 'ci', []],
    ['👩‍💻', '👩‍💻', []],
  ]
  for (const [sent, shown, expected] of changed) {
    it(`is ${shown.slice(0, 10)}, with ${expected.length} warnings, for ${JSON.stringify(sent.slice(0, 10))}`, async () => {
      const webhook = { username: 'hookname' }
      const { name, warnings } = await author({ username: sent }, { settings: ALL, webhook })
      expect(name).to.equal(shown)
      expect(warnings).to.deep.equal(expected)
    })
  }
})

describe('the icon', () => {
  for (const on of [true, false]) {
    for (const sentEmoji of ['', ':ghost:']) {
      for (const sentUrl of ['', URL]) {
        for (const ownEmoji of ['', ':robot:']) {
          for (const ownUrl of ['', `${URL}?own`]) {
            const expected = on ? sentEmoji || sentUrl || ownEmoji || ownUrl : ''
            const title = `setting ${on ? 'on' : 'off'}, payload "${sentEmoji}" "${sentUrl}", webhook "${ownEmoji}" "${ownUrl}"`
            it(`is ${expected === '' ? "the owner's" : expected}: ${title}`, async () => {
              const { url, emoji } = await author(
                { icon_url: sentUrl, icon_emoji: sentEmoji },
                {
                  settings: { enablePostIconOverride: on },
                  webhook: { iconUrl: ownUrl, iconEmoji: ownEmoji },
                },
              )
              expect([emoji, url].filter((icon) => icon !== undefined)).to.deep.equal(
                expected === '' ? [] : [expected],
              )
              expect(emoji === undefined || expected.startsWith(':')).to.equal(true)
            })
          }
        }
      }
    }
  }

  it('of emoji is not known before version 5.14', async () => {
    const { url, emoji, warnings } = await author(
      { icon_emoji: ':ghost:', icon_url: URL },
      { settings: ALL, webhook: { iconEmoji: ':robot:' } },
      false,
    )
    expect([url, emoji]).to.deep.equal([URL, undefined])
    expect(warnings).to.deep.equal(['icon_emoji: not supported'])
    expect((await author({ icon_url: URL }, { settings: ALL }, false)).warnings).to.deep.equal([])
  })

  it('that is none is left out with a warning, and the next one counts', async () => {
    const { url, emoji, warnings } = await author(
      { icon_emoji: '<b>', icon_url: 'javascript:1' },
      { settings: ALL, webhook: { iconUrl: URL } },
    )
    expect([url, emoji]).to.deep.equal([URL, undefined])
    expect(warnings).to.deep.equal(['icon_emoji: not an emoji', 'icon_url: not a picture URL'])
    const longest = `${URL}?`.padEnd(2048, 'x')
    expect((await author({ icon_url: longest }, { settings: ALL })).url).to.equal(longest)
    const long = await author({ icon_url: `${longest}x` }, { settings: ALL })
    expect(long.warnings).to.deep.equal(['icon_url: not a picture URL'])
  })

  it('gives a warning when overriding is switched off', async () => {
    const { warnings } = await author({ icon_emoji: ':ghost:', icon_url: URL })
    expect(warnings).to.deep.equal([
      'icon_url: overriding profile pictures is turned off (EnablePostIconOverride)',
      'icon_emoji: overriding profile pictures is turned off (EnablePostIconOverride)',
    ])
  })
})

describe('a direct message', () => {
  it("shows its owner's name and picture, whatever the payload and the webhook say", async () => {
    const payload = { username: 'ci', icon_url: URL, icon_emoji: ':ghost:' }
    const webhook = { username: 'hookname', iconUrl: URL, iconEmoji: ':robot:' }
    for (const channel of ['@bob', '@alice', `${id('bob')}__${id('carol')}`]) {
      const { name, url, emoji, warnings, post } = await author(
        { ...payload, channel },
        { settings: ALL, webhook },
      )
      expect([name, url, emoji]).to.deep.equal([undefined, undefined, undefined])
      expect(post?.props).to.include({ from_webhook: 'true' })
      expect(warnings).to.deep.equal([
        'username: has no effect on direct messages',
        'icon_url: has no effect on direct messages',
        'icon_emoji: has no effect on direct messages',
      ])
    }
  })

  it('gives no warning where nothing is overridden', async () => {
    expect((await author({ channel: '@bob' })).warnings).to.deep.equal([])
  })

  it('is the same the second time, when its channel is there', async () => {
    const { send } = pipeline()
    await send({ text: 't', channel: '@bob' })
    const { posts } = await send({ text: 't', channel: '@bob', username: 'ci' }, { settings: ALL })
    expect(posts[0]?.props).not.to.have.property('override_username')
  })
})
