import { isJsonList, isJsonObject, isPriority, isProps } from '../model/json.js'
import type { HookProps, HookUser, JsonValue, StoredPost } from '../model/records.js'
import { withIncident } from './shown-incident.js'

/**
 * A post as Mattermost's API has it, with every member of its record, because typed clients reject
 * a smaller one. Times are milliseconds since 1970.
 */
export interface ClientPost {
  /** The id of the post. */
  readonly id: string
  /** When it was stored. */
  readonly create_at: number
  /** When it was last changed. */
  readonly update_at: number
  /** Always 0. */
  readonly edit_at: number
  /** Always 0. */
  readonly delete_at: number
  /** Always false. A host with pinned posts sets its own value. */
  readonly is_pinned: boolean
  /** The user who posted it. */
  readonly user_id: string
  /** The id of its channel. */
  readonly channel_id: string
  /** The first post of the thread; `''` outside threads. */
  readonly root_id: string
  /** Always `''`. */
  readonly original_id: string
  /** Its text. */
  readonly message: string
  /** `''`, or the type of `HookPost`. */
  readonly type: string
  /** The properties, without the URLs that buttons call. */
  readonly props: Readonly<Record<string, JsonValue>>
  /** Always `''`. */
  readonly hashtags: string
  /** Always `''`. */
  readonly pending_post_id: string
  /** Always 0. A host that counts replies sets its own values here and in the next two. */
  readonly reply_count: number
  /** Always 0. */
  readonly last_reply_at: number
  /** Always null. */
  readonly participants:
    | readonly {
        /** The id of a user who has replied. */
        readonly id: string
      }[]
    | null
  /** What the reference keeps beside a post. */
  readonly metadata: {
    /** The priority, with members in snake case; absent if the post has none. */
    readonly priority?: JsonValue
  }
}

/** What clients may see of a post. Use it for every response: it leaves out the URLs that buttons call. */
export function toClientPost(post: StoredPost): ClientPost {
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

function clientProps(stored: HookProps) {
  const props = withIncident(stored)
  const { attachments } = props
  if (!isJsonList(attachments)) return props
  return { ...props, attachments: attachments.map(withoutIntegrations) }
}

function withoutIntegrations(attachment: JsonValue) {
  if (!isJsonObject(attachment) || !isJsonList(attachment['actions'])) return attachment
  return { ...attachment, actions: attachment['actions'].map(withoutIntegration) }
}

function withoutIntegration(action: JsonValue): JsonValue {
  if (!isJsonObject(action)) return action
  const { integration: _hidden, ...shown } = action
  return shown
}

/** A user as clients see one. Lists each member, so that other members of a host's record are not sent. */
export function toClientUser(user: HookUser): object {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    roles: user.admin ? 'system_admin system_user' : 'system_user',
    create_at: user.createAt ?? 0,
    delete_at: user.deleteAt ?? 0,
    ...(user.pictureUrl && { picture_url: user.pictureUrl }),
  }
}
