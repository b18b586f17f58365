import { useEffect } from 'react'

/** For as long as something is typed that is kept nowhere else, the browser asks before the page goes. */
export function useStayWhileTyped(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isTyped])
}
