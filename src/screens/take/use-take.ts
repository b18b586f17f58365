import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Answers } from '#contract/rest/forms.ts'
import type { Line } from '#contract/rest/offices.ts'
import { useFlow } from '#src/screens/shared/use-flow.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { newTicketStore } from '#src/stores/new-ticket-store.ts'
import { useSession } from '#src/stores/session-store.ts'
import { ticketRefusalText } from '#src/texts/ticket-refusal-text.ts'

/** Said on this screen; once it is left they would be news of the past. */
function dismissRefusals(): void {
  const { notices, dismiss } = noticesStore.getState()
  const said = new Set(['new-alert', 'new-alert-error', 'alert'])
  for (const { kind, id } of notices) if (said.has(kind)) dismiss(id)
}

/** No number, and why; or nobody knows. */
export interface TakeProblemState {
  text: string | null
  unknownRequest: string | null
  /** It was asked for as declared. */
  declared: boolean
  /** "No fui yo" may be pressed. */
  declarable: boolean
}

/** Asking for the number. What nobody could tell whether it worked is repeated as the same request (TKT-11). */
export function useTake(officeSlug: string, line: Line) {
  const { i18n } = useLingui()
  const [, navigate] = useLocation()
  const { run, busy } = useFlow('takeTicket')
  const document = useSession(session => session.user?.identity_type ?? 'rut')
  const [problem, setProblem] = useState<TakeProblemState | null>(null)

  /** @param declares "No fui yo": what is asked once more, after no answer or offline, stays declared */
  async function take(answers: Answers, declares = problem?.declared ?? false): Promise<void> {
    const repeated = problem?.unknownRequest
    setProblem(null)
    newTicketStore.getState().restart()
    const outcome = await run({
      officeSlug,
      line,
      meta: { answers },
      ...(repeated ? { requestId: repeated } : {}),
      ...(declares && { declared: true }),
    })
    dismissRefusals()
    if (outcome?.status === 'taken') navigate(`/tickets/${outcome.tuid}?new`, { replace: true })
    else if (outcome?.status === 'unknown')
      setProblem({ text: null, unknownRequest: outcome.requestId, declared: declares, declarable: false })
    else {
      const refusal = outcome ?? { code: 'other', message: null }
      setProblem({
        text: i18n._(ticketRefusalText(refusal, document)),
        unknownRequest: null,
        declared: declares,
        declarable: outcome?.declarable === true && !declares,
      })
    }
  }

  return { take, busy, problem }
}
