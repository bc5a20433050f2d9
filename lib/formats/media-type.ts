/** A Content-Type header, read leniently: `''` where a part is missing or broken. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly essence: string
  readonly charset: string
  readonly boundary: string
}

/** Never throws: the bytes decide what a body is, this is only a hint (contract, section 2). */
export function readMediaType(header: string | undefined): MediaType {
  const [essence = '', ...parameters] = (header ?? '').split(';')
  let charset = ''
  let boundary = ''
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=')
    if (equals === -1) continue
    const name = parameter.slice(0, equals).trim().toLowerCase()
    const value = unquote(parameter.slice(equals + 1).trim())
    if (name === 'charset') charset ||= value.toLowerCase()
    else if (name === 'boundary') boundary ||= value
  }
  return { essence: essence.trim().toLowerCase(), charset, boundary }
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1)
    : value
}
