import { type Import, importsOf, packageOf } from './imports.js'
import { inFolder, type Source } from './sources.js'

/** The layer of each unit of lib: a unit imports itself and what is below it. */
const LAYERS: Readonly<Record<string, number>> = {
  model: 0,
  text: 1,
  native: 2,
  formats: 3,
  rules: 2,
  'adapters/incidents': 1,
  'adapters/types': 2,
  host: 3,
  'adapters/stores': 3,
  'adapters/at-most-every': 3,
  'adapters/growth': 3,
  'adapters/one-at-a-time': 3,
  'adapters/check-settings': 3,
  'adapters/direct-name': 3,
  'adapters/webhook-page': 3,
  'adapters/check-functions': 3,
  pipeline: 4,
  'adapters/memory': 4,
  'adapters/check': 4,
  load: 4,
  conformance: 4,
  render: 4,
  'adapters/first-use': 5,
  'adapters/once': 5,
  'adapters/kept-posts': 6,
  'adapters/stored-values': 5,
  'adapters/sql': 8,
  'adapters/documents': 8,
  'adapters/postgres': 9,
  'adapters/index': 8,
  log: 5,
  manage: 6,
  auth: 5,
  buttons: 5,
  http: 7,
  openapi: 7,
  code: 7,
  top: 10,
}

/** Where in lib a package may be imported. What is not listed has no place yet. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  express: /^lib\/(http|console)\//,
  'body-parser': /^lib\/(http|console)\//,
  jsonwebtoken: /^lib\/auth\/tokens\.ts$/,
  bcryptjs: /^lib\/auth\/(passwords|password-worker)\.ts$/,
  'ipaddr.js': /^lib\/(buttons\/addresses|rules\/networks)\.ts$/,
  undici: /^lib\/buttons\/integration-client\.ts$/,
  pg: /^lib\/adapters\/postgres\//,
  'markdown-it': /^lib\/render\/parser\.ts$/,
  yaml: /^lib\/code\/yaml-source\.ts$/,
}

// The script that bundles the chat runs compiled, so it takes from ui what is compiled too, by its path.
const BUNDLING = 'ui/bundling'
const BUNDLER = 'example-host/bundle.ts'

// Options and the mounted routers have Express's types; the code that uses it stays in http.
const EXPRESS_TYPES = /^lib\/(incoming-webhooks|hooks|accounts|options|index)\.ts$/

/** `native` of lib/native/message/translate.ts, `adapters/types` of lib/adapters/types.ts, `top` of lib/create.ts. */
export function unitOf(path: string): string {
  const [, first = '', second] = path.replace(/\.tsx?$/, '').split('/')
  if (second === undefined) return 'top'
  return first === 'adapters' ? `${first}/${second}` : first
}

/** The layer of a file of lib; what has none is above all. */
export function layerOf(path: string): number {
  return LAYERS[unitOf(path)] ?? Infinity
}

/** Rules that no file of lib meets any more, one line each. */
export function idleRules(sources: readonly Source[]): string[] {
  const lib = sources.filter(({ path }) => inFolder(path, 'lib'))
  const units = new Set(lib.map(({ path }) => unitOf(path)))
  const imports = lib.flatMap(importsOf)
  const meets = (name: string, place: RegExp): boolean =>
    imports.some(({ from, specifier }) => packageOf(specifier) === name && place.test(from))
  return [
    ...Object.keys(LAYERS).filter((unit) => !units.has(unit)),
    ...Object.entries(PACKAGES).flatMap(([name, place]) => (meets(name, place) ? [] : [name])),
    ...[BUNDLER].filter((path) => !sources.some((source) => source.path === path)),
  ]
}

/** A command that mounts the routers in an app, as hosts do. */
const HOSTS = /^lib\/demo-command\.ts$/

/** What is wrong with the imports inside lib, one line each. */
export function layerFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => inFolder(path, 'lib'))
    .flatMap(importsOf)
    .flatMap((entry) => (entry.file === null ? packageFault(entry) : fileFault(entry, entry.file)))
}

function fileFault({ from }: Import, file: string): string[] {
  if (!inFolder(file, 'lib')) return [`${from} imports ${file}, which is outside lib`]
  if (file === 'lib/index.ts') return [`${from} imports the public entry`]
  const unit = unitOf(from)
  const other = unitOf(file)
  if (unit === other) return []
  if (other === 'console' && HOSTS.test(from)) return []
  if (unit === 'console' || other === 'console') {
    return [`${from} imports ${file}: the console and the library meet over HTTP only`]
  }
  const layer = LAYERS[unit]
  const below = LAYERS[other]
  if (layer === undefined) return [`${from}: ${unit} has no layer`]
  if (below === undefined) return [`${from} imports ${file}: ${other} has no layer`]
  return below < layer ? [] : [`${from} (layer ${layer}) imports ${file} (layer ${below})`]
}

