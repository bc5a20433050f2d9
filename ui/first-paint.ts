import { applyAppearance, readAppearance } from './appearance.js'

// Runs before the first paint, because a page in the wrong colours would flash.
applyAppearance(readAppearance())
