import type { CodePiece } from '../../parts/code.js'

/** A way to try a URL from a terminal. */
export interface Shell {
  readonly name: 'sh' | 'cmd' | 'ps'
  readonly title: string
  /** A description of the code for screen readers. */
  readonly code: string
  readonly hint: string | null
  readonly pieces: (url: string) => readonly CodePiece[]
}

export const SHELLS: readonly Shell[] = [
  {
    name: 'sh',
    title: 'macOS, Linux',
    code: 'curl for macOS and Linux',
    hint: null,
    pieces: (url) => [
      'curl -H ',
      text("'Content-Type: application/json'"),
      ' \\\n  -d ',
      text(`'{"text": "Hello from **curl** :wave:"}'`),
      ` \\\n  ${url}`,
    ],
  },
  {
    name: 'cmd',
    title: 'Windows cmd',
    code: 'curl for Windows',
    hint: 'In cmd, use double quotes and no spaces around the colons; otherwise curl reports “unmatched close brace”.',
    pieces: (url) => [
      'curl -H ',
      text('"Content-Type: application/json"'),
      ' -d ',
      text(String.raw`"{\"text\":\"Hello from **curl** :wave:\"}"`),
      ` ^\n  ${url}`,
    ],
  },
  {
    name: 'ps',
    title: 'PowerShell',
    code: 'PowerShell',
    hint: null,
    pieces: (url) => [
      'Invoke-RestMethod -Method Post -ContentType application/json `\n  -Body ',
      text(`'{"text": "Hello from **PowerShell** :wave:"}'`),
      ` \`\n  -Uri ${url}`,
    ],
  },
]

function text(code: string): CodePiece {
  return { kind: 'string', text: code }
}
