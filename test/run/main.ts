import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { holdDist } from '../support/hold-dist.js'
import { inOwnGroup } from './own-group.js'

// What `npm test` starts once everything has been compiled.
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  // Fewer collections of short-lived objects.
  '--max-semi-space-size=64',
  // Workers get it too. Without it, mocha passes over rejections that nobody handles.
  '--unhandled-rejections=strict',
]
const RUN = fileURLToPath(new URL('run.js', import.meta.url))

holdDist()
exit(await inOwnGroup([...FLAGS, RUN, ...argv.slice(2)]))
