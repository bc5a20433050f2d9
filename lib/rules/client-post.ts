import { isJsonList, isJsonObject, isPriority, isProps } from '../model/json.js'
import type { JsonValue, Props, StoredPost } from '../model/records.js'

/**
 * A post on the wire, with every member of the reference's record, because typed clients reject a
 * smaller one.
 */
export interface ClientPost {
  readonly id: string
  readonly create_at: number
  readonly update_at: number
  readonly edit_at: number
  readonly delete_at: number
  readonly is_pinned: boolean
  readonly user_id: string
  readonly channel_id: string
  readonly root_id: string
  readonly original_id: string
  readonly message: string
  readonly type: string
  readonly props: Readonly<Record<string, JsonValue>>
  readonly hashtags: string
  readonly pending_post_id: string
  /** This and the next two are empty here. A host that counts replies sets its own values. */
  readonly reply_count: number
  readonly last_reply_at: number
  readonly participants: readonly { readonly id: string }[] | null
  readonly metadata: { readonly priority?: JsonValue }
}

/** What clients may see of a post. Use it for every response: it leaves out the URLs that buttons call. */
export function clientPost(post: StoredPost): ClientPost {
  const priority = isPriority(post.priority) ? post.priority : null
  return {
    id: post.id,
    create_at: post.createAt,
    update_at: post.updateAt,
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    user_id: post.userId,
    channel_id: post.channelId,
    root_id: post.rootId ?? '',
    original_id: '',
    message: post.message,
    type: post.type ?? '',
    props: isProps(post.props) ? clientProps(post.props) : {},
    hashtags: '',
    pending_post_id: '',
    reply_count: 0,
    last_reply_at: 0,
    participants: null,
    metadata: priority
      ? {
          priority: {
            priority: priority.priority,
            requested_ack: priority.requestedAck,
            persistent_notifications: priority.persistentNotifications,
          },
        }
      : {},
  }
}

function clientProps(props: Props): Props {
  const { attachments } = props
  if (!isJsonList(attachments)) return props
  return { ...props, attachments: attachments.map(withoutIntegrations) }
}

function withoutIntegrations(attachment: JsonValue): JsonValue {
  if (!isJsonObject(attachment) || !isJsonList(attachment['actions'])) return attachment
  return { ...attachment, actions: attachment['actions'].map(withoutIntegration) }
}

function withoutIntegration(action: JsonValue): JsonValue {
  if (!isJsonObject(action)) return action
  const { integration: _hidden, ...shown } = action
  return shown
}
