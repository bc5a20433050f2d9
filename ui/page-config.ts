import { parsed, type Wire, wireOf } from './wire.js'

/** What the server wrote into the page. Empty if it wrote nothing. */
export function pageConfig(): Wire {
  return wireOf(parsed(document.getElementById('config')?.textContent ?? ''))
}
