import type { TellMistake } from './host/host-mistakes.js'
import type {
  HooksRouterOptions,
  IncomingWebhooksOptions,
  LimitOptions,
  OwnSignInOptions,
} from './options.js'
import { closestName } from './text/closest.js'

type OptionName = keyof IncomingWebhooksOptions | keyof OwnSignInOptions | keyof HooksRouterOptions
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
  adapterTimeout: 'both functions',
  compatVersion: 'both functions',
  log: 'both functions',
  clock: 'both functions',
  secret: 'createIncomingWebhooks',
  trustedOrigins: 'createIncomingWebhooks',
  allowedIntegrationHosts: 'createIncomingWebhooks',
  hooksPath: 'createIncomingWebhooks',
  currentUser: 'createIncomingWebhooks',
  tokenLifetime: 'createIncomingWebhooks',
  node: 'createIncomingWebhooks',
}

const LIMITS: Readonly<Record<keyof LimitOptions, true>> = {
  webhook: true,
  keyFailures: true,
  signIn: true,
  refuseWith: true,
}

/** Reports options without effect, which are misspelt as a rule. */
export function tellUnknownOptions(
  options: { readonly limits?: object | null },
  takenBy: 'createIncomingWebhooks' | 'createHooksRouter',
  tell: TellMistake,
): void {
  const known = Object.entries(OPTIONS)
    .filter(([, by]) => by === 'both functions' || by === takenBy)
    .map(([name]) => name)
  const limits = Object.keys(LIMITS).map((name) => `limits.${name}`)
  const given = [
    ...Object.keys(options),
    ...Object.keys(options.limits ?? {}).map((name) => `limits.${name}`),
  ]
  const names = [...known, ...limits]
  for (const option of given) {
    if (names.includes(option)) continue
    const meant = closestName(option, names)
    tell('EIW_UNKNOWN_OPTION', { option, ...(meant === null ? {} : { didYouMean: meant }) })
  }
}
