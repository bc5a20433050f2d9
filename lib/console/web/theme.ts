import { applyTheme, readTheme } from './state/theme.js'

// Before the first paint, so that nothing flashes.
applyTheme(readTheme())
