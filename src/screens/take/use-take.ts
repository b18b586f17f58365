import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { Answers } from '#contract/rest/forms.ts'
import type { Line, Office } from '#contract/rest/offices.ts'
import { mayBeGiven } from '#src/domain/taking-wishes.ts'
import { FAULT } from '#src/flows/outcome.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useLead } from '#src/screens/shared/use-lead.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { newTicketStore, useNewTicket } from '#src/stores/new-ticket-store.ts'
import { useSession } from '#src/stores/session-store.ts'
import { type TicketRefusal, ticketRefusalText } from '#src/texts/ticket-refusal-text.ts'

/** Where the line takes no bookings. */
const tooLate = msg`Ya no alcanzarían a atenderte antes del cierre. Vuelve el próximo día de atención.`
/** Where the office has no place to go to. */
const crowded = msg`Desde esta red ya hay muchos números en espera. Prueba con los datos del teléfono.`

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
  /** "No fui yo" may be pressed. */
  declarable: boolean
  /** Proven documents alone are served here (DOC-04). */
  needsProof: boolean
}

/**
 * Asking for the number, and going to it. Whoever comes back while it is being taken finds it so. What nobody
 * could tell whether it worked is repeated as the same request (TKT-11).
 *
 * @param preferential the person said that the law lets them go first
 */
export function useTake(office: Office, line: Line, preferential: boolean) {
  const { i18n } = useLingui()
  const lead = useLead()
  const { run, busy } = useErrand('takeTicket', String(line.id))
  const document = useSession(session => session.user?.identity_type ?? 'rut')
  const ticket = useNewTicket(line.id)
  const isUnknown = ticket.failure?.code === 'unknown'
  // How an earlier one ended, on an earlier visit, was said then.
  const [before] = useState(ticket)
  const isPast = ticket === before && !ticket.isOngoing && !isUnknown
  const tuid = isPast ? null : ticket.tuid
  const failure = isPast ? null : ticket.failure
  // The number that was taken here: until its own screen can be drawn, this one stays.
  const [taken, setTaken] = useState<string | null>(null)
  if (tuid !== null && tuid !== taken) setTaken(tuid)

  useEffect(() => {
    if (tuid === null) return
    lead(`/tickets/${tuid}?new`)
    // Its card says the rest. Whoever comes back before that has been fetched finds no press that goes on for
    // ever.
    newTicketStore.getState().restart(line.id)
  }, [tuid, lead, line.id])
  useLayoutEffect(() => {
    if (failure) dismissRefusals()
  }, [failure])

  const declared = ticket.wish?.declared === true

  /** @param declares "No fui yo": what is asked once more, after no answer or offline, stays declared */
  async function take(answers: Answers, declares = failure !== null && declared): Promise<void> {
    const outcome = await run({
      officeSlug: office.slug,
      line,
      meta: { answers },
      ...(mayBeGiven(ticket.failure?.code) && ticket.wish && { requestId: ticket.wish.requestId }),
      ...(declares && { declared: true }),
      ...(preferential && { preferential }),
    })
    // A fault of ours, perhaps before anything was asked.
    if (outcome === FAULT) newTicketStore.getState().failed(line.id, { code: 'other', message: null })
  }

  /** Nobody is sent where nothing is. */
  const textOf = ({ code, message }: TicketRefusal) => {
    if (code === 'too-late-today' && !line.takes_reservations) return tooLate
    if (code === 'address-ticket-limit-reached' && office.options.web_only) return crowded
    return ticketRefusalText({ code, message }, document)
  }
  const problem: TakeProblemState | null = failure && {
    text:
      failure.code === 'unknown' ? null : i18n._(textOf({ code: failure.code, message: failure.message })),
    unknownRequest: isUnknown ? (ticket.wish?.requestId ?? null) : null,
    declarable: failure.declarable === true && !declared,
    needsProof: failure.code === 'document-not-proven',
  }
  // From the press on, though it should wait until it is known who is here.
  return { take, taken, busy: busy || ticket.isOngoing || tuid !== null, problem }
}
