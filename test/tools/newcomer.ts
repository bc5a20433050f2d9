import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.js'
import { ROOT } from '../support/root.js'

// What a newcomer does with the README in hand, and how long it takes.
const WINDOWS = process.platform === 'win32'

const folder = await mkdtemp(join(tmpdir(), 'newcomer-'))
try {
  await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder)
  const [tarball = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const began = performance.now()
  await writeFile(join(folder, 'package.json'), '{ "name": "newcomer", "private": true }\n')
  await npm(folder, 'install', '--no-audit', '--no-fund', 'express', join(folder, tarball))
  const installed = performance.now()
  await writeFile(join(folder, 'server.mjs'), await mountBlock())
  await firstPost()
  const seconds = (from: number, to: number): string => `${((to - from) / 1000).toFixed(1)} s`
  const posted = performance.now()
  console.log(
    `install ${seconds(began, installed)}, start and first post ${seconds(installed, posted)}`,
  )
  console.log(`from npm install to the first post: ${seconds(began, posted)}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)('npm', [...args], { cwd, shell: WINDOWS })
}

async function mountBlock(): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const [, block] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  if (block === undefined) throw new Error('the README has no block to paste')
  return block
}

async function firstPost(): Promise<void> {
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [, printed] = /Post to (\S+)/.exec(text) ?? []
        if (printed !== undefined) resolve(printed)
      })
      server.once('exit', () => {
        reject(new Error('the server has ended'))
      })
    })
    const answer = await fetch(url, { method: 'POST', body: '{"text": "Hello"}' })
    const posts = await (await fetch(new URL('/', url))).text()
    if ((await answer.text()) !== 'ok' || !posts.includes('"message":"Hello"')) {
      throw new Error(`the first post did not arrive: ${answer.status} ${posts}`)
    }
  } finally {
    server.kill()
  }
}
