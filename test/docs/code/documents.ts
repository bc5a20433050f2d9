import { CONSOLE } from './console.js'
import { DEPLOYMENT } from './deployment.js'
import { EXAMPLES } from './examples.js'
import { FORMATS } from './formats.js'
import { IN_CODE } from './in-code.js'
import { MANAGEMENT_API } from './management-api.js'
import { MOUNTING } from './mounting.js'
import { MOVING } from './moving.js'
import { OF_README } from './readme.js'
import { RENDERING } from './rendering.js'
import type { ShownCode } from './shown-code.js'
import { SIGNING_IN } from './signing-in.js'
import { WRITING_ADAPTERS } from './writing-adapters.js'

/** The documents with code that compiles. */
export const DOCUMENTS: readonly ShownCode[] = [
  OF_README,
  CONSOLE,
  DEPLOYMENT,
  FORMATS,
  IN_CODE,
  MANAGEMENT_API,
  MOUNTING,
  MOVING,
  RENDERING,
  SIGNING_IN,
  WRITING_ADAPTERS,
  ...EXAMPLES,
]
