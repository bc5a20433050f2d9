import { expect } from 'chai'
import { importsOf, packageOf } from './imports.js'
import { unitOf } from './layers.js'
import { inFolder, readSources, type Source, source } from './sources.js'

/**
 * What these folders import besides themselves. They reach a database only through the types of
 * adapters, so that none of them depends on a kind of store.
 */
const REACH: Readonly<Record<string, readonly string[]>> = {
  'lib/auth': [
    'adapters/types',
    'bcryptjs',
    'jsonwebtoken',
    'model',
    'node:crypto',
    'node:worker_threads',
    'rules',
  ],
  'lib/http': [
    'adapters/checked',
    'adapters/types',
    'auth',
    'body-parser',
    'buttons',
    'express',
    'formats',
    'host',
    'load',
    'manage',
    'model',
    'node:crypto',
    'node:http',
    'node:net',
    'node:stream',
    'node:timers',
    'pipeline',
    'rules',
    'text',
  ],
  'lib/pipeline': [
    'adapters/checked',
    'adapters/one-at-a-time',
    'adapters/things',
    'adapters/types',
    'formats',
    'model',
    'rules',
    'text',
  ],
}

function reachOf(folder: string, sources: readonly Source[]): readonly string[] {
  const reached = sources
    .filter(({ path }) => inFolder(path, folder))
    .flatMap(importsOf)
    .filter(({ file }) => file === null || !inFolder(file, folder))
    .map(({ file, specifier }) => (file === null ? packageOf(specifier) : unitOf(file)))
  return [...new Set(reached)].sort()
}

describe('deliveries, HTTP and sign-in', () => {
  const sources = readSources()
  for (const [folder, reach] of Object.entries(REACH)) {
    it(`depend on nothing else in ${folder}`, () => {
      expect(reachOf(folder, sources)).to.deep.equal(reach)
    })
  }

  it('would be noticed to depend on a store', () => {
    const path = 'lib/http/a.ts'
    const text = "import type pg from 'pg'; import { b } from '../adapters/postgres/b.js'"
    expect(reachOf('lib/http', [source(path, text)])).to.deep.equal(['adapters/postgres', 'pg'])
  })
})
