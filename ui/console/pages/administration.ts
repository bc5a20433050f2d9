export { LogsPage } from './logs/logs.js'
export { IntegrationsPage, LoggingPage } from './settings/settings.js'
