// What `npm start` runs: builds if files have changed, then starts the server in the same process, which
// saves the start of another one.
import './if-changed.mjs'

await import('../dist/example-host/server.js')
