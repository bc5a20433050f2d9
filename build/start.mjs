// What `npm start` runs: compiles if files have changed, then starts the server in the same process, which
// saves the start of another one.
import { emit } from './emit.mjs'

if (!(await emit())) process.exit(1)
await import('../dist/example-host/server.js')
