import { charsetNamed } from './charset.js'

/** A Content-Type header, read leniently: missing or malformed parts are `''`. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly essence: string
  /** As returned by `charsetNamed`. */
  readonly charset: string
  readonly boundary: string
}

/** Never throws: the type is only a hint, because the bytes decide what a body is. */
export function readMediaType(header: string | undefined): MediaType {
  const { value, parameters } = readParameters(header ?? '')
  return {
    essence: value.toLowerCase(),
    charset: charsetNamed(parameters.get('charset') ?? ''),
    boundary: parameters.get('boundary') ?? '',
  }
}

/**
 * Reads a header such as `form-data; name="a"`, with parameters, quoted or not, by lower-case name.
 * Malformed parameters are left out; of others, the first non-empty value counts.
 */
export function readParameters(header: string) {
  const [value = '', ...pieces] = splitOutsideQuotes(header)
  const parameters = new Map<string, string>()
  for (const piece of pieces) {
    const equals = piece.indexOf('=')
    if (equals === -1) continue
    const name = piece.slice(0, equals).trim().toLowerCase()
    const said = unquote(piece.slice(equals + 1).trim())
    if (said !== '' && !parameters.has(name)) parameters.set(name, said)
  }
  return { value: value.trim(), parameters }
}

/** The pieces between semicolons. A quoted value begins directly after `=`. */
function splitOutsideQuotes(header: string) {
  const pieces: string[] = []
  let start = 0
  let last = ''
  let quoted = false
  for (let at = 0; at < header.length; at += 1) {
    const char = header.charAt(at)
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === ';') {
      pieces.push(header.slice(start, at))
      start = at + 1
    } else if (char === '"' && last === '=') quoted = true
    if (char !== ' ' && char !== '\t') last = char
  }
  pieces.push(header.slice(start))
  return pieces
}

function unquote(value: string) {
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"')
  return quoted ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value
}
