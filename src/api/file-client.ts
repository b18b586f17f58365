import type { Service } from '#contract/bases.ts'
import { ApiError, refusalOf } from './api-error.ts'
import type { ClientOptions } from './client.ts'

/** A file as the server names it. */
export interface FetchedFile {
  name: string
  content: Blob
}

export type FetchFile = (service: Service, address: string, query: URLSearchParams) => Promise<FetchedFile>

/**
 * Fetches what is saved rather than read. A link would not do: the session's token is in no cookie.
 * @throws ApiError
 */
export function createFileClient({
  baseOf,
  getToken,
  onSessionExpired,
}: Pick<ClientOptions, 'baseOf' | 'getToken' | 'onSessionExpired'>): FetchFile {
  return async (service, address, query) => {
    const token = getToken()
    let response: Response
    try {
      response = await fetch(`${baseOf(service)}${address}?${query}`, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      })
    } catch (cause) {
      throw new ApiError('offline', 0, 'the network cannot be reached', { cause })
    }
    if (!response.ok) {
      const refusal = refusalOf(response, await response.text())
      if (refusal.status === 401 && token === getToken()) onSessionExpired()
      throw refusal
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    // The page of a portal, say: the server names each of its files.
    if (name === undefined) throw new ApiError('unreadable', response.status, `${address} answers no file`)
    try {
      return { name, content: await response.blob() }
    } catch (cause) {
      throw new ApiError('offline', 0, 'the file broke off', { cause })
    }
  }
}
