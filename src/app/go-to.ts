import { navigate } from 'wouter/use-browser-location'
import { uiStore } from '#src/stores/ui-store.ts'
import { whatWouldBeLost } from './what-would-be-lost.ts'

/**
 * The person pressed a notice, a shortcut or a link outside of the page: it goes there, unless that would
 * throw away what they are doing here; then it asks (HAND-02).
 * @param path with its query
 */
export function goTo(path: string): void {
  if (path === location.pathname + location.search) return
  const loss = whatWouldBeLost(document)
  if (loss) uiStore.getState().askToLeave({ path, loss })
  else navigate(path)
}
