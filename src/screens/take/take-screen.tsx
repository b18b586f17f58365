import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Line, Office } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import { lineDoor } from '#src/domain/line-door.ts'
import { ticketFormQuery } from '#src/queries/ticket-form-query.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useOwn } from '#src/screens/held/use-own.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { OfficeAge } from '#src/screens/shared/office-age.tsx'
import { PlanningLoader } from '#src/screens/shared/planning-loader.tsx'
import { useBooks } from '#src/screens/shared/use-books.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useLinkedLine } from '#src/screens/shared/use-linked-line.ts'
import { useOfficeState } from '#src/screens/shared/use-office-state.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { ShutDoor } from './shut-door.tsx'
import { TakeSteps } from './take-steps.tsx'

export interface TakeScreenProps {
  officeSlug: string
  lineSlug: string
}

/** From «Saca tu número» to the number: who one is, what the line asks, and the press that takes it. */
export function TakeScreen({ officeSlug, lineSlug }: TakeScreenProps) {
  const back = useBack(`/offices/${officeSlug}/lines/${lineSlug}`)
  const heading = useHeadingFocus()
  const state = useOfficeState(officeSlug)
  const { line, error, askAgain } = useLinkedLine(state.data?.data, lineSlug)
  const office = state.data?.data.office
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Saca tu número</Trans>} back={back} headingRef={heading} />
      <ScreenBody>
        <OfficeAge officeSlug={officeSlug} since={state.data?.inserted_at ?? null} asked={state} />
        {state.error && !state.data && (
          <FailedLoad error={state.error} onRetry={() => void state.refetch()} />
        )}
        {error && <FailedLoad error={error} onRetry={askAgain} />}
        {line === 'asking' && !state.error && !error && <Skeleton height="12rem" />}
        {office && line && line !== 'asking' && <LineAtDoor key={line.id} office={office} line={line} />}
        {office && line === null && (
          <FailedState
            title={<Trans>La fila en la que intentaste sacar un ticket ya no existe</Trans>}
            action={
              <Button look="soft" href={`/offices/${officeSlug}`}>
                <Trans>Ver las filas de la oficina</Trans>
              </Button>
            }
          />
        )}
      </ScreenBody>
    </>
  )
}

/**
 * Asks nothing of somebody who could not take a number: says so at once, with the ways on. Whoever began
 * while the door was open keeps what they typed.
 */
function LineAtDoor({ office, line }: { office: Office; line: Line }) {
  const now = new Date(useNow())
  const isMine = useOwn(useActiveTickets()).some(({ line_id }) => line_id === line.id)
  const door = lineDoor(line, openingAt(now, office).open, useBooks()(line), now)
  const [hasBegun, setBegun] = useState(door === 'open')
  if (door === 'open' && !hasBegun) setBegun(true)
  if (door !== 'open' && !hasBegun && !isMine) return <ShutDoor office={office} line={line} door={door} />
  return <LineQuestions office={office} line={line} />
}

function LineQuestions({ office, line }: { office: Office; line: Line }) {
  const { t } = useLingui()
  const form = useQuery(ticketFormQuery(office.id, line.id))
  if (form.data) return <TakeSteps office={office} line={line} form={form.data} />
  if (form.error) {
    return (
      <FailedLoad
        error={form.error}
        words={t`Hubo un error al traer los forms`}
        onRetry={() => void form.refetch()}
      />
    )
  }
  // An advice by video is planned; a plain number needs no ceremony.
  return line.virtual ? <PlanningLoader /> : <Skeleton height="12rem" />
}

export default withQueries(TakeScreen)
