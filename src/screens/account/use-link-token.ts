import { useEffect, useState } from 'react'

/** What an e-mail's link brings: behind the #, which no server is told. Null where there is none. */
const tokenIn = (hash: string): string | null => /^#(?:token=)?([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null

/**
 * The token of the link that led here. Kept while the screen stands, for whoever is led on leaves the
 * address; and a second link, which opens in this tab without loading the page anew, brings its own.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => tokenIn(location.hash))
  useEffect(() => {
    const look = () => setToken(tokenIn(location.hash))
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return token
}
