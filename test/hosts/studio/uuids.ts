/** PostgreSQL refuses to compare its ids with other text. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

export function uuid(id: string): string | null {
  return isUuid(id) ? id : null
}
