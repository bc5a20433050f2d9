export { NewerDatabaseError } from 'express-incoming-webhooks/postgres'
export { AnotherChat, importStore, type TableCount } from './import.js'
export { openPostgresStore, type PostgresStore } from './open.js'
