import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { firstMessage, firstSteps } from '../support/first-message.js'
import { blocks, blocksOf, README } from '../support/markdown.js'
import { ROOT } from '../support/root.js'
import { blockFaults } from './program.js'

/** What the reader of a block has already: each stands for the reader's own code. */
const PREAMBLE = `
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import { clientPost, createIncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters, User } from 'express-incoming-webhooks'
import { consoleRouter } from 'express-incoming-webhooks/console'
declare const app: Express
declare const io: import('socket.io').Server
declare const adapters: Adapters
declare const secret: string
declare const findUser: (req: Request) => User | null
declare const yourSession: RequestHandler
declare const yourRoutes: RequestHandler
declare const yourErrorHandler: ErrorRequestHandler
`

describe('the README', () => {
  it('has code blocks of kinds that are checked here, and takes ten minutes', () => {
    const languages = new Set(blocks(README).map(({ language }) => language))
    expect([...languages].sort()).to.deep.equal(['sh', 'ts'])
    expect(README.split('\n').length).to.be.within(100, 180)
  })

  it('begins with the five-minute host', () => {
    const example = readFileSync(join(ROOT, 'docs/examples/five-minute-host.mjs'), 'utf8')
    const [, code] = /^(?:\/\/[^\n]*\n)+\n(.*)$/s.exec(example) ?? []
    expect(firstSteps().server).to.equal(code)
  })

  it('shows code that compiles', () => {
    const faults = blockFaults(blocksOf(README, 'ts'), (text) =>
      text.startsWith('import') ? '' : PREAMBLE,
    )
    expect(faults).to.deep.equal([])
  })

  it('leads to a message that a client shows as soon as it is posted', async () => {
    // Packages of this folder can be imported from it.
    const folder = await mkdtemp(join(ROOT, 'dist/first-message-'))
    try {
      const { answer, shown, posts } = await firstMessage(folder)
      expect(answer).to.equal('ok')
      expect(README).to.include(`\n> ${shown}\n`)
      expect(JSON.parse(posts)).to.have.nested.property('[0].message', shown)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('names npm scripts and packages that exist', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly scripts: Readonly<Record<string, string>>
    }
    const shell = blocksOf(README, 'sh').join('\n')
    for (const [, script = ''] of shell.matchAll(/npm (?:run )?([\w:]+)/g)) {
      if (!['ci', 'install'].includes(script)) expect(manifest.scripts).to.have.property(script)
    }
    const { install, server, client } = firstSteps()
    const imported = [...(server + client).matchAll(/from '(?!node:)([\w.-]+)/g)]
    const packages = [...new Set(imported.map(([, name]) => name))]
    expect(packages).to.include(manifest.name)
    expect(install.trim().split(' ')).to.have.members(['npm', 'install', ...packages])
  })
})
