/** What a host's code may fail with: anything can be thrown. */
export const REASONS: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  "'route'": 'route',
  "'router'": 'router',
  'a string': 'connection lost',
  'an object': { status: 404 },
  'an Error': new Error('connection lost'),
  "an Error that looks like a body parser's": Object.assign(new Error('too large'), {
    type: 'entity.too.large',
    status: 413,
  }),
  'a proxy that throws when it is looked at': revoked(),
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The method that fails. */
  readonly adapter: string
  readonly name: string
}

/** A call of each router, and what fails under it. */
export const CALLS: Readonly<Record<string, Call>> = {
  'a hook, while looking': {
    method: 'POST',
    path: '/hooks/:key',
    adapter: 'channels',
    name: 'findById',
  },
  'a hook, while storing': {
    method: 'POST',
    path: '/hooks/:key',
    adapter: 'posts',
    name: 'createBatch',
  },
  'a hook, before anything': {
    method: 'POST',
    path: '/hooks/:key',
    adapter: 'settings',
    name: 'get',
  },
  'a call of management': {
    method: 'GET',
    path: '/api/v4/hooks/incoming',
    adapter: 'webhooks',
    name: 'list',
  },
  'a sign-in': {
    method: 'POST',
    path: '/api/v4/users/login',
    adapter: 'users',
    name: 'findCredentials',
  },
  'a button': {
    method: 'POST',
    path: '/api/v4/posts/x/actions/y',
    adapter: 'posts',
    name: 'findById',
  },
}

/** What became of a call whose adapter failed. */
export interface Rejected {
  readonly call: string
  readonly reason: string
  readonly how: 'throws' | 'rejects'
  readonly status: number
  /** How often the host's next route was reached. */
  readonly reached: number
  /** The host's error handler got one `Error`: the reason, or one whose cause it is. */
  readonly handled: boolean
  /** `X-Request-Id` of the response; the request's was `sent-1`. */
  readonly requestId: string | null
}
