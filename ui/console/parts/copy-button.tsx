import { COPY_BY_HAND, copyText } from 'express-incoming-webhooks-ui/copy'
import { CopyButton as Copy } from 'express-incoming-webhooks-ui/copy-button'
import type { ComponentProps } from 'preact'
import { toast } from '../state/toasts.js'
import { buttonClass, type ButtonLook } from './button.js'

type CopyButtonProps = ButtonLook &
  Pick<ComponentProps<typeof Copy>, 'text' | 'select' | 'children'> & { readonly said: string }

/** Copies, and shows what was copied. */
export function CopyButton(props: CopyButtonProps) {
  const { text, said, select, children, ...look } = props
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

/** Copies and shows a toast. Returns whether the browser allowed it. */
export async function copyAndSay(text: string, said: string): Promise<boolean> {
  const copied = await copyText(text)
  sayCopied(copied, said)
  return copied
}

function sayCopied(copied: boolean, said: string): void {
  toast(copied ? said : COPY_BY_HAND)
}
