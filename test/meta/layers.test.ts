import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'
import { rings } from './imports.js'
import { entryFaults, idleRules, layerFaults } from './layers.js'
import { pureOf, purityFaults } from './purity.js'
import { REACH, reachOf } from './reach.js'
import { readSources, source } from './sources.js'

const SOURCES = readSources()
const ENTRIES = publicEntries()

describe('layers', () => {
  it('point one way in lib', () => {
    expect(layerFaults(SOURCES)).to.deep.equal([])
  })

  it('have no rule without a file that it is for', () => {
    expect(idleRules(SOURCES)).to.deep.equal([])
  })

  it('leave the public entries to everybody else', () => {
    expect(entryFaults(SOURCES, ENTRIES)).to.deep.equal([])
  })

  it('hold no import rings, type imports included', () => {
    expect(rings(SOURCES)).to.deep.equal([])
  })

  it('keep async, clock and random out of the pure parts', () => {
    expect(purityFaults(SOURCES)).to.deep.equal([])
  })
})

describe('deliveries, HTTP and sign-in', () => {
  for (const [folder, reach] of Object.entries(REACH)) {
    it(`depend on nothing else in ${folder}`, () => {
      expect(reachOf(folder, SOURCES)).to.deep.equal(reach)
    })
  }

  it('would be noticed to depend on a store', () => {
    const path = 'lib/http/a.ts'
    const text = "import type pg from 'pg'; import { b } from '../adapters/postgres/b.js'"
    expect(reachOf('lib/http', [source(path, text)])).to.deep.equal(['adapters/postgres', 'pg'])
  })
})

describe('the guard of the rules', () => {
  it('finds layers, places of packages and scripts that are gone', () => {
    const left = SOURCES.filter(
      ({ path }) =>
        !path.startsWith('lib/load/') &&
        !['lib/auth/tokens.ts', 'example-host/bundle.ts'].includes(path),
    )
    expect(idleRules(left)).to.deep.equal(['load', 'jsonwebtoken', 'example-host/bundle.ts'])
  })
})

describe('the guard of the layers in lib', () => {
  const refused: [what: string, path: string, text: string][] = [
    ['an import upwards', 'lib/model/a.ts', "import { b } from '../text/b.js'"],
    ['an import sideways', 'lib/native/a.ts', "import { b } from '../rules/b.js'"],
    ['a type import upwards', 'lib/text/a.ts', "import type { B } from '../pipeline/b.js'"],
    ['a re-export upwards', 'lib/rules/a.ts', "export * from '../http/b.js'"],
    ['a dynamic import upwards', 'lib/auth/a.ts', "const b = await import('../http/b.js')"],
    ['an import type upwards', 'lib/model/a.ts', "let b: import('../text/b.js').B"],
    [
      'adapters that import the pipeline',
      'lib/adapters/memory/a.ts',
      "import '../../pipeline/b.js'",
    ],
    ['a check of adapters that imports one', 'lib/adapters/check.ts', "import './memory/b.js'"],
    ['a suite that imports adapters', 'lib/conformance/a.ts', "import '../adapters/memory/b.js'"],
    ['console routes that import the tables', 'lib/console/a.ts', "import '../model/fields.js'"],
    ['an import of the console', 'lib/create.ts', "import './console/b.js'"],
    ['an import of the public entry', 'lib/http/a.ts', "import { b } from '../index.js'"],
    ['pages in the console', 'lib/console/a.ts', "import 'express-incoming-webhooks-ui/a'"],
    ['an import from outside', 'lib/http/a.ts', "import '../../example-host/b.js'"],
    ['a folder without a layer', 'lib/misc/a.ts', "import '../model/b.js'"],
    ['Express below http', 'lib/auth/a.ts', "import type { Request } from 'express'"],
    ['Express code at the top', 'lib/create.ts', "import { Router } from 'express'"],
    ['a package without a place', 'lib/http/a.ts', "import debug from 'debug'"],
  ]
  for (const [what, path, text] of refused) {
    it(`refuses ${what}`, () => {
      expect(layerFaults([source(path, text)])).to.have.lengthOf(1)
    })
  }

  const accepted: [what: string, path: string, text: string][] = [
    ['an import downwards', 'lib/pipeline/a.ts', "import { b } from '../formats/forges/b.js'"],
    ['an import of the own folder', 'lib/formats/forges/a.ts', "import '../format.js'"],
    ['adapters that import the contracts', 'lib/adapters/memory/a.ts', "import '../types.js'"],
    ['a suite that imports the rules', 'lib/conformance/a.ts', "import '../rules/keys.js'"],
    ['the top files among themselves', 'lib/create.ts', "import './options.js'"],
    ['the types of Express at the top', 'lib/options.ts', "import type { Request } from 'express'"],
    ['Express in a host', 'lib/demo-command.ts', "import express from 'express'"],
    ['the console in a host', 'lib/demo-command.ts', "import './console/b.js'"],
  ]
  for (const [what, path, text] of accepted) {
    it(`accepts ${what}`, () => {
      expect(layerFaults([source(path, text)])).to.deep.equal([])
    })
  }
})

