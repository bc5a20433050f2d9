import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { OpenedRequest } from '../../../ui/console/api/requests.js'
import { curlOf, outgoingOf } from '../../../ui/console/pages/requests/sent.js'
import { openReceiver, type Receiver } from '../../support/receiver.js'

const URL = 'https://chat.example/hooks/k'
type Sent = Pick<OpenedRequest, 'headers' | 'body' | 'sent'>

const kept = (body: string, more: Partial<NonNullable<Sent['sent']>> = {}): Sent => ({
  headers: [],
  body,
  sent: { method: 'POST', path: '', query: {}, headers: { 'content-type': 'a/b' }, ...more },
})
const recorded = (...headers: string[]): Sent => ({ headers, body: null, sent: null })

describe('a request as a curl command', () => {
  it('has what was sent, as far as it is kept', () => {
    const sent = kept('{"text": "it\'s"}', { path: '/github', query: { wait: 'true' } })
    expect(curlOf(outgoingOf(sent, URL))).to.equal(
      [
        String.raw`curl --data-raw '{"text": "it'\''s"}'`,
        "-H 'content-type: a/b'",
        "'https://chat.example/hooks/k/github?wait=true'",
      ].join(' \\\n  '),
    )
  })

  it('has the headers that are shown, and the body in a file, if what was sent is not kept', () => {
    expect(
      curlOf(outgoingOf(recorded('content-type: application/json', "x-note: it's"), URL)),
    ).to.equal(
      [
        'curl --data-binary @payload',
        "-H 'content-type: application/json'",
        String.raw`-H 'x-note: it'\''s'`,
        "'https://chat.example/hooks/k'",
      ].join(' \\\n  '),
    )
  })

  for (const header of [
    'host: chat.example',
    'content-length: 12',
    'content-encoding: gzip',
    'idempotency-key: a',
    'x-request-id: r',
    'authorization: [redacted]',
    'x-control: \u001b[2J',
    `x-long: ${'a'.repeat(192)}`,
  ]) {
    it(`has no ${JSON.stringify(header).slice(0, 40)}`, () => {
      expect(curlOf(outgoingOf(recorded(header, 'x-kept: a'), URL)))
        .to.include('x-kept: a')
        .and.not.include(header.split(':', 1)[0])
    })
  }

  it('does not label a body that had no type', () => {
    expect(curlOf(outgoingOf(recorded(), URL))).to.include("-H 'content-type:'")
  })

  it('has a placeholder for a URL that cannot be shown', () => {
    expect(curlOf(outgoingOf(recorded(), null))).to.match(/ URL$/)
    expect(curlOf(outgoingOf(kept('a', { path: '/text' }), null))).to.match(/ 'URL\/text'$/)
  })

  it('has nothing that a terminal takes for a key', () => {
    const command = curlOf(outgoingOf(kept('a\u001b[201~\u0003\r\u009bm\0'), URL))
    expect(command).to.match(/^[\P{Cc}\n]*$/u)
    expect(command).to.include(String.raw`printf 'a\033[201~\003\015\302\233m\000' |`)
  })
})

describe('a curl command in a shell', () => {
  let receiver: Receiver
  let line = ''

  before(async () => {
    receiver = await openReceiver((req, res) => {
      line = `${req.method} ${req.url}`
      res.end()
    })
  })
  after(() => receiver.close())

  const run = async (sent: Sent) => {
    const shell = promisify(execFile)('sh', ['-s'])
    shell.child.stdin?.end(curlOf(outgoingOf(sent, `http://${receiver.host}`)))
    await shell
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
    return { line, type: headers['content-type'], note: headers['x-note'], body }
  }

  const bodies: readonly (readonly [what: string, body: string])[] = [
    ['quotes', `'"'''"\\'`],
    ['what shells replace', '$HOME `id` $(id) !! ~ * {a,b} ; & | > < #'],
    ['what printf replaces', String.raw`%s %d %% \n \033 \\`],
    ['the same with control characters', "%s \\n '\u0001' \u007f"],
    ['a file by its beginning', '@/etc/passwd'],
    ['an option by its beginning', '--output /dev/null'],
    ['lines', '\na\n\n\tb\\\n'],
    ['lines of Windows', 'a\r\nb\r\n'],
    ['a NUL', 'a\0b'],
    ['the end of a paste, and keys', '\u001b[201~\u0003\u0004\u0015touch a\r'],
    ['other scripts', 'żółć 😀 \u202e\u2028 \u{10ffff}'],
    ['nothing', ''],
    ['more than an argument holds', `${'ż'.repeat(100_000)}'%`],
  ]
  for (const [what, body] of bodies) {
    it(`sends ${what} unchanged`, async () => {
      const headers = { 'x-note': `'$HOME' "` }
      expect(await run(kept(body, { headers, query: { a: "'&b" } }))).to.deep.equal({
        line: 'POST /?a=%27%26b',
        type: undefined,
        note: `'$HOME' "`,
        body,
      })
    })
  }

  it('uses the method and the type of the request', async () => {
    expect(await run(kept('a', { method: 'PATCH' }))).to.include({
      line: 'PATCH /',
      type: 'a/b',
      body: 'a',
    })
  })
})
