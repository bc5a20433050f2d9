import { PersonAvatar } from './avatar.js'

/** Who is signed in, at the end of the bar. Narrow screens show only the avatar. */
export function SignedIn({ name }: { readonly name: string }) {
  return (
    <span class="me small muted">
      <PersonAvatar name={name} size="small" />
      <span class="vh">Signed in as </span>
      <span class="me__name">{name}</span>
    </span>
  )
}
