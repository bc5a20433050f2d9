export {
  type ConsoleBrand,
  type ConsoleOptions,
  consoleRouter,
  type TokenSource,
} from './router.js'
