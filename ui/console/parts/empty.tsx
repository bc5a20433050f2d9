import { Empty as Shown } from 'express-incoming-webhooks-ui'
import type { ComponentProps } from 'preact'
import { Heading } from './heading.js'

type EmptyProps = Omit<ComponentProps<typeof Shown>, 'heading'> & { readonly title: string }

/** A placeholder for missing content. */
export function Empty({ title, ...props }: EmptyProps) {
  return <Shown {...props} heading={<h2>{title}</h2>} />
}

/** A page that only shows this message. */
export function MessagePage({ title, ...props }: EmptyProps) {
  return (
    <div>
      <Shown {...props} heading={<Heading title={title} />} />
    </div>
  )
}
