import { CopyButton as Copy } from 'express-incoming-webhooks-ui/copy-button'
import type { ComponentProps, JSX } from 'preact'
import { buttonClass, type ButtonLook } from './button.js'
import { sayCopied } from './copy.js'

type CopyButtonProps = ButtonLook &
  Pick<ComponentProps<typeof Copy>, 'text' | 'select' | 'children'> & { readonly said: string }

/** Copies, and shows what was copied. */
export function CopyButton({
  text,
  said,
  select,
  children,
  ...look
}: CopyButtonProps): JSX.Element {
  return (
    <Copy
      text={text}
      select={select}
      class={buttonClass(look)}
      report={(copied) => sayCopied(copied, said)}
    >
      {children}
    </Copy>
  )
}
