import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { freePort } from '../support/free-port.js'
import { ROOT } from '../support/root.js'
import { faultsOf } from '../support/compiled.js'
import { type Block, blocks, README } from '../support/readme.js'

/** What the reader of a block has already: each stands for the reader's own code. */
const PREAMBLE = `
import type { Express, Request } from 'express'
import { clientPost, createHooksRouter, createIncomingWebhooks, hooksErrorHandler } from 'express-incoming-webhooks'
import type { Adapters, IncomingWebhooks, ManagementAdapters, OnPosts, User } from 'express-incoming-webhooks'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
declare const app: Express
declare const server: import('node:http').Server
declare const io: { to(room: string): { emit(event: string, data: unknown): void } }
declare const adapters: Adapters
declare const stores: Omit<Adapters, 'guarantees'>
declare const secret: string
declare const siteUrl: string
declare const userId: string
declare const channelId: string
declare const currentUser: (req: Request) => User | null
declare function openHost(): Promise<{
  adapters: Adapters
  addUser: ConformanceSession['seedUser']
  addChannel: ConformanceSession['seedChannel']
  join: ConformanceSession['addMember']
  readPosts: ConformanceSession['readPosts']
  close(): void
}>
`

/** Blocks after the first go on with what that has made, unless they make their own. */
function preambleOf(text: string): string {
  const made = text.includes('const webhooks =') ? '' : 'declare const webhooks: IncomingWebhooks\n'
  return PREAMBLE + made
}

describe('the README', () => {
  it('has code blocks of kinds that are checked here, and stays short enough to read at once', () => {
    expect([...new Set(blocks().map(({ language }) => language))].sort()).to.deep.equal(
      ['bat', 'sh', 'ts'].sort(),
    )
    expect(README.split('\n').length).to.be.within(150, 340)
  })

  it('mounts it as the minimal host does', () => {
    const [mount] = of('ts')
    expect(mount).to.equal(readFileSync(join(ROOT, 'example-host/minimal.ts'), 'utf8'))
  })

  it('shows code that compiles', () => {
    const sources = of('ts').map((text, at): [string, string] => [
      join(ROOT, `test/readme/block-${at}.ts`),
      at === 0 ? text : preambleOf(text) + text,
    ])
    expect(faultsOf(new Map(sources))).to.deep.equal([])
  })

  it('posts as it says, from a Unix shell and from that of Windows', async () => {
    const [unix = ''] = of('sh').filter((text) => text.startsWith('curl'))
    const [windows = ''] = of('bat')
    const { url, posts, stop } = await startMinimal()
    try {
      const sent = [
        /-d '(.*?)' http/.exec(unix)?.[1] ?? '',
        (/-d "(.*?[^\\])" http/.exec(windows)?.[1] ?? '').replaceAll('\\"', '"'),
      ]
      for (const body of sent) {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
        })
        expect(await answer.text()).to.equal('ok')
      }
      const messages = await posts()
      expect(messages).to.have.lengthOf(2)
      expect(README).to.include(`\n> ${messages[0]}\n`)
      expect(messages[1]).to.equal('Hello')
      for (const text of [unix, windows]) {
        expect(text.trim().split(' ').at(-1)).to.equal('http://127.0.0.1:3000/hooks/<HOOK_KEY>')
      }
    } finally {
      stop()
    }
  })

  it('names npm scripts and packages that exist', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly scripts: Readonly<Record<string, string>>
    }
    const shell = of('sh').join('\n')
    for (const [, script = ''] of shell.matchAll(/npm (?:run )?([\w:]+)/g)) {
      if (!['ci', 'install'].includes(script)) expect(manifest.scripts).to.have.property(script)
    }
    expect(shell).to.include(`npm install express ${manifest.name}\n`)
  })
})

function of(language: string): readonly string[] {
  return blocks()
    .filter((block: Block) => block.language === language)
    .map(({ text }) => text)
}

/** The minimal host in a process of its own. */
async function startMinimal(): Promise<{
  readonly url: string
  readonly posts: () => Promise<readonly string[]>
  readonly stop: () => void
}> {
  const script = join(ROOT, 'dist/example-host/minimal.js')
  const port = await freePort()
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, printed] = /Post to (\S+)/.exec(text) ?? []
      if (printed !== undefined) resolve(printed)
    })
    child.once('exit', () => {
      reject(new Error('the minimal host has ended'))
    })
  })
  return {
    url,
    posts: async () => {
      const answer = await fetch(new URL('/', url))
      const posts = (await answer.json()) as readonly { readonly message: string }[]
      return posts.map(({ message }) => message)
    },
    stop: () => child.kill(),
  }
}
