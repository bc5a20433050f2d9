export { createPostgresPool, type PostgresPoolOptions } from './pool.js'
export { migrate, type MigrateOptions, migrationFiles } from './migrate.js'
export { createPostgresStores, type PostgresStores, type PostgresStoresOptions } from './stores.js'
export type { MessagePlace, OwnMessages, StoredMessage, Stores } from '../stores.js'
