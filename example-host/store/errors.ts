/** A file of the store is damaged where nothing can be guessed. The store does not start and deletes nothing. */
export class StoreCorrupt extends Error {
  override readonly name = 'StoreCorrupt'
  readonly file: string
  readonly offset: number

  constructor(file: string, offset: number, reason: string, recovery: string) {
    super(`${file}: ${reason} at byte ${offset}. ${recovery}`)
    this.file = file
    this.offset = offset
  }
}

/** Another process has the store open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse'
  readonly pid: number | null

  constructor(directory: string, owner: { pid: number; startedAt: string } | null) {
    const who = owner ? `process ${owner.pid} (since ${owner.startedAt})` : 'another process'
    super(`The store ${directory} is in use by ${who}`)
    this.pid = owner?.pid ?? null
  }
}

/**
 * The disk failed in a way that leaves open what it kept. The write it is thrown for may or may not
 * be there after a restart; the store takes no more.
 */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}

/** A name or address that must be unique is taken. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
  readonly field: 'username' | 'email' | 'name'

  constructor(field: 'username' | 'email' | 'name') {
    super(`This ${field} is taken`)
    this.field = field
  }
}
