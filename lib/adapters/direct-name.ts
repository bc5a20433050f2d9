/** The name of the direct channel of two users, in whatever order: the smaller id comes first. */
export function directName(userId: string, otherUserId: string) {
  return userId < otherUserId ? `${userId}__${otherUserId}` : `${otherUserId}__${userId}`
}
