/** What markdown-it calls of the package `punycode.js`, in whose place it is bundled: browsers can do it themselves. */
export default {
  /** A host name whose labels beyond ASCII begin with `xn--`. Throws for what is no name. */
  toASCII: (host: string) =>
    /^[\0-\x7f]*$/.test(host) ? host : new URL(`http://${host}`).hostname,
}
