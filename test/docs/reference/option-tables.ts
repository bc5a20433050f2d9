import type { IncomingWebhooksOptions, LimitOptions } from '../../../lib/options.js'
import { resolveOptions } from '../../../lib/core.js'
import { fieldNames } from '../../../lib/model/fields.js'
import type { DocumentedMember, ExportedTypes } from '../../support/exported.js'
import { code, listed, tableOf } from './markdown-table.js'

/** Where more is said about an option, in the order of the page. */
const MORE_ABOUT: Readonly<Record<keyof IncomingWebhooksOptions, string>> = {
  adapters: '[Writing adapters](writing-adapters.md)',
  secret: '',
  siteUrl: '',
  allowedIntegrationHosts: '[Buttons](buttons.md)',
  hooksPath: '',
  trustedOrigins: '[Mounting](mounting.md#cookies-csrf-and-several-origins)',
  currentUser: '[Signing in](signing-in.md)',
  userIdPattern: '',
  permalink: '',
  onPosts: '',
  maxPostLength: '',
  show: '[Showing posts](rendering.md#store-posts-as-a-single-string)',
  botUserId: '',
  bodyLimit: '',
  formats: '[Formats](formats.md)',
  limits: '[Limits](#limits)',
  adapterTimeout: '[Timeouts](#timeouts)',
  deliveryAddress: '',
  tokenLifetime: '',
  onSignIn: '[Signing in](signing-in.md#a-cookie-instead-of-a-stored-token)',
  onAudit: '[Audit](management-api.md#audit)',
  onSignal: '[What needs attention](management-api.md#what-needs-attention)',
  consoleUrl: '',
  compatVersion: '[Versions](contract.md#versions)',
  log: '[Log codes](errors.md#log-codes)',
  clock: '',
  node: '',
}

const MORE_ABOUT_LIMITS: Readonly<Record<keyof LimitOptions, string>> = {
  webhook: '',
  requests: '',
  keyFailures: '',
  refuseWith: '',
  signIn: '',
}

/** A last sentence such as `Default: none.` */
const DEFAULT = / ?Default:? ([^ ].*)\.$/

export function options({ documentedMembersOf }: ExportedTypes): readonly string[] {
  const ofDeliveries = documentedMembersOf('HooksOptions')
  const rows = rowsOf(documentedMembersOf('IncomingWebhooksOptions'), MORE_ABOUT)
  const others = rows.filter(({ name }) => !ofDeliveries.has(name)).map(({ name }) => code(name))
  return [
    ...tableOf(
      ['option', 'default', 'meaning'],
      rows.map(({ cells }) => cells),
    ),
    '',
    `\`createHooks\` takes all but ${listed(others, 'and')}.`,
  ]
}

export function limits({ documentedMembersOf }: ExportedTypes): readonly string[] {
  const members = documentedMembersOf('LimitOptions')
  return tableOf(
    ['member of `limits`', 'default', 'meaning'],
    rowsOf(members, MORE_ABOUT_LIMITS).map(({ cells }) => cells),
  )
}

/** What the defaults of some options have to contain. */
export function appliedDefaults(): ReadonlyMap<string, string> {
  const { limits, ...resolved } = resolveOptions({})
  const { webhook, signIn } = limits
  return new Map([
    ['bodyLimit', String(resolved.bodyLimit)],
    ['maxPostLength', String(resolved.maxPostLength)],
    ['adapterTimeout', String(resolved.adapterTimeout)],
    ['show', resolved.show],
    ['userIdPattern', String(resolved.userIdPattern)],
    ['webhook', `perSecond: ${webhook?.perSecond}, burst: ${webhook?.burst}`],
    ['keyFailures', String(limits.keyFailures)],
    ['refuseWith', String(limits.refuseWith)],
    ['signIn', String(signIn?.failures)],
  ])
}

interface Row {
  readonly name: string
  readonly cells: readonly string[]
}

function rowsOf(
  members: ReadonlyMap<string, DocumentedMember>,
  moreAbout: Readonly<Record<string, string>>,
): readonly Row[] {
  return fieldNames(moreAbout).map((name) => {
    const member = members.get(name)
    if (!member) throw new Error(`the package exports no type with ${name}`)
    return {
      name,
      cells: [code(name), defaultOf(member), meaningOf(member, moreAbout[name] ?? '')],
    }
  })
}

function defaultOf({ comment, isOptional }: DocumentedMember): string {
  return DEFAULT.exec(comment)?.[1] ?? (isOptional ? 'none' : '')
}

/** The comment without its default, and with a link instead of the page that it names. */
function meaningOf({ comment }: DocumentedMember, more: string): string {
  const text = comment.replace(DEFAULT, '').replace(/ \(docs\/[^)]+\)/g, '')
  return more === '' ? text : `${text} See ${more}.`
}
