import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { pack, project, readManifest } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { type Files, openFiles, run } from './command.js'

const HOOKS = 'webhooks:\n  - slug: ci\n    channel: alerts\n    name: CI\n'

describe('a file of YAML', () => {
  let folder = ''
  let files: Files

  before(async () => {
    const { dependencies } = await readManifest()
    folder = await project(await pack(), 'module', [...Object.keys(dependencies), 'express'])
    files = await openFiles()
  })
  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true })
    await files.remove()
  })

  it('needs the package yaml, and is read as JSON is with it', async () => {
    const file = await files.write('hooks.yaml', HOOKS)
    const command = join(folder, 'node_modules/express-incoming-webhooks/dist/esm/cli.js')
    const plan = () =>
      run(['plan', '--url', 'http://127.0.0.1:9', file], { EIW_TOKEN: 'x' }, command)
    expect(await plan()).to.deep.equal({
      status: 1,
      out: '',
      err: `${file}: YAML needs the package yaml: npm install yaml\n`,
    })
    await symlink(join(ROOT, 'node_modules/yaml'), join(folder, 'node_modules/yaml'))
    const { status, err } = await plan()
    expect(status).to.equal(1)
    expect(err.split('\n')).to.have.lengthOf(3)
    expect(err).to.include(`${file}:2:5: display_name is missing`)
    expect(err).to.include(`${file}:4:5: "name" is not known here; did you mean display_name?`)
  })
})
