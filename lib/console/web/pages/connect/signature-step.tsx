import type { JSX } from 'preact'

/** For programs into which any secret can be pasted. */
export function ownSecret(field: string, scheme = ''): JSX.Element {
  return (
    <>
      To accept requests of this sender only, set a secret at <b>Sender signature</b> of this
      webhook{scheme === '' ? '' : ` (as for ${scheme})`}, and paste it into <b>{field}</b>.
    </>
  )
}

/** For programs that make the secret themselves. */
export function theirSecret(name: string, where: string): JSX.Element {
  return (
    <>
      To accept requests of this sender only, copy the <b>{name}</b> {where} into{' '}
      <b>Sender signature</b> of this webhook.
    </>
  )
}
