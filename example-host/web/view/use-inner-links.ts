import { useEffect } from 'preact/hooks'
import { isPlace } from '../state/addresses.js'
import { useChat } from './chat-context.jsx'

/** Opens links to channels and posts of this chat without loading a new page. */
export function useInnerLinks(): void {
  const { places } = useChat()
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== location.origin) return
      if (!isPlace(link.pathname)) return
      event.preventDefault()
      places.go(link.pathname + link.search)
    }
    const onBack = (): void => void places.show()
    document.addEventListener('click', onClick)
    addEventListener('popstate', onBack)
    return () => {
      document.removeEventListener('click', onClick)
      removeEventListener('popstate', onBack)
    }
  }, [places])
}
