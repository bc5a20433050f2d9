export { LogsPage } from './logs/logs.js'
export { IntegrationsPage } from './settings/integrations.js'
export { LoggingPage } from './settings/logging.js'
