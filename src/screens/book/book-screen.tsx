import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReservationErrorCode } from '#contract/error-codes.ts'
import type { Line, Office } from '#contract/rest/offices.ts'
import type { ReservationSettings } from '#contract/rest/reservations.ts'
import { mayCancel } from '#src/domain/may-change-reservation.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { reservationFormQuery, reservationSettingsQuery } from '#src/queries/reservation-queries.ts'
import { useListedReservations } from '#src/queries/use-reservations.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { ReservationCard } from '#src/screens/held/reservation-card.tsx'
import { useOwn } from '#src/screens/held/use-own.ts'
import { ProofNeeded } from '#src/screens/introduction/proof-needed.tsx'
import { useProof } from '#src/screens/introduction/use-proof.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { PlanningLoader } from '#src/screens/shared/planning-loader.tsx'
import { useLinkedLine } from '#src/screens/shared/use-linked-line.ts'
import { type LineOffer, offerOf } from '#src/screens/times/line-offer.ts'
import { PlainFrame } from '#src/screens/times/plain-frame.tsx'
import { RefusalText } from '#src/screens/times/refusal-text.tsx'
import { useBook } from '#src/screens/times/use-book.ts'
import { useFlag } from '#src/stores/flags-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { BookWizard } from './book-wizard.tsx'

export interface BookScreenProps {
  officeSlug: string
  lineSlug: string
}

/**
 * From «Reserva hora» to the reservation: what may be booked is asked first, then one question after the
 * other.
 */
export function BookScreen({ officeSlug, lineSlug }: BookScreenProps) {
  const back = `/offices/${officeSlug}/lines/${lineSlug}`
  const state = useQuery(officeStateQuery(officeSlug))
  const settings = useQuery(reservationSettingsQuery(officeSlug))
  const { line, error, askAgain } = useLinkedLine(state.data?.data, lineSlug)
  const isOffered = useFlag('reservations')
  const failed = [state, settings].find(({ data, error }) => error !== null && data === undefined)
  if (failed) {
    return (
      <PlainFrame back={back}>
        <FailedLoad error={failed.error} onRetry={() => void failed.refetch()} />
      </PlainFrame>
    )
  }
  if (error) {
    return (
      <PlainFrame back={back}>
        <FailedLoad error={error} onRetry={askAgain} />
      </PlainFrame>
    )
  }
  if (!state.data || !settings.data || line === 'asking') {
    return (
      <PlainFrame back={back}>
        <PlanningLoader />
      </PlainFrame>
    )
  }
  const offer = isOffered && line && offerOf(settings.data, line.slug)
  if (!line || !offer) {
    return (
      <PlainFrame back={`/offices/${officeSlug}`}>
        <FailedState
          title={<RefusalText code="reserve-not-open" />}
          action={
            <Button look="soft" href={`/offices/${officeSlug}`}>
              <Trans>Ver las filas de la oficina</Trans>
            </Button>
          }
        />
      </PlainFrame>
    )
  }
  return <LineBooking path={`${back}/book`} office={state.data.data.office} line={line} offer={offer} />
}

/**
 * What is held already, and stands against another one. Which offices are of one organization, the server
 * knows.
 */
const REFUSALS: Partial<Record<NonNullable<ReservationSettings['one_per']>, ReservationErrorCode>> = {
  line: '1005',
  office: '1002',
}

function LineBooking(props: { path: string; office: Office; line: Line; offer: LineOffer }) {
  const { path, office, line, offer } = props
  const { i18n } = useLingui()
  const form = useQuery(reservationFormQuery(office.id, line.id))
  const own = useOwn(useListedReservations())
  // Not in the wizard: it leads to the card also where what was just booked takes the wizard's place.
  const booking = useBook(line.id)
  const { proof, askAnew } = useProof(line)
  const back = path.replace(/\/book$/, '')
  const refusal = offer.onePer === null ? undefined : REFUSALS[offer.onePer]
  const standing = own.find(
    receipt =>
      mayCancel(receipt) &&
      receipt.office.slug === office.slug &&
      (offer.onePer === 'office' || receipt.line.id === line.id),
  )
  // What is being booked by this very wizard may be heard of before it is answered.
  if (refusal !== undefined && standing && !booking.isBusy) {
    return (
      <PlainFrame back={back}>
        <Note tone="almost" title={<RefusalText code={refusal} />}>
          <Trans>Para tomar otra hora, primero cancela la que tienes, o cámbiala.</Trans>
        </Note>
        <ReservationCard reservation={standing} />
      </PlainFrame>
    )
  }
  if (proof === 'needed' && !booking.isBusy) {
    return (
      <PlainFrame back={back}>
        <ProofNeeded office={office} here={path} onProven={askAnew} />
      </PlainFrame>
    )
  }
  if (form.data && proof !== 'asking') {
    const { questions } = form.data
    return <BookWizard path={path} office={office} offer={offer} questions={questions} booking={booking} />
  }
  return (
    <PlainFrame back={back}>
      {form.error ? (
        <FailedLoad
          words={i18n._(errorText('forms-failed'))}
          error={form.error}
          onRetry={() => void form.refetch()}
        />
      ) : (
        <PlanningLoader />
      )}
    </PlainFrame>
  )
}

export default withQueries(BookScreen)