describe('the guard of the public entries', () => {
  const refused: [what: string, path: string, text: string][] = [
    ['the example host', 'example-host/a.ts', "import '../lib/create.js'"],
    ['a test of a lower unit', 'test/text/a.test.ts', "import '../../lib/pipeline/b.js'"],
    ['a benchmark', 'bench/a.ts', "import '../lib/create.js'"],
    ['a test that imports a benchmark', 'test/http/a.test.ts', "import '../../bench/a.js'"],
    ['an unknown entry', 'bench/a.ts', "import 'express-incoming-webhooks/lib'"],
    ['tests of another folder', 'test/http/a.test.ts', "import '../text/b.js'"],
    ['ui that imports the library', 'ui/a.ts', "import 'express-incoming-webhooks'"],
    ['components that import the console', 'ui/a.ts', "import './console/b.js'"],
    ['components by their path', 'ui/console/a.ts', "import '../b.js'"],
    ['pages that import the model', 'ui/console/a.ts', "import '../../lib/model/records.js'"],
    ['ui that imports the example host', 'ui/a.ts', "import '../example-host/web/b.js'"],
    ['ui in a server', 'example-host/app.ts', "import 'express-incoming-webhooks-ui/a'"],
    ['files in the memory of the store', 'example-host/store/memory/a.ts', "import '../disk/b.js'"],
    ['lowdb outside the store', 'example-host/app.ts', "import { Low } from 'lowdb'"],
  ]
  for (const [what, path, text] of refused) {
    it(`refuses ${what}`, () => {
      expect(entryFaults([source(path, text)], ENTRIES)).to.have.lengthOf(1)
    })
  }

  const accepted: [what: string, path: string, text: string][] = [
    ['ui in the chat', 'example-host/web/a.ts', "import 'express-incoming-webhooks-ui/a'"],
    ['ui in the console', 'ui/console/a.ts', "import 'express-incoming-webhooks-ui/a'"],
    ['a script that bundles', 'example-host/bundle.ts', "import '../ui/bundling/a.js'"],
    [
      'pages that import the tables of fields',
      'ui/console/api/a.ts',
      "import '../../../lib/model/webhook-fields.js'; import '../../../lib/model/settings-fields.js'",
    ],
  ]
  for (const [what, path, text] of accepted) {
    it(`accepts ${what}`, () => {
      expect(entryFaults([source(path, text)], ENTRIES)).to.deep.equal([])
    })
  }

  it('accepts the own unit, the support and the entries', () => {
    const text = `import '../../lib/text/split.js'
      import '../support/host.js'
      import 'express-incoming-webhooks/memory'`
    expect(entryFaults([source('test/text/split.test.ts', text)], ENTRIES)).to.deep.equal([])
  })

  it('lets only the reference read every table for the documents', () => {
    const text = "import '../../../lib/auth/throttle.js'"
    const faultsOf = (path: string) => entryFaults([source(path, text)], ENTRIES)
    expect(faultsOf('test/docs/reference/a.ts')).to.deep.equal([])
    expect(faultsOf('test/docs/other/a.ts')).to.have.lengthOf(1)
  })
})

