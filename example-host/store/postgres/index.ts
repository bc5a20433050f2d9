export { NewerDatabaseError } from 'express-incoming-webhooks/postgres'
export {
  AnotherChat,
  type Imported,
  type ImportOptions,
  importStore,
  type TableCount,
} from './import.js'
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open.js'
