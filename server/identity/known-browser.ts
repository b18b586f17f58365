import type { IdentityContext } from './identity-context.ts'

/**
 * Clerks who share a desk's machine; of more, the one who was here longest ago is asked to be patient again.
 */
const CLERKS_MAX = 10
const ID_BYTES = 16
const COOKIE_FORM = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{43}){1,10}$/

type Marks = Pick<IdentityContext, 'protection'>

const markOf = ({ protection }: Marks, id: string, user: string) =>
  protection.mark('clerk browser', `${id} ${user}`)

/**
 * The browser, where this clerk has signed in here before; null elsewhere. A cookie holds a mark for each
 * clerk, which only this installation can make.
 */
export function knownBrowser(context: Marks, cookie: string | undefined, user: string): string | null {
  if (cookie === undefined || !COOKIE_FORM.test(cookie)) return null
  const [id = '', ...marks] = cookie.split('.')
  return marks.includes(markOf(context, id, user)) ? id : null
}

/** What the browser holds from now on: this clerk first. */
export function rememberClerk(
  context: Marks & Pick<IdentityContext, 'random'>,
  cookie: string | undefined,
  user: string,
): string {
  const [known = '', ...marks] = cookie !== undefined && COOKIE_FORM.test(cookie) ? cookie.split('.') : []
  const id = known === '' ? Buffer.from(context.random.bytes(ID_BYTES)).toString('base64url') : known
  const mark = markOf(context, id, user)
  return [id, mark, ...marks.filter(other => other !== mark)].slice(0, CLERKS_MAX + 1).join('.')
}
