import { expect } from 'chai'
import { bannerOf, shownAccount } from '../../example-host/banner.js'

const LATER = {
  siteUrl: 'http://127.0.0.1:8065',
  accounts: [],
  webhook: null,
  data: ['/srv/chat/data', 'and its secret'],
}

describe('the banner of the example host', () => {
  it('has accounts, a command and its channel at the first start', () => {
    const banner = bannerOf({
      ...LATER,
      accounts: [
        { username: 'administrator', password: 'one' },
        { username: 'maria', password: 'two' },
      ],
      webhook: { url: 'http://127.0.0.1:8065/hooks/k', channel: 'Builds' },
    })
    expect(banner.split('\n').slice(1, 8)).to.deep.equal([
      'The chat is at http://127.0.0.1:8065',
      '',
      '  Sign in   administrator  one',
      '            maria          two',
      '            These passwords are shown only once.',
      `  Try       curl -H 'Content-Type: application/json' -d '{"text": "Hello from **curl**"}' http://127.0.0.1:8065/hooks/k`,
      '            The message appears in the channel Builds. The URL is secret; Main Menu > Integrations has it.',
    ])
  })

  it('says at every start where the data is, how to stop, and what to do about a lost password', () => {
    expect(bannerOf(LATER)).to.match(
      /Data +\/srv\/chat\/data\n +and its secret\n +Stop +Ctrl\+C\n +Password +node dist\/example-host\/password\.js NAME/,
    )
  })

  it('does not repeat a password that the operator has set', () => {
    const account = shownAccount({ username: 'admin', password: 'correct horse' }, true)
    const banner = bannerOf({ ...LATER, accounts: [account] })
    expect(banner).to.include('admin  as in ADMIN_PASSWORD').and.not.include('correct horse')
    expect(banner).to.not.include('shown only once')
  })
})
