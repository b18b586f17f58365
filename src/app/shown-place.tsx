import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import { Router } from 'wouter'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

interface Place {
  path: string
  search: string
}

const Shown = createContext<Place>({ path: '/', search: '' })

/**
 * The screen that one leaves stays until the next one can be drawn: between the two nobody sees an empty
 * page. Until then it goes on reading the address that was its own, path and search: by the next one's it
 * would think that something is missing from its own, and lead away from where the person has just gone.
 */
export function ShownPlace({ children }: { children: ReactNode }) {
  const path = usePathname()
  const search = useSearch()
  const now = useMemo(() => ({ path, search }), [path, search])
  const before = useDeferredValue(now)
  return (
    <Shown value={before.path === path ? now : before}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {children}
      </Router>
    </Shown>
  )
}

const useShownPath = (): [string, typeof navigate] => [useContext(Shown).path, navigate]
const useShownSearch = (): string => useContext(Shown).search
