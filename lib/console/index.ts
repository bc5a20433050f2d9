export { type ConsoleOptions, consoleRouter } from './router.js'