describe('the guard against rings', () => {
  it('finds a ring of type imports', () => {
    const ring = [
      source('lib/text/a.ts', "import type { B } from './b.js'"),
      source('lib/text/b.ts', "import { c } from './c.js'"),
      source('lib/text/c.ts', "export * from './a.js'"),
    ]
    expect(rings(ring)).to.deep.equal([['lib/text/a.ts', 'lib/text/b.ts', 'lib/text/c.ts']])
  })

  it('finds a ring of components', () => {
    const ring = [
      source('ui/console/a.tsx', "import { B } from './b.js'"),
      source('ui/console/b.tsx', "import type { A } from './a.js'"),
    ]
    expect(rings(ring)).to.have.lengthOf(1)
  })

  it('accepts two ways to the same file', () => {
    const diamond = [
      source('lib/text/a.ts', "import './b.js'; import './c.js'"),
      source('lib/text/b.ts', "import './d.js'"),
      source('lib/text/c.ts', "import './d.js'"),
      source('lib/text/d.ts', ''),
    ]
    expect(rings(diamond)).to.deep.equal([])
  })
})

describe('the guard of the pure parts', () => {
  const impure = [
    'export async function a() {}',
    'export const a = (): Promise<void> | null => null',
    'export const a = () => Date.now()',
    'export const a = () => new Date()',
    'export const a = () => Math.random()',
    "import { randomUUID } from 'node:crypto'",
    'setTimeout(() => {}, 1)',
  ]
  for (const text of impure) {
    it(`refuses ${text}`, () => {
      for (const path of ['lib/text/a.ts', 'lib/pipeline/compose.ts', 'lib/native/parse/a.ts']) {
        expect(purityFaults([source(path, text)])).to.not.deep.equal([])
      }
      const store = "import type { IdempotencyRecord } from '../adapters/types.js'\n"
      expect(purityFaults([source('lib/pipeline/store.ts', store + text)])).to.deep.equal([])
    })
  }

  it('finds the pure steps of the pipeline by what they import', () => {
    const pure = pureOf(SOURCES)
      .map(({ path }) => path)
      .filter((path) => path.startsWith('lib/pipeline/'))
    expect(pure).to.include.members(
      ['read', 'compose', 'render', 'author', 'request'].map((step) => `lib/pipeline/${step}.ts`),
    )
    for (const step of ['deliver', 'resolve', 'store', 'once', 'touch']) {
      expect(pure).not.to.include(`lib/pipeline/${step}.ts`)
    }
  })

  it('counts a step as pure that takes no more than types from one that is not', () => {
    const steps = [
      source('lib/pipeline/resolve.ts', "import type { Adapters } from '../adapters/types.js'"),
      source('lib/pipeline/typed.ts', "import type { Resolved } from './resolve.js'"),
      source('lib/pipeline/using.ts', "import { resolve } from './resolve.js'"),
    ]
    expect(pureOf(steps).map(({ path }) => path)).to.deep.equal(['lib/pipeline/typed.ts'])
  })

  it('accepts a date that is given', () => {
    const text = 'export const a = (ms: number) => new Date(ms).toISOString() // not Date.now()'
    expect(purityFaults([source('lib/text/a.ts', text)])).to.deep.equal([])
  })
})

function publicEntries(): string[] {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { name, exports } = JSON.parse(text) as { name: string; exports: Record<string, unknown> }
  return Object.keys(exports).map((path) => `${name}${path.slice(1)}`)
}
