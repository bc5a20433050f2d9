import ts from 'typescript'
import type { ExportedTypes } from '../../support/exported.js'
import { code, tableOf } from './markdown-table.js'

const OPTIONAL = 'optional'

/** What needs a method; those in none of these lists are optional. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  always: [
    'users.findByIds',
    'users.findByUsernames',
    'channels.findById',
    'channels.findByName',
    'channels.canPost',
    'posts.createBatch',
    'webhooks.findByKeyDigest',
    'webhooks.touch',
    'settings.get',
  ],
  management: [
    'channels.listFor',
    'webhooks.findById',
    'webhooks.list',
    'webhooks.create',
    'webhooks.update',
    'webhooks.delete',
    'settings.update',
  ],
  'management; optional': [
    'users.listFor',
    'users.listDeactivated',
    'webhooks.listAttention',
    'logs.append',
    'logs.page',
  ],
  'sign-in': [
    'users.findCredentials',
    'sessions.create',
    'sessions.find',
    'sessions.delete',
    'sessions.deleteForUser',
  ],
  'with `direct`': ['channels.findDirect', 'channels.createDirect'],
  'with `once`': ['posts.findBatch'],
  'with `incidents`': ['posts.findIncident', 'posts.listIncidents'],
  'with `threads` or `incidents`; management': ['posts.findById'],
  'optional; management': ['posts.update'],
}

/** The methods of each adapter, as `users.findByIds`, with the first paragraphs of their doc comments. */
export function methodsOf(
  { checker, membersOf }: ExportedTypes,
  type: string,
): ReadonlyMap<string, string> {
  const methods = [...membersOf(type)]
    .filter(([adapter]) => adapter !== 'guarantees')
    .flatMap(([adapter, members]) =>
      checker.getPropertiesOfType(checker.getNonNullableType(members)).map((method) => {
        const comment = ts.displayPartsToString(method.getDocumentationComment(checker))
        const [summary = ''] = comment.split(/\n\s*\n/)
        return [`${adapter}.${method.name}`, summary.replace(/\s+/g, ' ')] as const
      }),
    )
  return new Map(methods)
}

export function everyMethod(types: ExportedTypes): readonly string[] {
  const needs = new Map(
    Object.entries(NEEDED).flatMap(([need, names]) => names.map((name) => [name, need] as const)),
  )
  return tableOf(
    ['method', 'needed', 'what it does'],
    [...methodsOf(types, 'Adapters')].map(([name, comment]) => [
      code(name),
      needs.get(name) ?? OPTIONAL,
      comment,
    ]),
  )
}
