import { Icon } from 'express-incoming-webhooks-ui/icon'
import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { metaOf } from '../api/call.js'
import { hostOfAddress, isSafeHref, NEW_TAB } from './links.js'

/** Whether a picture stands in a link: a link holds no other. */
export const InLink = createContext(false)

interface PictureProps {
  readonly address: string
  readonly alt: string
  readonly place: Place
}

/** In a sentence, as small as its letters, on its own, or beside the text of an attachment. */
type Place = 'sentence' | 'icon' | 'own' | 'thumb'

interface Size {
  readonly width: number
  readonly height: number
}

/** A picture in a sentence that is higher than this goes onto a line of its own. */
const SENTENCE_PX = 60
/** The largest that is shown, as in the style sheet. */
const LARGEST: Size = { width: 480, height: 320 }
const LARGEST_THUMB: Size = { width: 88, height: 88 }
/** What is narrower than this for its height shows only its top. */
const NARROWEST = 1 / 3
const NARROW_PX = 128

/** The sizes of pictures that were loaded, so that they have their place when they are drawn again. */
const sizes = new Map<string, Size>()
const MAX_SIZES = 1_000

/** A picture from an allowed host, otherwise a note with a link to it. */
export function Picture({ address, alt, place }: PictureProps) {
  const [broken, setBroken] = useState(false)
  const [size, setSize] = useState(sizes.get(address))
  const inLink = useContext(InLink)
  if (!isAllowedPicture(address) || broken) {
    return <Missing address={address} alt={alt} place={place} broken={broken} />
  }
  const image = (
    <img
      class={lookOf(place, size)}
      src={address}
      alt={alt}
      {...size}
      referrerpolicy="no-referrer"
      decoding="async"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
        const found = { width: naturalWidth, height: naturalHeight }
        if (sizes.size < MAX_SIZES) sizes.set(address, found)
        setSize(found)
      }}
      onError={() => setBroken(true)}
    />
  )
  if (inLink || !isSafeHref(address)) return image
  // Without an address it is no link, but the same element: another one would load the picture again.
  const isLink = isShrunk(place, size)
  const link = isLink ? { href: address, title: 'Open in new tab' } : {}
  return (
    <a {...NEW_TAB} {...link}>
      {image}
      {isLink && alt === '' && <span class="vh">Open image in new tab</span>}
    </a>
  )
}

function lookOf(place: Place, size: Size | undefined): string {
  const look = `picture picture--${place}`
  if (place === 'thumb' || place === 'icon' || !size) return look
  const { width, height } = size
  if (width >= NARROW_PX && width < height * NARROWEST)
    return 'picture picture--own picture--narrow'
  return place === 'sentence' && height > SENTENCE_PX ? 'picture picture--own' : look
}

function isShrunk(place: Place, size: Size | undefined): boolean {
  if (place === 'icon' || !size) return false
  const { width, height } = place === 'thumb' ? LARGEST_THUMB : LARGEST
  return size.width > width || size.height > height
}

/** Why a picture is not shown, and what it is of. */
function Missing({ address, alt, place, broken }: PictureProps & { readonly broken: boolean }) {
  const inLink = useContext(InLink)
  const reason = reasonOf(hostOfAddress(address), broken)
  const link = !inLink && isSafeHref(address) ? { href: address, ...NEW_TAB } : null
  if (place !== 'own' || inLink) {
    const Around = link ? 'a' : 'span'
    return (
      <Around
        class={`blocked blocked--${place === 'thumb' ? 'thumb' : 'sentence'}`}
        title={reason}
        {...link}
      >
        <Icon name="picture" size="small" />
        <span class="blocked__name">{alt || 'Image'}</span>
        <span class={place === 'sentence' ? '' : 'vh'}> (not loaded)</span>
        <span class="vh">. {reason}</span>
        {link && <span class="vh"> Open in new tab</span>}
      </Around>
    )
  }
  return (
    <span class="blocked">
      <Icon name="picture" />
      <span class="blocked__words">
        {alt !== '' && <span class="blocked__alt">{alt}</span>}
        <span>{reason}</span>
      </span>
      {link && <a {...link}>Open in new tab{alt === '' ? '' : <span class="vh">: {alt}</span>}</a>}
    </span>
  )
}

/** Why a picture is not loaded, as a tooltip; nothing if it is. */
export function tooltipOfPicture(address: string): { readonly title?: string } {
  if (address === '' || isAllowedPicture(address)) return {}
  return { title: reasonOf(hostOfAddress(address), false) }
}

function reasonOf(host: string, broken: boolean): string {
  if (broken) return `The image from ${host} could not be loaded.`
  if (host === '') return 'The image is not loaded, because its address is not one of the web.'
  return `Images from ${host} are not loaded in this chat.`
}

/** The hosts whose pictures the page may load. */
const allowed = new Set(metaOf('image-hosts').split(' '))

export function isAllowedPicture(address: string): boolean {
  if (!URL.canParse(address, location.origin)) return false
  const { origin, protocol, host } = new URL(address, location.origin)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return origin === location.origin || allowed.has('*') || allowed.has(host)
}
