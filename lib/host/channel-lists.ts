import type { CheckedManagement } from './checked.js'
import type { TellMistake } from './host-mistakes.js'

type List = CheckedManagement['webhooks']['list']

const NO_CHANNEL = 'the id of no channel'

/**
 * Lists webhooks. An adapter that ignores the filter `channelId`, as those written before it existed,
 * would count the webhooks of all channels as those of one. So the first list of a channel that is
 * not empty is followed by the list of a channel that cannot exist, which has to be empty. Throws a
 * `TypeError` if it is not.
 */
export function listsOfChannels(list: List, tell: TellMistake): List {
  let isKnownToFilter = false
  const listChannel: List = async (filter) => {
    const page = await list(filter)
    if (isKnownToFilter || page.total === 0) return page
    const none = await list({ ...filter, channelId: NO_CHANNEL, offset: 0, limit: 1 })
    if (none.total > 0) {
      tell('EIW_CHANNEL_FILTER')
      throw new TypeError('webhooks.list ignored channelId')
    }
    isKnownToFilter = true
    return page
  }
  return (filter) => (filter.channelId === undefined ? list(filter) : listChannel(filter))
}
