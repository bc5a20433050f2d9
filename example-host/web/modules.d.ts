/** Made when the pages are bundled: lines of a character and its names. */
declare module 'emoji-table' {
  const table: string
  export default table
}
