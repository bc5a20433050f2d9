export {
  type ConsoleBrand,
  type ConsoleLabels,
  type ConsoleOptions,
  type ConsoleTheme,
  consoleRouter,
  type TokenSource,
} from './router.js'
