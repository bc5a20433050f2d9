import { importsOf, packageOf } from './imports.js'
import { unitOf } from './layers.js'
import { inFolder, type Source } from './sources.js'

/**
 * What these folders import besides themselves. They reach a database only through the types of
 * adapters, so that none of them depends on a kind of store.
 */
export const REACH: Readonly<Record<string, readonly string[]>> = {
  'lib/auth': [
    'adapters/types',
    'bcryptjs',
    'jsonwebtoken',
    'model',
    'node:crypto',
    'node:worker_threads',
    'rules',
  ],
  'lib/host': ['adapters/types', 'model', 'node:crypto', 'node:util', 'rules'],
  'lib/http': [
    'adapters/types',
    'auth',
    'body-parser',
    'buttons',
    'express',
    'formats',
    'host',
    'load',
    'log',
    'manage',
    'model',
    'native',
    'node:crypto',
    'node:http',
    'node:net',
    'node:stream',
    'node:timers',
    'pipeline',
    'render',
    'rules',
    'text',
  ],
  'lib/pipeline': [
    'adapters/one-at-a-time',
    'adapters/types',
    'formats',
    'host',
    'model',
    'native',
    'rules',
    'text',
  ],
}

/** The units and packages that a folder imports besides itself. */
export function reachOf(folder: string, sources: readonly Source[]): readonly string[] {
  const reached = sources
    .filter(({ path }) => inFolder(path, folder))
    .flatMap(importsOf)
    .filter(({ file }) => file === null || !inFolder(file, folder))
    .map(({ file, specifier }) => (file === null ? packageOf(specifier) : unitOf(file)))
  return [...new Set(reached)].sort()
}
