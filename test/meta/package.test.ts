import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'

interface Manifest {
  readonly name?: string
  readonly engines?: { readonly node?: string }
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const OWN = readManifest(ROOT)

describe('the package', () => {
  it('runs on Node 20.19 and later', () => {
    expect(OWN.engines?.node).to.equal('>=20.19')
  })

  it('pulls in no dependency with an install script', () => {
    const tree = productionTree()
    expect(tree.size).to.be.above(Object.keys(OWN.dependencies ?? {}).length)
    expect([...tree].filter(runsAtInstall)).to.deep.equal([])
  })

  it('is locked without addresses, so that any registry serves it', () => {
    expect(addresses(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))).to.deep.equal([])
  })
})

describe('the guard of the package', () => {
  it('knows install scripts', () => {
    expect(
      installScripts({ scripts: { postinstall: 'node build.js', test: 'mocha' } }),
    ).to.deep.equal(['postinstall'])
    expect(installScripts({ scripts: { prepare: 'tsc' } })).to.deep.equal([])
  })

  it('knows addresses in a lock file', () => {
    const lock =
      '{"packages":{"node_modules/a":{"version":"1.0.0","resolved":"https://a.test/a.tgz"},' +
      '"node_modules/own":{"resolved":"own","link":true}}}'
    expect(addresses(lock)).to.deep.equal(['node_modules/a'])
  })
})

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The folders of everything that an installation without development dependencies brings. */
function productionTree(): Set<string> {
  const found = new Set<string>()
  const visit = (folder: string): void => {
    const { dependencies, peerDependencies } = readManifest(folder)
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const installed = resolve(name, folder)
      if (installed === null || found.has(installed)) continue
      found.add(installed)
      visit(installed)
    }
  }
  visit(ROOT)
  return found
}

// Null: an optional peer that is not installed.
function resolve(name: string, from: string): string | null {
  const candidate = join(from, 'node_modules', name)
  if (existsSync(join(candidate, 'package.json'))) return candidate
  return from === ROOT || from === dirname(from) ? null : resolve(name, dirname(from))
}

function runsAtInstall(folder: string): boolean {
  // npm builds a package with this file even without a script.
  return existsSync(join(folder, 'binding.gyp')) || installScripts(readManifest(folder)).length > 0
}

function installScripts({ scripts = {} }: Manifest): string[] {
  return Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))
}

function addresses(lock: string): string[] {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { resolved?: string; link?: boolean }>
  }
  return Object.entries(packages).flatMap(([path, { resolved, link }]) =>
    resolved && !link ? [path] : [],
  )
}
