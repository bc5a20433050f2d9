/** Beside the name of whatever a webhook wrote. */
export function Bot() {
  return (
    <span class="bot" title="Posted by a webhook">
      Bot
    </span>
  )
}
