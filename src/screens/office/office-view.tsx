import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { openingAt } from '#contract/rules/office-time.ts'
import type { Line, OfficeState } from '#contract/rest/offices.ts'
import { isStopped } from '#src/domain/line-door.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import HeldList from '#src/screens/held/held-list.tsx'
import { useOwn } from '#src/screens/held/use-own.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { codeOf } from '#src/screens/shared/code-of.ts'
import { OfficeAge } from '#src/screens/shared/office-age.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { OpeningWish } from '#src/screens/shared/opening-wish.tsx'
import { OtherOffices } from '#src/screens/shared/other-offices.tsx'
import { useBooks } from '#src/screens/shared/use-books.ts'
import { useLinkedLine } from '#src/screens/shared/use-linked-line.ts'
import { useOfficeChannel } from '#src/screens/shared/use-office-channel.ts'
import { useOfficeState } from '#src/screens/shared/use-office-state.ts'
import { useSearchQuery } from '#src/screens/shared/use-search-state.ts'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { OfficeFrame } from './office-frame.tsx'
import { groupLines } from './line-groups.ts'
import { LineRow } from './line-row.tsx'
import { LinesTitle } from './office-places.tsx'
import { ToldWaits } from './told-waits.tsx'
import { UnreachedOffice } from './unreached-office.tsx'

export interface OfficeViewProps {
  officeSlug: string
  /** The line that the link named; a hidden one is listed only so. */
  lineSlug: string | null
}

/** An office: where, until when, its lines, and what can be done in each. */
export function OfficeView({ officeSlug, lineSlug }: OfficeViewProps) {
  const back = useBack(`/search${useSearchQuery()}`)
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useOfficeState(officeSlug)
  useOfficeChannel(officeSlug)
  if (data) {
    const asked = { error, isFetching, isFetchedAfterMount }
    const age = <OfficeAge officeSlug={officeSlug} since={data.inserted_at} asked={asked} />
    return <LoadedOffice state={data.data} age={age} lineSlug={lineSlug} />
  }
  if (error) return <UnreachedOffice officeSlug={officeSlug} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Oficina</Trans>} back={back} />
      <ScreenBody>
        <OfficeListSkeleton rows={4} />
      </ScreenBody>
    </>
  )
}

/** It gives numbers now, or else when the office opens. */
const isToBeJoined = (line: Line, isOpen: boolean, now: Date) =>
  line.type !== 'kiosk' && line.takes_tickets && !isStopped(line, isOpen, now)

function LoadedOffice({
  state,
  age,
  lineSlug,
}: {
  state: OfficeState
  age: ReactNode
  lineSlug: string | null
}) {
  const { t } = useLingui()
  const now = new Date(useNow())
  const own = useOwn(useActiveTickets())
  const books = useBooks()
  const { office } = state
  const { line: linked, error, askAgain } = useLinkedLine(state, lineSlug)
  const isUnlisted = linked !== null && linked !== 'asking' && linked.type === 'hidden'
  const lines = isUnlisted ? [...state.lines, linked] : state.lines
  const opening = openingAt(now, office)
  const groups = groupLines(lines, lineSlug)
  const listed = groups.flatMap(group => group.lines)
  const first =
    listed.find(({ slug }) => slug === lineSlug) ??
    listed.find(line => opening.open && isToBeJoined(line, true, now)) ??
    listed.find(books)
  const isUnknownLine = lineSlug !== null && linked === null

  return (
    <OfficeFrame
      office={office}
      age={age}
      notice={
        isUnknownLine ? (
          <Note tone="almost" role="alert">
            <Trans>La fila del enlace ya no existe. Estas son las que hay.</Trans>
          </Note>
        ) : (
          error && (
            <Note
              icon={codeOf(error) === 'offline' ? 'offline' : undefined}
              tone="almost"
              role="alert"
              action={
                <Button look="soft" size="tight" icon="refresh" onClick={askAgain}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
              }
            >
              <Trans>No pudimos ver la fila del enlace. Estas son las demás.</Trans>
            </Note>
          )
        )
      }
    >
      <HeldList officeSlug={office.slug} />
      {groups.length === 0 && (
        <EmptyState
          icon="ticket"
          title={<Trans>Esta oficina no tiene filas por ahora</Trans>}
          action={
            <Button look="soft" icon="search" href="/search">
              <Trans>Busca una oficina</Trans>
            </Button>
          }
        />
      )}
      {!opening.open && listed.some(line => isToBeJoined(line, false, now)) && (
        <Note
          icon="clock"
          title={<OpeningText opening={opening} />}
          action={<OpeningWish office_id={office.id} line_id={null} />}
        >
          <Trans>Saca tu número cuando la oficina abra</Trans>
        </Note>
      )}
      {groups.map(group => (
        <Section key={group.folder ?? ''} title={group.folder ?? <LinesTitle />}>
          <List label={group.folder ?? t`Filas`}>
            {group.lines.map(line => (
              <LineRow
                now={now}
                key={line.id}
                office={office}
                line={line}
                isOpen={opening.open}
                current={line.slug === lineSlug}
                isFirst={line === first}
                mine={own.find(({ line_id }) => line_id === line.id) ?? null}
              />
            ))}
          </List>
        </Section>
      ))}
      {!opening.open && <OtherOffices office={office} />}
      <ToldWaits officeId={office.id} />
    </OfficeFrame>
  )
}
