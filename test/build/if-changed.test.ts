import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'

const STEPS = [
  'node_modules/typescript/bin/tsc',
  'dist/lib/console/build.js',
  'dist/build/password-worker.js',
  'dist/build/modules.js',
  'dist/example-host/bundle.js',
]

describe('a start', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'if-changed-'))
    put('lib/a.ts', '1')
    for (const step of STEPS) put(step, '')
    cpSync(join(ROOT, 'build/if-changed.mjs'), join(folder, 'build/if-changed.mjs'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  function put(path: string, content: string): void {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  function run(...options: string[]): string {
    const script = join(folder, 'build/if-changed.mjs')
    return spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' }).stdout
  }
  const change = (): void => {
    appendFileSync(join(folder, 'lib/a.ts'), '2')
  }

  it('builds at first, and after a change', () => {
    expect(run()).to.match(/^Building/)
    expect(run()).to.equal('')
    change()
    expect(run()).to.match(/^Building/)
  })

  it('does not build what another build has built', () => {
    run('--begin')
    run('--built')
    expect(run()).to.equal('')
  })

  it('builds a file that was changed while another build ran', () => {
    run('--begin')
    change()
    run('--built')
    expect(run()).to.match(/^Building/)
  })
})
