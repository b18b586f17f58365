import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { categoryColour } from '#contract/categories.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { mayMove } from '#src/domain/may-change-reservation.ts'
import { reservationSettingsQuery } from '#src/queries/reservation-queries.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useReservation } from '#src/queries/use-reservations.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { MomentCard } from '#src/screens/held/moment-card.tsx'
import { placeText } from '#src/screens/held/reservation-look.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { PlanningLoader } from '#src/screens/shared/planning-loader.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useLead } from '#src/screens/shared/use-lead.ts'
import { DateStep } from '#src/screens/times/date-step.tsx'
import { leadsBackToTimes } from '#src/screens/times/leads-back-to-times.ts'
import { type LineOffer, offerOf } from '#src/screens/times/line-offer.ts'
import { PlainFrame } from '#src/screens/times/plain-frame.tsx'
import { RefusalText } from '#src/screens/times/refusal-text.tsx'
import { stepAt } from '#src/screens/times/step-at.ts'
import { type Block, TimeStep } from '#src/screens/times/time-step.tsx'
import { dismissRefusals } from '#src/screens/times/use-book.ts'
import { WizardFrame, type WizardPlace } from '#src/screens/times/wizard-frame.tsx'
import { ZoneNote } from '#src/screens/times/zone-note.tsx'
import { useFlag } from '#src/stores/flags-store.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { MOVE_STEPS, type MoveStep, readMoveChoice } from './move-choice.ts'
import { MoveUnknownNote } from './move-unknown-note.tsx'

/**
 * Another time for what is booked: the wizard's day and hour again. The first hour is kept until the new one
 * is held.
 */
function MoveScreen({ id }: { id: string }) {
  const receipt = useReservation(id)
  const now = useNow()
  const slug = receipt.value?.office.slug ?? ''
  const settings = useQuery({ ...reservationSettingsQuery(slug), enabled: slug !== '' })
  const isOffered = useFlag('reservations')
  const offer =
    isOffered && settings.data && receipt.value ? offerOf(settings.data, receipt.value.line.slug) : null
  const back = `/reservations/${id}`
  if (receipt.value && mayMove(receipt.value, now) && offer) {
    return <MoveSteps reservation={receipt.value} offer={offer} now={new Date(now)} />
  }
  const isWaiting = receipt.status === 'loading' || (receipt.value && settings.isPending)
  return (
    <PlainFrame back={back}>
      {isWaiting ? (
        <PlanningLoader />
      ) : settings.error && !settings.data ? (
        <FailedLoad error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <FailedState
          title={<Trans>Esta reserva ya no se puede cambiar</Trans>}
          action={
            <Button look="soft" href={back}>
              <Trans>Ver la reserva</Trans>
            </Button>
          }
        />
      )}
    </PlainFrame>
  )
}

function MoveSteps(props: { reservation: ReservationReceipt; offer: LineOffer; now: Date }) {
  const { reservation, offer, now } = props
  const { t } = useLingui()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const lead = useLead()
  const { id, from, time_zone } = reservation
  const move = useErrand('moveReservation', id)
  // Whoever left and came back while it is being moved stands where they pressed.
  const sent = move.asked?.[1]
  const chosen = readMoveChoice(useSearch())
  const {
    step: asked,
    day,
    block,
  } = sent ? { step: 'confirm', day: wallTime(new Date(sent.from), time_zone).day, block: sent } : chosen
  const step = stepAt<MoveStep>(asked, MOVE_STEPS, { date: day !== null, time: block !== null })
  const addressOf = (to: MoveStep, chosen: { day?: string | null; block?: Block | null } = {}) => {
    const choice = { day, block, ...chosen }
    return `/reservations/${id}/move?${new URLSearchParams({
      step: to,
      ...(choice.day ? { day: choice.day } : {}),
      ...choice.block,
    })}`
  }
  // An address that names no step means the first: to write it there would draw it all once more.
  const namesStep = chosen.step !== null || sent !== undefined
  const isMistaken = namesStep && (chosen.step !== step || chosen.block?.from !== block?.from)
  const truth = addressOf(step)
  useEffect(() => {
    if (isMistaken) navigate(truth, { replace: true })
  }, [isMistaken, navigate, truth])

  const { errand, outcome } = move
  const problem = move.failure
  const [card, times] = [`/reservations/${id}`, addressOf('time')]
  const leadsBack = problem !== null && leadsBackToTimes(problem.code) && step === 'confirm'
  // Once: who goes back from the hours to what was refused stays there.
  const led = useRef<typeof errand>(undefined)
  useEffect(() => {
    if (outcome === undefined || led.current === errand) return
    led.current = errand
    dismissRefusals()
    if (outcome.status === 'done') lead(card)
    else if (leadsBack) navigate(times)
  }, [errand, outcome, leadsBack, lead, navigate, card, times])

  const at = MOVE_STEPS.indexOf(step)
  const before = MOVE_STEPS[at - 1]
  const place: WizardPlace = {
    kicker: t`Tienes ${shortMomentText(new Date(from), now, language, time_zone)}`,
    current: at + 1,
    total: MOVE_STEPS.length,
    progress: t`Paso ${at + 1} de ${MOVE_STEPS.length}`,
    back: before ? addressOf(before) : card,
  }

  /** How the last one was refused does not stand under the next. */
  function askAgain(chosenNow: { day?: string; block?: Block } = {}): void {
    move.forget()
    navigate(addressOf('confirm', chosenNow))
  }

  if (step === 'date') {
    return (
      <DateStep
        key={step}
        place={place}
        offer={offer}
        value={day}
        onChange={chosen => navigate(addressOf('date', { day: chosen, block: null }), { replace: true })}
        onNext={() => navigate(addressOf('time'))}
        onFirst={(first, hour) => askAgain({ day: first, block: hour })}
      />
    )
  }
  if (step === 'time') {
    return (
      <TimeStep
        key={step}
        place={place}
        offer={offer}
        day={day ?? ''}
        value={block}
        onChange={chosen => {
          move.forget()
          navigate(addressOf('time', { block: chosen }), { replace: true })
        }}
        onNext={() => askAgain()}
        otherDay={addressOf('date')}
        refusal={problem && leadsBackToTimes(problem.code) ? <RefusalText code={problem.code} /> : undefined}
      />
    )
  }
  return (
    <WizardFrame
      key={step}
      place={place}
      title={<Trans>¿Cambiamos a esta hora?</Trans>}
      foot={
        <>
          <div role="alert">
            {outcome?.status === 'unknown' ? (
              <MoveUnknownNote />
            ) : (
              problem && (
                <Note tone="loss">
                  <RefusalText code={problem.code} />
                </Note>
              )
            )}
          </div>
          <Button wide size="tall" busy={move.busy} onClick={() => block && void move.run(id, block)}>
            {move.busy ? <Trans>Estamos confirmando…</Trans> : <Trans>Cambiar la hora</Trans>}
          </Button>
        </>
      }
    >
      {block && (
        <>
          <MomentCard
            office={reservation.office.name}
            line={reservation.line.name}
            brand={categoryColour(reservation.category_id)}
            from={block.from}
            to={block.to}
            timeZone={time_zone}
            meet={reservation.meet}
            address={placeText(reservation.office)}
            code={reservation.code}
          />
          <ZoneNote isChosen timeZone={time_zone} at={block.from} />
        </>
      )}
    </WizardFrame>
  )
}

export default withQueries(MoveScreen)
