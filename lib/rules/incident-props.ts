import type { HookProps } from '../model/records.js'

/**
 * The props of a post with what is known of its incident under today's name. Nodes of 0.9 write beside
 * this one: where their name is there, it is the latest, because it goes with every change made here.
 */
export function withIncident(props: HookProps): HookProps {
  if (props['webhook_thing'] === undefined) return props
  const { webhook_thing: incident, ...others } = props
  return { ...others, webhook_incident: incident }
}
