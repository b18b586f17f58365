import type { TemporaryLogin } from '#contract/rest/login.ts'
import { ApiError } from '#src/api/api-error.ts'
import { LATE, withDeadline } from '#src/platform/deadline.ts'
import { looksPrivate, type Persistence } from '#src/platform/storage-keeper.ts'
import { type Accepted, versionAccepted } from './accepted-policy.ts'
import { enterSession, settleIn } from './enter-session.ts'
import { sendLogOut } from './send-log-out.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'

/** Who says who they are: name, e-mail, phone, and either rut or dni. */
export type TemporaryPerson = Omit<TemporaryLogin, 'captchaToken' | 'sessionId' | 'language' | 'policy'>

export interface LogInOptions {
  /** Told as the captcha is being solved: how many tries so far. */
  onProgress?: (tries: number) => void
  /** Of the attempt that this one repeats: the server gives the same user. */
  attemptId?: string
  /** The policy that they accept with it. */
  accepts?: Accepted
}

export type LoggedIn =
  | { status: 'logged-in'; persistence: Persistence | 'asking'; looksPrivate: boolean }
  /** `fields`: what the server found at fault. */
  | (Failure & { attemptId: string; fields: ApiError['fields'] })

/**
 * Firefox puts the question to the person, who may never answer it: nobody waits for that to get their
 * number.
 */
const PERSIST_PATIENCE_MS = 500

/**
 * Lets a person in without an account. What they take is kept in this browser alone, so its storage is asked
 * to stay; what it answered goes back to the screen, which warns where it refused.
 *
 * @see rules TEMP-01, AUTH-03, AUTH-08, OFFL-05
 */
export async function logInTemporary(
  context: FlowContext,
  person: TemporaryPerson,
  { onProgress = () => undefined, attemptId = context.random.uuid(), accepts }: LogInOptions = {},
): Promise<LoggedIn> {
  const { api, connectivity, session, storage, timers, ui } = context
  const failed = (cause: Failure, fields: ApiError['fields'] = []): LoggedIn => {
    session.failed(cause.code)
    return { ...cause, attemptId, fields }
  }
  if (!connectivity.hasNetwork()) return failed(failure('offline'))
  session.loading()
  try {
    // Afterwards it would end the session that begins here.
    await sendLogOut(context)
    // With the challenge: nobody else needs it, and it is not small.
    const [challenge, { solveCaptcha }, policy] = await Promise.all([
      api.login.captcha(),
      import('./solve-captcha.ts'),
      versionAccepted(api, accepts),
    ])
    const captchaToken = await solveCaptcha(challenge, onProgress)
    const entered = await api.login.temporary({
      ...person,
      policy,
      captchaToken,
      sessionId: attemptId,
      language: ui.language(),
    })
    await enterSession(context, entered)
  } catch (error) {
    if (!(error instanceof ApiError)) {
      session.failed('internal')
      throw error
    }
    return failed(failureOf(error), error.fields)
  }
  const asked = withDeadline(storage.persist(), PERSIST_PATIENCE_MS, timers)
  await settleIn(context)
  const answer = await asked
  const persistence = answer === LATE ? 'asking' : answer
  return {
    status: 'logged-in',
    persistence,
    // A device that is full offers no more room than a private window, and is told as what it is.
    looksPrivate: ui.storageProblem() === null && looksPrivate(persistence, await storage.estimate()),
  }
}
