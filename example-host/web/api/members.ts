/** What JSON holds at a name; undefined for everything that is no object. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(value: unknown, name: string): string {
  const found = member(value, name)
  return typeof found === 'string' ? found : ''
}

export function number(value: unknown, name: string): number {
  const found = member(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : 0
}

export function list(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name)
  return items(found)
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function texts(value: readonly unknown[]): readonly string[] {
  return value.filter((each) => typeof each === 'string')
}

export function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return undefined
  }
}
