import { expect } from 'vitest'

export interface Answer {
  status: number
  token?: string | null
  messages?: string[]
}

export interface PollOptions {
  headers?: Record<string, string>
  query?: string
  signal?: AbortSignal
}

/** A client that polls by hand. */
export function pollerOf(server: { http: string }, { query = 'vsn=2.0.0', headers = {} }: PollOptions = {}) {
  let token: string | null = null
  const address = () => `${server.http}/socket/longpoll?${query}${token === null ? '' : `&token=${token}`}`
  const answerOf = async (response: Response): Promise<Answer> => {
    expect(response.status).toBe(200)
    return (await response.json()) as Answer
  }
  return {
    setToken: (other: string) => (token = other),
    poll: async (options: PollOptions = {}) =>
      answerOf(
        await fetch(address(), { headers: { ...headers, ...options.headers }, signal: options.signal }),
      ),
    /** Without the token of the session's own header, as the genuine client, unless told. */
    post: async (
      body: string | Uint8Array<ArrayBuffer>,
      contentType = 'application/x-ndjson',
      more: Record<string, string> = {},
    ) =>
      answerOf(
        await fetch(address(), { method: 'POST', headers: { 'content-type': contentType, ...more }, body }),
      ),
    open: async () => {
      const answer = await answerOf(await fetch(address(), { headers }))
      token = answer.token ?? null
      return answer
    },
  }
}

/** A body of POST. */
export const lines = (...frames: unknown[][]) => frames.map(frame => JSON.stringify(frame)).join('\n')
export const join = (topic: string, ref = '1') => [ref, ref, topic, 'phx_join', {}]
export const framesOf = (answer: Answer) => answer.messages?.map(text => JSON.parse(text) as unknown[])
