const WANTED =
  'url: expected postgres://user:password@host:5432/database, several hosts with commas, and ' +
  'other characters in the password percent-encoded'
/** What a URL may ask for: connections go to the server that takes writes in any case. */
const PRIMARY = ['any', 'primary', 'read-write']

/**
 * The URLs of the servers in a URL that may name several hosts, as libpq reads it and `pg` does not.
 * Throws a `TypeError` that contains nothing of the URL.
 */
export function serverUrls(url: string): readonly string[] {
  const [, before, hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?].*)?$/.exec(url.trim()) ?? []
  const [path = ''] = after.split('?')
  // The password has a slash in it, which must be written %2F.
  if (before === undefined || path.includes('@')) throw new TypeError(WANTED)
  const all = hosts.split(',')
  if (all.length > 1 && all.includes('')) throw new TypeError(WANTED)
  return all.map((host) => {
    const text = `${before}${host}${after}`
    if (!URL.canParse(text)) throw new TypeError(WANTED)
    return withoutTarget(text)
  })
}

function withoutTarget(url: string) {
  const mark = url.indexOf('?')
  if (mark === -1) return url
  const start = url.slice(0, mark)
  const members = new URLSearchParams(url.slice(mark))
  const target = members.get('target_session_attrs')
  if (target !== null && !PRIMARY.includes(target)) {
    throw new TypeError(`url: target_session_attrs must be one of ${PRIMARY.join(', ')}`)
  }
  members.delete('target_session_attrs')
  return members.size === 0 ? start : `${start}?${members.toString()}`
}
