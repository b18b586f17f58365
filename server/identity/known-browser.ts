import type { IdentityContext } from './identity-context.ts'

/** Whom a browser remembers: a clerk by their name, a customer by their id, which outlives an e-mail. */
export interface Remembered {
  kind: 'clerk' | 'account'
  name: string
}

/**
 * Clerks who share a desk's machine, a family that shares a tablet; of more, the one who was here longest ago
 * is asked to be patient again.
 */
const PEOPLE_MAX = 10
const ID_BYTES = 16
const COOKIE_FORM = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{43}){1,10}$/

type Marks = Pick<IdentityContext, 'protection'>

const markOf = ({ protection }: Marks, id: string, { kind, name }: Remembered) =>
  protection.mark(`${kind} browser`, `${id} ${name}`)

/**
 * The browser, where this person has signed in here before; null elsewhere. A cookie holds a mark for each of
 * them, which only this installation can make.
 */
export function knownBrowser(context: Marks, cookie: string | undefined, who: Remembered): string | null {
  if (cookie === undefined || !COOKIE_FORM.test(cookie)) return null
  const [id = '', ...marks] = cookie.split('.')
  return marks.includes(markOf(context, id, who)) ? id : null
}

/** What the browser holds from now on: this person first. */
export function rememberBrowser(
  context: Marks & Pick<IdentityContext, 'random'>,
  cookie: string | undefined,
  who: Remembered,
): string {
  const [known = '', ...marks] = cookie !== undefined && COOKIE_FORM.test(cookie) ? cookie.split('.') : []
  const id = known === '' ? Buffer.from(context.random.bytes(ID_BYTES)).toString('base64url') : known
  const mark = markOf(context, id, who)
  return [id, mark, ...marks.filter(other => other !== mark)].slice(0, PEOPLE_MAX + 1).join('.')
}

/** What the browser holds once this person has left it; null where nobody else is remembered. */
export function forgetInBrowser(context: Marks, cookie: string, who: Remembered): string | null {
  if (!COOKIE_FORM.test(cookie)) return null
  const [id = '', ...marks] = cookie.split('.')
  const others = marks.filter(mark => mark !== markOf(context, id, who))
  return others.length === 0 ? null : [id, ...others].join('.')
}
