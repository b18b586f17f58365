const OURS = /^application\/(problem\+)?json\b/

interface Answered {
  status: number
  headers: { get(name: string): string | null }
}

/**
 * Whether an answer of a service is the server's own. Each of those is JSON, or says nothing (204); a portal
 * in a Wi-Fi, a proxy or a page of maintenance says something else, whatever its status.
 */
export const isOurs = ({ status, headers }: Answered): boolean =>
  status === 204 || OURS.test(headers.get('content-type') ?? '')
