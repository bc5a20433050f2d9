import type { Card } from '../../drafts/draft.js'
import type { Text } from '../../drafts/pieces.js'
import { at, listAt, textAt } from '../../json-members.js'
import { isWebUrl } from '../../../text/links.js'

type Field = readonly [string, Text]

/** What an incident of a service of Azure is about. */
export function serviceFields(properties: unknown): readonly Field[] {
  return [
    ['Service', textAt(properties, 'service')],
    ['Region', textAt(properties, 'region')],
    ['Stage', textAt(properties, 'stage')],
  ]
}

/** What was spent, and of how much. */
export function budgetFields(context: unknown): readonly Field[] {
  const data = at(context, 'AlertData')
  return [
    ['Spent', textAt(data, 'SpentAmount')],
    ['Budget', textAt(data, 'BudgetThreshold')],
    ['Notified at', textAt(data, 'NotificationThresholdAmount')],
  ]
}

/** Members with the address of a search, the best first: some are filtered for one resource. */
const SEARCHES = ['linkToSearchResultsUI', 'linkToFilteredSearchResultsUI'] as const
const OLDER_SEARCHES = ['LinkToSearchResults', 'LinkToFilteredSearchResultsUI'] as const

/** The search that found something. */
export function searchLinks(context: unknown): NonNullable<Card['links']> {
  const [first] = listAt(context, 'condition', 'allOf')
  const urls = [
    ...SEARCHES.map((name) => textAt(first, name)),
    ...OLDER_SEARCHES.map((name) => textAt(context, name)),
  ]
  const url = urls.find(isWebUrl)
  return url === undefined ? [] : [{ text: 'Search results', url }]
}