function packageFault({ from, specifier, typeOnly }: Import): string[] {
  if (specifier.startsWith('node:')) return []
  const name = packageOf(specifier)
  const allowed = PACKAGES[name]
  if (!allowed) return [`${from} imports ${name}, which has no place in lib`]
  if (allowed.test(from)) return []
  if (name === 'express' && ((typeOnly && EXPRESS_TYPES.test(from)) || HOSTS.test(from))) return []
  return [`${from} imports ${name}, whose place is ${allowed.source}`]
}

/** Makes pages of the tables of every layer, most of which are not public. */
const REFERENCE = 'test/docs/reference'

/** Folders whose files import no others than these. */
const ISLANDS: Readonly<Record<string, RegExp>> = {
  // The forms are made of what is known of each field of a webhook and of each setting, errors are
  // said in the words of the table, the changes of an incident in those of its post, and rules are
  // tried on requests of the log; the workbench offers nothing that is called like a credential.
  'ui/console':
    /^(ui\/console\/|lib\/model\/((webhook-|settings-|verification-)?fields|delivery-errors|event-rules|incidents|last-result|limits|template)\.ts$|lib\/rules\/(credential-names|event-rules|incident-history)\.ts$)/,
  'ui/bundling': /^ui\//,
  // The components.
  ui: /^ui\/[^/]+$/,
  'example-host/store/memory': /^example-host\/store\/memory\//,
}

/** What the other folders import that they may not, one line each. `entries` are the public ones. */
export function entryFaults(sources: readonly Source[], entries: readonly string[]): string[] {
  return sources
    .filter(({ path }) => !inFolder(path, 'lib'))
    .flatMap(importsOf)
    .flatMap((entry) => {
      const { from, file } = entry
      if (file === null) return outsidePackageFault(entry, entries)
      if (from === BUNDLER && inFolder(file, BUNDLING)) return []
      const island = Object.keys(ISLANDS).find((folder) => inFolder(from, folder))
      if (island !== undefined) {
        return ISLANDS[island]?.test(file) === true ? [] : [`${from} imports ${file}`]
      }
      if (inFolder(from, 'example-host')) {
        return inFolder(file, 'example-host') ? [] : [`${from} imports ${file}`]
      }
      if (inFolder(file, 'lib')) return libInTestFault(from, file)
      if (inFolder(file, 'test') && inFolder(from, 'test')) return neighbourFault(from, file)
      const mayMeasure = inFolder(from, 'bench') || inFolder(from, 'test/bench')
      return inFolder(file, 'bench') && !mayMeasure ? [`${from} imports ${file}`] : []
    })
}

function outsidePackageFault({ from, specifier }: Import, entries: readonly string[]): string[] {
  const name = packageOf(specifier)
  if (inFolder(from, 'ui') && /^express-incoming-webhooks(-example-host)?$/.test(name)) {
    return [`${from} imports ${name}, which ui is below`]
  }
  if (name === 'express-incoming-webhooks-ui' && !/^(ui|example-host\/web|test\/ui)\//.test(from)) {
    return [`${from} imports ui, whose place is pages`]
  }
  if (name === 'express-incoming-webhooks' && !entries.includes(specifier)) {
    return [`${from} imports ${specifier}, which is no public entry`]
  }
  if (name === 'lowdb' && !/^(example-host\/store|test\/[\w-]+)\//.test(from)) {
    return [`${from} imports lowdb, whose place is example-host/store`]
  }
  return []
}

// A test may import what its unit may: the unit itself and the layers below it.
function libInTestFault(from: string, file: string): string[] {
  const [folder, unit = ''] = from.split('/')
  if ((folder === 'test' && unit === 'support') || inFolder(from, REFERENCE)) return []
  const below = LAYERS[unitOf(file)] ?? Infinity
  const own = inFolder(file, `lib/${unit}`) || below < (LAYERS[unit] ?? 0)
  if (folder === 'test' && (own || inFolder(file, 'lib/model'))) return []
  return [`${from} imports ${file} instead of a public entry`]
}

function neighbourFault(from: string, file: string): string[] {
  const [, own = ''] = from.split('/')
  if (inFolder(file, `test/${own}`) || inFolder(file, 'test/support')) return []
  return [`${from} imports ${file}, which belongs to another folder of tests`]
}
