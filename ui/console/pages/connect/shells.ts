/** A way to try a URL from a terminal. */
export interface Shell {
  readonly name: 'sh' | 'cmd' | 'ps'
  readonly title: string
  /** A description of the code for screen readers. */
  readonly code: string
  readonly hint: string | null
  /** With `<url>` in place of the URL. */
  readonly command: string
}

export const SHELLS: readonly Shell[] = [
  {
    name: 'sh',
    title: 'macOS, Linux',
    code: 'curl for macOS and Linux',
    hint: null,
    command: `curl -H 'Content-Type: application/json' \\
  -d '{"text": "Hello from **curl** :wave:"}' \\
  <url>`,
  },
  {
    name: 'cmd',
    title: 'Windows cmd',
    code: 'curl for Windows',
    hint: 'In cmd, use double quotes and no spaces around the colons; otherwise curl reports “unmatched close brace”.',
    command: String.raw`curl -H "Content-Type: application/json" -d "{\"text\":\"Hello from **curl** :wave:\"}" ^
  <url>`,
  },
  {
    name: 'ps',
    title: 'PowerShell',
    code: 'PowerShell',
    hint: null,
    command: `Invoke-RestMethod -Method Post -ContentType application/json \`
  -Body '{"text": "Hello from **PowerShell** :wave:"}' \`
  -Uri <url>`,
  },
]
