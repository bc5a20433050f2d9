import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { hostOfAddress, isSafeHref } from './links.js'
import { isAllowedPicture } from './pictures.js'

interface PictureProps {
  readonly address: string
  readonly alt: string
  /** The box of the picture, reserved before it is loaded. */
  readonly box: 'message' | 'thumb'
}

/** A picture from an allowed host, otherwise a note with a link to it. */
export function Picture({ address, alt, box }: PictureProps): JSX.Element {
  const [broken, setBroken] = useState(false)
  const host = hostOfAddress(address)
  if (isAllowedPicture(address) && !broken) {
    return (
      <img
        class={`picture picture--${box}`}
        src={address}
        alt={alt}
        referrerpolicy="no-referrer"
        decoding="async"
        onError={() => {
          setBroken(true)
        }}
      />
    )
  }
  return (
    <span class="blocked">
      <Icon name="picture" />
      <span>
        {broken
          ? `The image from ${host} could not be loaded.`
          : `An image from ${host} was not loaded.`}
      </span>
      {isSafeHref(address) && (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          Show image{alt === '' ? '' : <span class="vh">: {alt}</span>}
        </a>
      )}
    </span>
  )
}
