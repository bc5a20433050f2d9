import type { Server } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import type { RequestHandler } from 'express'
import { hookHost, type HookHost, type HookHostOptions } from '../support/hook-host.js'
import { ROOT } from '../support/root.js'
import { listening } from '../support/listening.js'
import { type Machine, openMachine, type Ran, SHELLS } from './shell.js'

const NOTIFY = join(ROOT, 'docs/examples/notify.sh')
const CONTROL = Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join('')
const NOT_POSTED = (status: number): string =>
  `notify: the message was not posted (HTTP status ${status}; 0 means no response)\n`

for (const shell of SHELLS) {
  describe(`notify.sh in ${shell}`, () => {
    let machine: Machine
    let host: HookHost
    let server: Server
    let url: string
    const keys: unknown[] = []

    beforeEach(async () => {
      machine = await openMachine()
      keys.length = 0
    })
    afterEach(async () => {
      server.closeAllConnections()
      server.close()
      await machine.remove()
    })

    const open = async ({ before = [], ...options }: HookHostOptions = {}): Promise<void> => {
      const noteKey: RequestHandler = (req, _res, next) => {
        keys.push(req.get('Idempotency-Key'))
        next()
      }
      host = hookHost({ ...options, before: [noteKey, ...before] })
      const opened = await listening(host.app)
      server = opened.server
      url = opened.url + host.path
    }
    const runScript = (script: string, variables: Record<string, string> = {}): Promise<Ran> =>
      machine.run([...shell.split(' '), '-c', script], {
        NOTIFY,
        WEBHOOK_URL: url,
        ...variables,
      })
    const notify = (text: string): Promise<Ran> =>
      runScript('. "$NOTIFY"; notify "$TEXT"', { TEXT: text })
    const messages = (): readonly string[] => host.posts().map(({ message }) => message)

    const texts = [
      ['quotes and backslashes', `it's "C:\\new" \\" \\\\ $HOME \`id\` $(id) %s %d`],
      ['several lines', 'first\n\n  third\tand a tab'],
      ['letters of other alphabets', 'Größe: 日本語 🎉'],
      ['JSON', '", "channel": "@admin'],
    ] as const
    for (const [what, text] of texts) {
      it(`posts ${what} unchanged`, async () => {
        await open()
        expect(await notify(text)).to.deep.equal({ status: 0, stdout: '', stderr: '' })
        expect(messages()).to.deep.equal([text])
      })
    }

    it('sends valid JSON for any character', async () => {
      const bodies: string[] = []
      await open({
        before: [
          (req, res) => {
            let body = ''
            req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
            req.on('end', () => {
              bodies.push(body)
              res.end('ok')
            })
          },
        ],
      })
      const text = `${CONTROL}"\\/\u007f\u2028é𝄞\n`
      expect(await notify(text)).to.have.property('status', 0)
      expect(bodies.map((body): unknown => JSON.parse(body))).to.deep.equal([{ text }])
    })

    it('posts a text of 50,000 characters', async () => {
      await open()
      const text = 'a "word" '.repeat(5555)
      expect(await notify(text)).to.have.property('status', 0)
      expect(
        messages()
          .join('')
          .match(/"word"/g),
      ).to.have.lengthOf(5555)
    })

    it('fails at once for a URL that does not exist, without showing it', async () => {
      await open()
      url += 'x'
      const { status, stdout, stderr } = await notify('Hello')
      expect({ status, stdout, stderr }).to.deep.equal({
        status: 1,
        stdout: '',
        stderr: NOT_POSTED(404),
      })
      expect(keys).to.have.lengthOf(1)
    })

    for (const code of [429, 503]) {
      it(`waits after a ${code} for as long as Retry-After says, and posts once`, async () => {
        await open({
          before: [
            (_req, res, next) => {
              if (keys.length > 2) next()
              else res.status(code).set('Retry-After', '7').end()
            },
          ],
        })
        expect(await notify('Hello')).to.deep.equal({ status: 0, stdout: '', stderr: '' })
        expect(await machine.pauses()).to.deep.equal(['7', '7'])
        expect(messages()).to.deep.equal(['Hello'])
        expect(keys).to.have.lengthOf(3)
        expect(new Set(keys).size).to.equal(1)
        expect(keys[0]).to.match(/^[\da-f]{32}$/)
      })
    }

    it('waits for as long as the rate limit of the library says', async () => {
      const told: string[] = []
      await open({
        // So slow that nobody waits in line.
        options: { limits: { webhook: { perSecond: 0.05, burst: 1 } } },
        before: [
          (_req, res, next) => {
            res.once('finish', () => told.push(String(res.getHeader('Retry-After'))))
            next()
          },
        ],
      })
      expect(await notify('first')).to.have.property('status', 0)
      const { status, stderr } = await notify('second')
      expect({ status, stderr }).to.deep.equal({ status: 1, stderr: NOT_POSTED(429) })
      const [first, ...refused] = told
      expect(first).to.equal('undefined')
      expect(refused).to.have.lengthOf(5)
      // A token takes twenty seconds, some of which may have passed.
      for (const seconds of refused) expect(Number(seconds)).to.be.within(1, 20)
      expect(await machine.pauses()).to.deep.equal(refused.slice(0, 4))
    })

    it('gives up instead of waiting for more than five minutes', async () => {
      await open({ before: [(_req, res) => res.status(429).set('Retry-After', '3600').end()] })
      expect(await notify('Hello')).to.have.property('stderr', NOT_POSTED(429))
      expect(await machine.pauses()).to.deep.equal([])
    })

    it('posts once when the response to the first attempt is lost', async () => {
      await open({
        before: [
          (req, res, next) => {
            if (keys.length === 1) res.end = () => (req.socket.destroy(), res)
            next()
          },
        ],
      })
      expect(await notify('Hello')).to.have.property('status', 0)
      expect(await machine.pauses()).to.deep.equal(['1'])
      expect(keys).to.have.lengthOf(2)
      expect(messages()).to.deep.equal(['Hello'])
    })

    it('gives up after five attempts without a response', async () => {
      await open()
      server.close()
      const { status, stderr } = await notify('Hello')
      expect({ status, stderr }).to.deep.equal({ status: 1, stderr: NOT_POSTED(0) })
      expect(await machine.pauses()).to.deep.equal(['1', '2', '4', '8'])
    })

    it('uses a new key for each message', async () => {
      await open()
      await runScript('. "$NOTIFY"; notify same; notify same')
      expect(messages()).to.deep.equal(['same', 'same'])
      expect(new Set(keys).size).to.equal(2)
    })

    it('shows the URL neither in a trace nor in the list of processes', async () => {
      await open()
      const traced = await runScript('. "$NOTIFY"; set -x; notify one; url=kept; notify "$url"')
      expect(traced.status).to.equal(0)
      expect(traced.stderr).to.include('notify kept')
      const shown = traced.stdout + traced.stderr + (await machine.started()).join('\n')
      expect(shown).to.include('--config -').and.not.include(host.key)
      expect(messages()).to.deep.equal(['one', 'kept'])
    })

    it('works in scripts that end at the first error, and lets them continue', async () => {
      await open()
      const strict = await runScript('set -eu; . "$NOTIFY"; notify Hello; echo went on')
      expect(strict).to.deep.equal({ status: 0, stdout: 'went on\n', stderr: '' })
      url += 'x'
      const failed = await runScript('set -eu; . "$NOTIFY"; notify Hello || echo went on')
      expect(failed.stdout).to.equal('went on\n')
      expect(await runScript('set -e; . "$NOTIFY"; notify a; echo b')).to.include({ stdout: '' })
    })

    it('fails without a URL, and posts nothing', async () => {
      await open()
      const { status, stderr } = await runScript('unset WEBHOOK_URL; . "$NOTIFY"; notify Hello')
      expect(status).not.to.equal(0)
      expect(stderr).to.include('WEBHOOK_URL')
      expect(await machine.started()).to.deep.equal([])
    })
  })
}
