import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { ImageHosts } from './environment.js'

interface SecurityHeaderOptions {
  readonly siteUrl: string
  readonly imageHosts: ImageHosts
}

/** What browsers may do with the chat's pages. The console replaces the content policy by its own. */
export function securityHeaders({ siteUrl, imageHosts }: SecurityHeaderOptions): RequestHandler {
  const { host } = new URL(siteUrl)
  return helmet({
    contentSecurityPolicy: policyWith({
      // Whatever a message says, unless the operator names other hosts.
      imgSrc: ["'self'", 'data:', ...(imageHosts === '*' ? ['*'] : imageHosts)],
      connectSrc: ["'self'", `ws://${host}`, `wss://${host}`],
      formAction: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    }),
    xFrameOptions: { action: 'deny' },
    // Whether all of a domain is reached by TLS only is for whoever runs its proxy to decide.
    strictTransportSecurity: false,
  })
}

type Directives = Readonly<Record<string, readonly string[]>>

/** Another content policy for some pages. */
export function contentPolicy(directives: Directives): RequestHandler {
  return helmet.contentSecurityPolicy(policyWith(directives))
}

/** Of all pages: scripts and styles are the site's own, and no other page may show them. */
function policyWith(directives: Directives) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      ...directives,
    },
  }
}
