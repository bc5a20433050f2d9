import { call } from './http-client.js'

/** What tests do with a running example host, wherever it runs. */
export interface ChatHost {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly adminPassword: string
  /** What it wrote, the last million characters. */
  output(): string
  /** A token of the administrator `admin`; signs in once. */
  adminToken(): Promise<string>
  /** A call to the v4 API as the administrator. Throws unless the answer is 2xx. */
  api(method: string, path: string, body?: unknown): Promise<unknown>
}

/** Text of which the last million characters are kept. */
export class Output {
  #text = ''

  add(text: string): void {
    this.#text = (this.#text + text).slice(-1_000_000)
  }

  get text(): string {
    return this.#text
  }
}

/** Variables of a host that refuses nobody and has no demo data. */
export function variablesOf(
  { port, dataDir, adminPassword }: Pick<ChatHost, 'port' | 'dataDir' | 'adminPassword'>,
  env: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: urlOf(port),
    DATA_DIR: dataDir,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: adminPassword,
    HOOK_RATE: 'off',
    SIGN_IN_RATE: 'off',
    DEMO: '0',
    ...env,
  }
}

export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** The administrator's calls to a host. */
export function administratorOf(
  url: string,
  password: string,
): Pick<ChatHost, 'adminToken' | 'api'> {
  let token: Promise<string> | undefined
  const adminToken = () => (token ??= signIn(url, { login_id: 'admin', password }))
  return {
    adminToken,
    api: async (method, path, body) => api(url, await adminToken(), method, path, body),
  }
}

/** The token of a new session. */
export async function signIn(
  url: string,
  account: { readonly login_id: string; readonly password: string },
): Promise<string> {
  const { status, headers, text } = await call(`${url}/api/v4/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (status === 200 && typeof headers['token'] === 'string') return headers['token']
  throw new Error(`signing in answered ${status}: ${text}`)
}

async function api(
  url: string,
  token: string,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const { status, text } = await call(`${url}/api/v4${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  return JSON.parse(text)
}
