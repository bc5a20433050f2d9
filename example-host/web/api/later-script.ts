import { addressBelow } from './root.js'

/** How to load a script of the chat that the page starts without. After a failure, the next call tries again. */
export function laterScript<T>(
  path: string,
  isIt: (script: unknown) => script is T,
): () => Promise<T> {
  let loading: Promise<T> | null = null
  let failures = 0
  const load = async (): Promise<T> => {
    const address = addressBelow(path)
    // Some browsers load an address that failed only once; with another fragment it is another one.
    if (failures > 0) address.hash = String(failures)
    const script: unknown = await import(address.href)
    if (isIt(script)) return script
    throw new TypeError('another script')
  }
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      failures += 1
      throw error
    })
    return loading
  }
}
