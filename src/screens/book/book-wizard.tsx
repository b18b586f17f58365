import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Question } from '#contract/rest/forms.ts'
import type { Office } from '#contract/rest/offices.ts'
import { faultsOf } from '#contract/rules/form-answers.ts'
import { useNow } from '#src/queries/use-now.ts'
import { usePolicy } from '#src/screens/policy/use-policy.ts'
import { contactOf, type PersonDraft } from '#src/domain/person-draft.ts'
import { useRoomForTwo } from '#src/screens/shared/use-room-for-two.ts'
import { prefilledAnswers } from '#src/screens/questions/prefilled-answers.ts'
import { asksForDocument, knownFor, useFormAnswers } from '#src/screens/questions/use-form-answers.ts'
import { DateStep } from '#src/screens/times/date-step.tsx'
import { leadsBackToTimes } from '#src/screens/times/leads-back-to-times.ts'
import type { LineOffer } from '#src/screens/times/line-offer.ts'
import { RefusalText } from '#src/screens/times/refusal-text.tsx'
import { stepAt } from '#src/screens/times/step-at.ts'
import { TimeStep } from '#src/screens/times/time-step.tsx'
import type { useBook } from '#src/screens/times/use-book.ts'
import type { WizardPlace } from '#src/screens/times/wizard-frame.tsx'
import { reservationDraftStore, useReservationDraft } from '#src/stores/reservation-draft-store.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { reservationErrorTexts } from '#src/texts/reservation-error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Panes } from '#src/ui/shell/frames.tsx'
import { type BookStep, doneSteps, stepsOf } from './book-steps.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { DataStep } from './data-step.tsx'
import { GrowingCard } from './growing-card.tsx'
import { ModalityStep } from './modality-step.tsx'

export interface BookWizardProps {
  /** The wizard's own address; its steps are told apart by the query, each an entry of the history. */
  path: string
  office: Office
  offer: LineOffer
  questions: readonly Question[]
  booking: ReturnType<typeof useBook>
}

/**
 * One question after the other, until the time is booked; where there is room, beside what comes of them.
 * Going back keeps every answer, and so does a reload.
 */
