import { adminHost, type AdminHost } from './admin-router.host.js'

/** A host whose adapters do not list its users. */
export function hostWithoutList(): AdminHost {
  const { adapters } = adminHost()
  const users = { ...adapters.users }
  delete users.listFor
  return adminHost({ adapters: { ...adapters, users } })
}
