import type { PasswordChange } from '#contract/rest/accounts.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { sayToThem } from '../keep-theirs.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

type Change = Omit<PasswordChange, 'language'>

/** What one person asked for without hearing an answer: it may be so, and their former password none. */
interface Unheard {
  user_id: string
  current: string | undefined
  /** Any of them may be the password by now. */
  passwords: string[]
}

/** By page, in memory alone; nobody's but theirs, and gone once they hear an answer. */
const unheard = new WeakMap<FlowContext['session'], Unheard>()

const isOfFormer = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'wrong-credentials' || error.code === 'password-required')

/**
 * Asks for it; and where an earlier one of theirs was not answered, and the former password is none any more,
 * once more by what that one asked for. The server judges each as a try like any other. Whoever does not say
 * the same former password again is not the one who asked, or says that they mistyped it.
 * @throws ApiError
 */
async function askToChange(
  { api, ui }: Pick<FlowContext, 'api' | 'ui'>,
  change: Change,
  before: Unheard | undefined,
): Promise<void> {
  const ask = (asked: Change) => api.accounts.changePassword({ ...asked, language: ui.language() })
  try {
    await ask(change)
  } catch (error) {
    if (before?.current !== change.current || !isOfFormer(error)) throw error
    for (const current of before?.passwords ?? []) {
      // Who had none is known by nothing but the new one.
      if (change.current === undefined && current !== change.password) continue
      try {
        await ask({ ...change, current })
        return
      } catch (refusal) {
        if (!isOfFormer(refusal)) throw refusal
      }
    }
    throw error
  }
}

/**
 * A new password. `current` is left out by whoever has none yet: they came by a provider. Asked again after
 * an answer was lost, it is done as well where the first one was.
 */
export async function changePassword(context: FlowContext, change: Change): Promise<Outcome> {
  const { connectivity, serverData, session } = context
  if (!connectivity.hasNetwork()) return failure('offline')
  const user = session.user()
  if (!user) return failure('user-is-guest')
  const { user_id } = user
  const last = unheard.get(session)
  const before = last?.user_id === user_id ? last : undefined
  try {
    await askToChange(context, change, before)
  } catch (error) {
    if (error instanceof ApiError && error.isUncertain) {
      const { current, password } = change
      const others = before !== undefined && before.current === current ? before.passwords : []
      const passwords = [...others.filter(other => other !== password), password]
      unheard.set(session, { user_id, current, passwords })
    }
    return failureOf(error)
  }
  unheard.delete(session)
  const said = { kind: 'success', subject: 'password', code: 'password-changed' } as const
  if (!(await sayToThem(context, user_id, said))) return failure('user-is-guest')
  serverData.refetchAccount()
  return DONE
}
