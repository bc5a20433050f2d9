/** What a vendor's types declare as a message. */
export interface Vendor {
  readonly name: string
  readonly format: string
  /** The type of a message. */
  readonly type: string
  /** What stands behind each element, so that there is always something to show. */
  readonly beside?: Readonly<Record<string, unknown>>
  readonly flags?: number
  /** How many elements the types have at least: fewer were found if their structure has changed. */
  readonly least: number
}

const DISCORD = `import('discord-api-types/v10').RESTPostAPIWebhookWithTokenJSONBody`
const CARD_TYPE = 'application/vnd.microsoft.card.adaptive'
const TEXT_BLOCK = { type: 'TextBlock', text: 'beside' }
const CARD = `{ contentType: '${CARD_TYPE}',
  content: import('@microsoft/teams.cards').IAdaptiveCard }`

export const VENDORS: readonly Vendor[] = [
  {
    name: 'Slack',
    format: 'slack',
    type: `{ blocks: import('@slack/types').KnownBlock[],
      attachments?: import('@slack/types').MessageAttachment[] }`,
    least: 70,
  },
  {
    name: 'Teams',
    format: 'teams',
    type: `{ type: 'message', attachments: ${CARD}[] }`,
    beside: { attachments: { contentType: CARD_TYPE, content: { body: [TEXT_BLOCK] } } },
    least: 50,
  },
  { name: 'Discord', format: 'discord', type: `Omit<${DISCORD}, 'components'>`, least: 2 },
  {
    name: 'Discord, components',
    format: 'discord',
    type: `Required<Pick<${DISCORD}, 'components'>>`,
    beside: { components: { type: 10, content: 'beside' } },
    flags: 32_768,
    least: 22,
  },
]
