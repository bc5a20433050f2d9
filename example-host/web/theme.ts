import { applyAppearance, keptAppearance } from './state/appearance.js'

// Runs before anything is painted: a page in the wrong colours would flash.
applyAppearance(keptAppearance())
