import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { RecentRequest } from '../../api/requests.js'
import { Code } from '../../parts/code.js'

interface RequestTextProps {
  readonly title: string
  readonly name: string
  readonly said: string
  readonly text: string
}

/** A text of a request. Rendered only while it is open, because the page lists up to 150 requests. */
function RequestText({ title, name, said, text }: RequestTextProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Code name={name} said={said} pieces={[text]} />}
    </details>
  )
}

/** The headers that arrived. */
export function RequestHeaders({ headers }: { headers: readonly string[] }): JSX.Element | null {
  if (headers.length === 0) return null
  return (
    <RequestText
      title={`Headers (${headers.length})`}
      name="Headers of the request"
      said="Headers copied"
      text={headers.join('\n')}
    />
  )
}

/** The response that the sender received. */
export function Response({ request }: { request: RecentRequest }): JSX.Element | null {
  const { response, status } = request
  if (response === '') return null
  return (
    <RequestText
      title={`Response (${status})`}
      name="Body of the response"
      said="Response copied"
      text={readable(response)}
    />
  )
}

/** JSON with line breaks; a text that was cut is unchanged. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
