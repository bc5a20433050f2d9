/** Whether a link is to open elsewhere than in this tab, or a key is to do something else. */
export function hasModifier({
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: MouseEvent | KeyboardEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey
}
