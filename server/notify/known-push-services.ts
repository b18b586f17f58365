/** The push services of the browsers: exact hosts, and domains whose every host counts (leading dot). */
const BROWSER_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

const fits = (host: string, allowed: string) =>
  allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed

/**
 * Whether this server may post to an endpoint. It was given by a browser, that is by anybody: without this
 * list the server could be made to call inside its own network.
 *
 * @param extra more services: a host, a domain with a leading dot, or a whole origin
 *   (`http://127.0.0.1:8080`), which alone lifts the demand for https on port 443
 */
export function isKnownPushService(endpoint: string, extra: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (extra.includes(origin)) return true
  if (protocol !== 'https:' || port !== '') return false
  return [...BROWSER_PUSH_HOSTS, ...extra].some(allowed => fits(hostname, allowed))
}
