import type { SignInLimit } from './auth/throttle.js'
import type { TellMistake } from './host/host-mistakes.js'
import type { RateLimit } from './model/records.js'
import type {
  HooksRouterOptions,
  IncomingWebhooksOptions,
  LimitOptions,
  OwnSignInOptions,
} from './options.js'
import { closestName } from './text/closest.js'

type OptionName = keyof IncomingWebhooksOptions | keyof OwnSignInOptions | keyof HooksRouterOptions
type GivenOptions = Readonly<Partial<Record<OptionName, unknown>>> & {
  readonly limits?: LimitOptions | null
}
type TakenBy = 'both functions' | 'createIncomingWebhooks'

/** Every option, and which function takes it. */
const OPTIONS: Readonly<Record<OptionName, TakenBy>> = {
  adapters: 'both functions',
  siteUrl: 'both functions',
  userIdPattern: 'both functions',
  permalink: 'both functions',
  onPosts: 'both functions',
  maxPostLength: 'both functions',
  show: 'both functions',
  botUserId: 'both functions',
  bodyLimit: 'both functions',
  limits: 'both functions',
  formats: 'both functions',
  adapterTimeout: 'both functions',
  compatVersion: 'both functions',
  log: 'both functions',
  clock: 'both functions',
  secret: 'both functions',
  trustedOrigins: 'createIncomingWebhooks',
  allowedIntegrationHosts: 'createIncomingWebhooks',
  hooksPath: 'createIncomingWebhooks',
  currentUser: 'createIncomingWebhooks',
  tokenLifetime: 'createIncomingWebhooks',
  onSignIn: 'createIncomingWebhooks',
  node: 'createIncomingWebhooks',
}

/**
 * Those whose default is not the same as doing without: who posts, whose signatures are checked, who
 * signs in, what is read, and where URLs lead.
 */
const NOT_UNDEFINED = [
  'botUserId',
  'secret',
  'currentUser',
  'formats',
  'siteUrl',
  'hooksPath',
] as const satisfies readonly OptionName[]

const LIMITS: Readonly<Record<keyof LimitOptions, readonly string[]>> = {
  webhook: namesOf<RateLimit>({ perSecond: true, burst: true }),
  keyFailures: [],
  signIn: namesOf<SignInLimit>({ failures: true, seconds: true, failuresPerAddress: true }),
  refuseWith: [],
}

/**
 * Reports options without effect: those that are misspelt, and those that are given as undefined, as
 * an unset variable of the environment is.
 */
export function tellIdleOptions(
  options: GivenOptions,
  takenBy: 'createIncomingWebhooks' | 'createHooksRouter' | 'createHooksListener',
  tell: TellMistake,
): void {
  const names = [
    ...Object.entries(OPTIONS)
      .filter(([, by]) => by === 'both functions' || by === takenBy)
      .map(([name]) => name),
    ...Object.entries(LIMITS).flatMap(([name, inner]) => pathsOf(`limits.${name}`, inner)),
  ]
  const limits: Readonly<Record<string, unknown>> = { ...options.limits }
  const given = [
    ...Object.keys(options),
    ...Object.entries(limits).flatMap(([name, limit]) =>
      pathsOf(`limits.${name}`, Object.hasOwn(LIMITS, name) ? Object.keys(limit ?? {}) : []),
    ),
  ]
  for (const option of NOT_UNDEFINED) {
    if (Object.hasOwn(options, option) && options[option] === undefined) {
      tell('EIW_UNDEFINED_OPTION', { option })
    }
  }
  for (const option of given) {
    if (names.includes(option)) continue
    const meant = closestName(option, names)
    tell('EIW_UNKNOWN_OPTION', { option, ...(meant === null ? {} : { didYouMean: meant }) })
  }
}

function pathsOf(path: string, names: readonly string[]): readonly string[] {
  return [path, ...names.map((name) => `${path}.${name}`)]
}

/** The type checks that no name is left out. */
function namesOf<T extends object>(names: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(names)
}
