export { type ConsoleBrand, type ConsoleOptions, consoleRouter } from './router.js'
