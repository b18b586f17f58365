import type { Stop } from './subscribers.ts'

export interface Visibility {
  isVisible(): boolean
  /** Told when the page comes to be seen, or is hidden. */
  subscribe(listener: (isVisible: boolean) => void): Stop
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export function browserVisibility(page: Page): Visibility {
  const isVisible = () => page.visibilityState !== 'hidden'
  return {
    isVisible,
    subscribe(listener) {
      const tell = () => listener(isVisible())
      page.addEventListener('visibilitychange', tell)
      return () => page.removeEventListener('visibilitychange', tell)
    },
  }
}
