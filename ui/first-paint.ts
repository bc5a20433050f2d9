import { applyAppearance, readAppearance } from './appearance.js'

// Runs before anything is painted: a page in the wrong colours would flash.
applyAppearance(readAppearance())
