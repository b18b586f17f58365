import { vi } from 'vitest'

/**
 * What a browser adds to a page's requests: where the page is from, and its cookies.
 * @returns its cable
 */
export function asBrowser(origin: string) {
  let cookie = ''
  const cable = { isPlugged: true }
  const fetchAsIs = globalThis.fetch
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    if (!cable.isPlugged) throw new TypeError('Failed to fetch')
    const request = new Request(input, init)
    request.headers.set('origin', origin)
    if (cookie && request.credentials === 'include') request.headers.set('cookie', cookie)
    const response = await fetchAsIs(request)
    const set = response.headers.get('set-cookie')
    if (set) cookie = set.includes('Max-Age=0') || set.includes('1970') ? '' : (set.split(';')[0] ?? '')
    return response
  })
  return cable
}
