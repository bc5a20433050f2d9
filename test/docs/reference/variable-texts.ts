import type { Defaulted, Variable } from '../../../example-host/environment.js'

/** The meaning of each variable and, if it has no default, its effect while it is unset. */
type VariableTexts = {
  readonly [Name in Variable]: Name extends Defaulted
    ? { readonly meaning: string }
    : { readonly meaning: string; readonly unset: string }
}

export const VARIABLE_TEXTS: VariableTexts = {
  PORT: { meaning: 'the port to listen on' },
  HOST: { meaning: 'the address to listen on' },
  DATA_DIR: { meaning: 'the directory for all stored data' },
  DATABASE_URL: {
    unset: 'none',
    meaning:
      '`postgres://user:password@host:5432/database`: all data is stored in PostgreSQL, with any number of nodes. Several hosts are separated by commas',
  },
  DATABASE_POOL: {
    meaning:
      'the maximum number of database connections of this process: 2 to 1000. The sum over all nodes must fit into `max_connections`',
  },
  POST_RETENTION_DAYS: {
    unset: 'forever',
    meaning:
      'the days after which a post is deleted: 1 to 36500. Only with `DATABASE_URL`; all nodes need the same value',
  },
  AUDIT_DAYS: {
    meaning:
      'the days for which [the audit](../docs/management-api.md#audit) is kept: 1 to 36500. With `DATABASE_URL`, all nodes need the same value',
  },
  SITE_URL: { unset: 'from `HOST` and `PORT`', meaning: 'the public URL; hook URLs start with it' },
  SECRET: {
    unset: 'generated once',
    meaning:
      'at least 32 bytes. A generated secret is stored in `DATA_DIR`, readable only by its owner; each startup prints where it is',
  },
  PREVIOUS_SECRET: {
    unset: 'none',
    meaning:
      'the secret before `SECRET`: data encrypted or signed with it stays valid ([how](deploy/README.md#replacing-the-secret))',
  },
  ADMIN_USERNAME: { meaning: 'the username of the administrator, who is created on first startup' },
  ADMIN_PASSWORD: {
    unset: 'random',
    meaning: "the administrator's initial password; a random one is printed once",
  },
  DEMO: {
    meaning:
      'creates two more users, two channels and a webhook on first startup; `0` creates none',
  },
  TRUST_PROXY: {
    unset: 'none',
    meaning:
      "proxies whose `X-Forwarded-For` is trusted: a number or addresses, as for Express's `trust proxy`",
  },
  IMAGE_HOSTS: {
    unset: 'none',
    meaning:
      "hosts from which the pages may load pictures, separated by commas; `*` means any host. Every reader's browser contacts these hosts. The console lists them",
  },
  INTEGRATION_HOSTS: {
    unset: 'none',
    meaning: 'internal hosts that buttons may call, separated by commas: `host` or `host:port`',
  },
  METRICS_TOKEN: {
    unset: 'none',
    meaning:
      'at least 16 characters: with `Authorization: Bearer` and this token, [`/metrics`](#metrics) can be read from other machines',
  },
  LOG_LEVEL: {
    meaning:
      'the lowest level that is written to stderr: `debug`, `info`, `warn` or `error`. One JSON object per line',
  },
  HOOK_RATE: {
    meaning:
      'messages per second and burst per webhook; more wait in line for up to 8 s. `off`, which is for load tests, also turns off the limit for unknown keys',
  },
  HOOK_REFUSE_WITH: {
    meaning:
      "the status of requests over a limit: `429`, or `503` for senders that retry only after a 5xx, such as `@slack/webhook` and Alertmanager's `webhook_configs`",
  },
  SIGN_IN_RATE: {
    meaning:
      'the number of failures allowed per account and address (five times as many per address), and the seconds after which the full number is allowed again; or `off`',
  },
}
