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
      '`postgres://user:password@host:5432/database`, several hosts with commas: stores all data in [PostgreSQL](#postgresql)',
  },
  DATABASE_POOL: {
    meaning:
      'the most database connections of this process: 2 to 1000. Those of all nodes must fit into `max_connections`',
  },
  POST_RETENTION_DAYS: {
    unset: 'forever',
    meaning: 'the days after which a post is deleted: 1 to 36500; only with `DATABASE_URL`',
  },
  AUDIT_DAYS: {
    meaning: 'the days for which [the audit](../docs/management-api.md#audit) is kept: 1 to 36500',
  },
  SITE_URL: { unset: 'from `HOST` and `PORT`', meaning: 'the public URL; hook URLs start with it' },
  SECRET: {
    unset: 'generated once',
    meaning: 'at least 32 bytes; a generated one is in `DATA_DIR`, and each startup prints where',
  },
  PREVIOUS_SECRET: {
    unset: 'none',
    meaning:
      'the secret before `SECRET`, while it [is replaced](deploy/README.md#replacing-the-secret)',
  },
  ADMIN_USERNAME: { meaning: 'of the administrator, who is created on first startup' },
  ADMIN_PASSWORD: {
    unset: 'random',
    meaning: "the administrator's first; a random one is printed once, to stdout",
  },
  DEMO: {
    meaning: 'creates two more users, two channels and a webhook on first startup; `0`: none',
  },
  TRUST_PROXY: {
    unset: 'none',
    meaning: "a number or addresses, as for Express's `trust proxy`",
  },
  IMAGE_HOSTS: {
    unset: 'none',
    meaning:
      'hosts from which the pages load pictures, with commas; `*`: any. They learn who reads a message and when',
  },
  INTEGRATION_HOSTS: {
    unset: 'none',
    meaning: 'internal hosts that buttons may call, with commas: `host` or `host:port`',
  },
  METRICS_TOKEN: {
    unset: 'none',
    meaning: 'at least 16 characters, with which other machines can read [`/metrics`](#metrics)',
  },
  LOG_LEVEL: {
    meaning:
      'the lowest level on stderr, in JSON: `debug` (a line per request), `info`, `warn` or `error`',
  },
  HOOK_RATE: {
    meaning:
      'messages per second and burst per webhook; `off`, for load tests, also turns off the limit for unknown keys',
  },
  HOOK_REFUSE_WITH: {
    meaning:
      "the status over a limit: `503` is for senders that retry only after a 5xx, such as `@slack/webhook` and Alertmanager's `webhook_configs`",
  },
  SIGN_IN_RATE: {
    meaning:
      'failures allowed per account and address (five times as many per address), and the seconds until all are allowed again; or `off`',
  },
}
