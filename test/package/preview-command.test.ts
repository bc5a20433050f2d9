import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { renderText } from 'express-incoming-webhooks/render'
import { hookHost, type HookHostOptions } from '../support/hook-host.js'
import { pack, project, readManifest } from '../support/packed.js'

/** Throws where a process would listen or connect. */
const OFFLINE = `
const { Server, Socket } = require('node:net')
const dgram = require('node:dgram')
const refuse = () => { throw new Error('the network was used') }
Server.prototype.listen = refuse
Socket.prototype.connect = refuse
dgram.createSocket = refuse
require('node:dns').lookup = refuse
`
const PUSH = {
  ref: 'refs/heads/main',
  compare: 'https://github.com/octo/hello/compare/1...2',
  commits: [{ id: '2222222', message: 'Change on main', url: 'https://github.com/c/2' }],
  repository: { full_name: 'octo/hello', html_url: 'https://github.com/octo/hello' },
  pusher: { name: 'mona' },
}
const STAR = {
  action: 'created',
  repository: { full_name: 'a/b' },
  sender: { login: 'c' },
}
const TEMPLATE = {
  incident: '{{device}}',
  title: '{{device}} is {{level | upper}}',
  fields: [{ title: 'Since', value: '{{since}}' }],
}
const KETTLE = { device: 'Kettle *1*', level: 'low', since: 'today' }

describe('the command preview of the packed package', () => {
  let folder = ''

  before(async () => {
    const { dependencies } = await readManifest()
    folder = await project(await pack(), 'module', [...Object.keys(dependencies), 'express'])
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'offline.cjs'), OFFLINE)
    await writeFile(join(folder, 'files/template.json'), JSON.stringify(TEMPLATE))
    await writeFile(join(folder, 'files/fault.json'), '{"title": "{{#if device}}"}')
    await writeFile(join(folder, 'files/push.json'), JSON.stringify(PUSH))
  })

  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true })
  })

  /** Without a network. `input` is standard input. */
  const run = (args: readonly string[], input = '') => {
    const command = 'node_modules/express-incoming-webhooks/dist/esm/cli.js'
    const all = ['--require', './offline.cjs', command, 'preview', ...args]
    const options = { cwd: folder, input, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, all, options)
    return { status, out: stdout, err: stderr }
  }

  const onServer = async (
    body: object,
    headers: Readonly<Record<string, string>> = {},
    given: HookHostOptions = {},
  ): Promise<string> => {
    const host = hookHost(given)
    await request(host.app).post(host.path).set(headers).send(body).expect(200)
    return `${host.posts().map(renderText).join('\n\n')}\n`
  }

  it('prints the text that the same request has on a server', async () => {
    const native = {
      text: 'Backup of **db-1** is <https://x.example.test|done>, @bob',
      channel: 'anywhere',
      attachments: [{ color: 'good', title: 'Size', fields: [{ title: 'GB', value: 3 }] }],
    }
    expect(run(['-'], JSON.stringify(native))).to.deep.equal({
      status: 0,
      out: await onServer({ ...native, channel: 'off-topic' }),
      err: '',
    })
    expect(run(['--header', 'X-GitHub-Event: push', 'files/push.json'])).to.deep.equal({
      status: 0,
      out: await onServer(PUSH, { 'X-GitHub-Event': 'push' }),
      err: '',
    })
    const template = { webhook: { format: 'template', template: TEMPLATE } }
    const args = ['--template', 'files/template.json', '-']
    expect(run(args, JSON.stringify(KETTLE))).to.deep.equal({
      status: 0,
      out: await onServer(KETTLE, {}, template),
      err: '',
    })
    expect(run(['-'], '{"text":"\\u001b[31mred\\u0007"}')).to.include({ out: '[31mred\n' })
    expect(
      run(['-'], '{"text":"a long one","odd":[{}], "props":{"from_webhook":"no"}}'),
    ).to.include({
      status: 0,
      out: 'a long one\n',
    })
  })

  it('says why and where a request is refused, with status 1', () => {
    const cases: readonly (readonly [args: readonly string[], input: string, said: RegExp])[] = [
      [['-'], '{"text":\n oops}', /^refused: .*line 2, column 2/],
      [['-'], '{"alert":"x"}', /^refused: No text specified/],
      [['--format', 'discord', '-'], '{"text":"x"}', /^refused: .*as discord: /],
      [['--format', 'odd', '-'], '{"text":"x"}', /format: expected nothing, or one of/],
      [['--template', 'files/fault.json', '-'], '{"text":"x"}', /line 1, column 1/],
      [['--template', 'none.json', '-'], '{"text":"x"}', /none\.json/],
      [['--header', 'odd', '-'], '{"text":"x"}', /--header: expected/],
      [['none.json'], '', /none\.json/],
      [[], '', /expected one file/],
      [['--odd', '-'], '', /--odd/],
    ]
    for (const [args, input, said] of cases) {
      const { status, out, err } = run(args, input)
      expect([status, out], args.join(' ')).to.deep.equal([1, ''])
      expect(err).to.match(said)
    }
  })

  it('names the event that is skipped, with status 2', () => {
    const args = ['--format', 'github', '--header', 'X-GitHub-Event: star', '-']
    expect(run(args, JSON.stringify(STAR))).to.deep.equal({
      status: 2,
      out: '',
      err: 'skipped: star.created is not shown\n',
    })
  })
})
