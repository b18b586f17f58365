import { expect } from 'vitest'
import type { Session } from '#contract/rest/login.ts'
import type { AskOptions, TestServer } from './server.ts'

export const PASSWORD = 'tren verde a Llolleo'

let made = 0

/** Somebody who has no account yet. */
export const newcomer = (more: object = {}) => ({
  user: `ana.${++made}.rojas@correo.example`,
  password: PASSWORD,
  name: 'Ana Rojas',
  ...more,
})

export interface Came {
  session: Session
  user_id: string
  token: string
  /** name=value of the session's cookie, and of the one by which the browser is known. */
  cookie: string
  known: string
}

/** Asks as the login screens do. */
export function accountsAt(server: TestServer) {
  const ask = (path: string, body: object, more: AskOptions = {}) =>
    server.ask('login', path, { body, ...more })
  async function cameBy(response: Promise<Response>): Promise<Came> {
    const answer = await response
    if (answer.status !== 200) expect.fail(`${answer.status} ${await answer.text()}`)
    const session = (await answer.json()) as Session
    const cookies = answer.headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '')
    const named = (name: string) => cookies.find(cookie => cookie.startsWith(`${name}=`)) ?? ''
    const { user_id, token } = session
    return { session, user_id, token, cookie: named('numerito'), known: named('numerito-known') }
  }
  return {
    signUp: (body: object, more?: AskOptions) => ask('/signup', body, more),
    signIn: (body: object, more?: AskOptions) => ask('/password', body, more),
    cameBy,
    register: (body: object = newcomer(), more?: AskOptions) => cameBy(ask('/signup', body, more)),
    enter: (body: object, more?: AskOptions) => cameBy(ask('/password', body, more)),
  }
}

/** `409 account-exists`. */
export async function refusalOf(response: Promise<Response>): Promise<string> {
  const answer = await response
  if (answer.status < 400) return String(answer.status)
  const { code } = (await answer.json()) as { code: string }
  return `${answer.status} ${code}`
}
