import type { ComponentType } from 'preact'
import type { Props } from '../api/shapes.js'
import { Deploy, isDeploy } from './deploy.jsx'

interface CustomType {
  /** Whether the props have what the renderer needs. Otherwise the plain message is shown. */
  readonly fits: (props: Props) => boolean
  readonly Body: ComponentType<{ readonly props: Props }>
}

/** Renderers for the `custom_` types of posts. */
const CUSTOM_TYPES: ReadonlyMap<string, CustomType> = new Map([
  ['custom_deploy', { fits: isDeploy, Body: Deploy }],
])

export function customBody(type: string, props: Props): CustomType['Body'] | null {
  const custom = CUSTOM_TYPES.get(type)
  return custom?.fits(props) ? custom.Body : null
}
