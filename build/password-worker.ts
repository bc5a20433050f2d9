import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// Runs from dist/build, on the compiled worker.
const AUTH = fileURLToPath(new URL('../lib/auth/', import.meta.url))

const { outputFiles } = await build({
  entryPoints: [join(AUTH, 'password-worker.js')],
  bundle: true,
  minify: true,
  write: false,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
})
const [worker] = outputFiles
const license = await readFile(new URL('LICENSE', import.meta.resolve('bcryptjs')), 'utf8')
await writeFile(
  join(AUTH, 'password-worker-source.cjs'),
  `/*\nContains bcryptjs:\n\n${license}*/\nexports.PASSWORD_WORKER = ${JSON.stringify(worker?.text)}\n`,
)