export function BookWizard({ path, office, offer, questions, booking }: BookWizardProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const now = new Date(useNow())
  const hasRoom = useRoomForTwo()
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('step')
  // A press is answered at once; the step that it leads to is drawn when there is time.
  const asked = useDeferredValue(wanted)
  const guest = useSession(isGuest)
  const unknown = useSession(isUnknown)
  const { book, isBusy, isOtherBusy, problem, forgive } = booking
  const told = useReservationDraft(offer.line.id)
  const isOffered = told.modality === null || offer.modalities.includes(told.modality)
  // The office attends otherwise since: how is asked again, or there is no choice any more.
  const kept = isOffered ? told : { ...told, modality: null }
  // Once it is booked the draft is forgotten; what was asked for stays on the screen until the card has come.
  const [sent, setSent] = useState<typeof kept | null>(() => (isBusy ? kept : null))
  const [isDeclared, setDeclared] = useState(booking.wasDeclared)
  const draft = isBusy && sent ? sent : kept

  const change = (patch: Partial<typeof kept>) => {
    forgive()
    reservationDraftStore.getState().change(offer.line.id, patch)
  }
  const { answers, typedForAnother, remember } = useFormAnswers(questions, draft.answers, draft.forWhom)
  const { policy, isToAccept, accept } = usePolicy(office.id)
  const isFilled = (draft.acceptsPolicy || !isToAccept) && faultsOf(questions, answers).length === 0
  const steps = stepsOf(offer.modalities)
  const step = isBusy ? 'confirm' : stepAt(asked, steps, doneSteps(draft, isFilled && (!guest || unknown)))
  const modality = draft.modality ?? offer.modalities[0] ?? 'in-person'
  const shown = useRef<BookStep | null>(null)
  useLayoutEffect(() => {
    shown.current = step
    return () => void (shown.current = null)
  }, [step])

  const addressOf = (other: BookStep) => `${path}?step=${other}`
  /** Pressed once more before it is drawn, it is one step all the same. */
  const goTo = (other: BookStep) => {
    if (other !== wanted) navigate(addressOf(other))
  }
  // An address that names no step means the first one: to write it there would draw all of it once more.
  const isMistaken = asked !== null && asked !== step && !isBusy
  useEffect(() => {
    if (isMistaken) navigate(`${path}?step=${step}`, { replace: true })
  }, [isMistaken, navigate, path, step])

  const at = steps.indexOf(step)
  const before = steps[at - 1]
  // What was answered so far, in few words.
  const chosen =
    draft.block !== null && at > steps.indexOf('time')
      ? shortMomentText(new Date(draft.block.from), now, language, offer.timeZone)
      : draft.day !== null && at > steps.indexOf('date')
        ? calendarDayText(draft.day, language)
        : offer.line.name
  const place: WizardPlace = {
    kicker: `${office.name} · ${chosen}`,
    current: at + 1,
    total: steps.length,
    progress: t`Paso ${at + 1} de ${steps.length}`,
    back: before ? addressOf(before) : path.replace(/\/book$/, ''),
  }
  const refusal = problem?.code ?? null
  // Then nothing was made; that one is offline, or asks too often, says nothing of what was asked before.
  const isRefusedItself = refusal !== null && Object.hasOwn(reservationErrorTexts, refusal)
  useEffect(() => {
    if (refusal === null) return
    if (leadsBackToTimes(refusal)) navigate(`${path}?step=time`)
    else if (refusal === 'reserve-form-invalid') navigate(`${path}?step=data`)
  }, [refusal, navigate, path])

  /** @param declares "No fui yo": what is asked once more, after no answer or offline, stays declared */
  async function send(declares = isDeclared) {
    const { block } = draft
    if (!block) return
    setSent({ ...draft, answers })
    remember(answers)
    setDeclared(declares)
    const accepting = accept()
    await book({
      officeSlug: offer.officeSlug,
      lineId: offer.line.id,
      block,
      meet: modality === 'video',
      meta: { answers },
      ...(declares && { declared: true }),
      ...(draft.requestId === null ? {} : { requestId: draft.requestId }),
    })
    await accepting
  }

  function identified(person: PersonDraft) {
    const { phone: tel, ...own } = contactOf(person)
    // For whom a document is asked they have yet to say.
    const known = knownFor(asksForDocument(questions) ? null : 'me', { ...own, tel })
    // The form may have come before this was told, and been typed in since.
    const typed = reservationDraftStore.getState().drafts[offer.line.id]?.answers ?? {}
    const filled = prefilledAnswers(questions, typed, known)
    change({ answers: filled, acceptsPolicy: person.acceptsPolicy })
    // All that is asked has just been said; whoever has left this step meanwhile is not called back.
    if (shown.current === 'data' && faultsOf(questions, filled).length === 0) goTo('confirm')
  }

  const question = () => {
    switch (step) {
      case 'modality':
        return (
          <ModalityStep
            key={step}
            place={place}
            address={`${office.address}, ${office.district}`}
            value={draft.modality}
            onChange={chosen => change({ modality: chosen })}
            onNext={() => goTo('date')}
          />
        )
      case 'date':
        return (
          <DateStep
            key={step}
            place={place}
            offer={offer}
            value={draft.day}
            onChange={day => change({ day, block: day === draft.day ? draft.block : null })}
            onNext={() => goTo('time')}
            onFirst={(day, block) => {
              change({ day, block })
              goTo('data')
            }}
          />
        )
      case 'time':
        return (
          <TimeStep
            key={step}
            place={place}
            offer={offer}
            day={draft.day ?? ''}
            value={draft.block}
            onChange={block => change({ block })}
            onNext={() => goTo('data')}
            otherDay={addressOf('date')}
            refusal={
              refusal !== null && leadsBackToTimes(refusal) ? <RefusalText code={refusal} /> : undefined
            }
          />
        )
      case 'data':
        return (
          <DataStep
            key={step}
            place={place}
            questions={questions}
            answers={answers}
            here={addressOf('data')}
            officeId={office.id}
            policy={isToAccept ? policy : undefined}
            acceptsPolicy={draft.acceptsPolicy}
            onChange={change}
            forWhom={asksForDocument(questions) ? draft.forWhom : undefined}
            onForWhom={forWhom => change({ forWhom, answers: typedForAnother() })}
            onIdentified={identified}
            onNext={() => {
              // What was only filled in for them is theirs from here on.
              change({ answers })
              goTo('confirm')
            }}
            refused={
              problem?.code === 'reserve-form-invalid'
                ? (problem.fields ?? []).map(field => field.path.replace(/^meta\.answers\./, ''))
                : null
            }
          />
        )
      case 'confirm':
        return (
          draft.block &&
          draft.day !== null && (
            <ConfirmStep
              key={step}
              place={place}
              office={office}
              offer={offer}
              block={draft.block}
              day={draft.day}
              meet={modality === 'video'}
              questions={questions}
              answers={answers}
              addressOf={addressOf}
              isBusy={isBusy || isOtherBusy}
              isAskedFor={draft.requestId !== null && !isRefusedItself}
              problem={problem}
              onBook={() => void send()}
              onDeclare={problem?.declarable && !isDeclared ? () => void send(true) : undefined}
            />
          )
        )
    }
  }
  return (
    <Panes
      hasDetail={false}
      shown={null}
      list={question()}
      detail={
        hasRoom && (
          <GrowingCard
            office={office}
            offer={offer}
            meet={modality === 'video'}
            day={draft.day}
            block={draft.block}
          />
        )
      }
    />
  )
}
