import { alike, type Color, namesIn, type Table, wordsIn } from '../kit.js'

// Names are written without separators and in lower case: `event_type`, `eventType` and `Event-Type`
// are one name.

/** Names of members that are titles, the best first. */
export const TITLES = wordsIn('title subject summary')
/** Names of members that say what happened, or to what. */
export const EVENTS = wordsIn('event eventtype type action name')
export const TEXTS = wordsIn('message text body description content reason details')
/** Names of addresses of pages. Others that end with `url`, `link` or `href` come after them. */
export const LINKS = wordsIn('htmlurl weburl url link href')
export const LINK_ENDINGS = wordsIn('url link href')

/** Words of names whose addresses are not pages for readers. */
export const NO_PAGES = namesIn(
  'callback webhook hook ping avatar gravatar image img icon logo picture photo thumb thumbnail screenshot poster banner',
)

/** Names of members that only hold what a sender has to say. */
export const WRAPPERS = namesIn(
  'data object payload body event eventdata webhookeventdata attributes properties resource item current entry content formresponse',
)

/** Last words of names of what is called like a title, such as `ticket_title`. */
export const SUBJECTS = namesIn('title subject summary headline')
/** Words of names of what is reported, such as `check_name`. */
export const THINGS = namesIn(
  'check monitor search alert alarm rule job build pipeline task workflow test issue ticket incident event service',
)
/** Words of names of those to whom other things belong. Their own names say less than those of the things. */
export const HOLDERS = namesIn(
  'organization organisation org account workspace team tenant company customer user author actor sender owner parent',
)

/** Last words of names of what readers seldom look for: ids, times, hashes, and kinds of objects and links. */
export const MINOR_ENDINGS = namesIn(
  'id ids uid uuid guid gid sid aid sgid ref hash sha sha1 sha256 digest checksum fingerprint etag commit revision ' +
    'at on time times timestamp date datetime ts utc instant created updated modified version object rel',
)

/** Words of names of members whose texts are states. */
export const STATES = namesIn('status state result outcome conclusion phase health event type')
export const SEVERITIES = namesIn('severity level priority impact urgency')
/** Last words of names of members that are false if something failed. */
export const SUCCESSES = namesIn('success successful succeeded passed healthy ok')
/** Words of names of members that tell of the past. */
export const EARLIER = namesIn('previous prev old before from last')

/** States, beside those of `stateColor`. */
export const STATE_COLORS: Table<Color> = {
  ...alike(
    'fail failing errored errors down broken crashed problem unhealthy offline outage majoroutage breached violated ' +
      'rejected declined undelivered alerting firing unreachable',
    'bad',
  ),
  ...alike(
    'unstable flapping partial partialoutage investigating acknowledged overdue due unpaid bounce bounced expired',
    'warning',
  ),
  ...alike(
    'complete up ok healthy online paid approved delivered fixed recovery normal closed',
    'good',
  ),
}

/** States that end an alert, however severe it was. */
export const OVER = namesIn('resolved recovered recovery closed fixed up ok normal')

/** Words with letters that stand for words. */
export const CAPITALS = namesIn('id url ip api http https sms cpu ssl tls dns os vm uuid sku')
