import { Trans, useLingui } from '@lingui/react/macro'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { DeskActs } from '#contract/rest/staff.ts'
import { addDays } from '#contract/rules/office-time.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { ChipGroup } from '#src/ui/press/chip.tsx'
import { SelectChip } from '#src/ui/press/select-chip.tsx'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { ClerkAccount } from '../clerk-account.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import column from '../modulo/choose-modulo-screen.module.css'
import { useStaff } from '../people/use-staff.ts'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { officeKey } from '../use-office.ts'
import type { OfficeHere } from '../use-office-here.ts'
import { useToday } from '../use-today.ts'
import { actText } from './act-text.ts'

interface ActsScreenProps {
  clerk: DeskSession
  office: OfficeHere
  onLeave: () => void
}

/** A number, as somebody types one: `a 42` is A42. */
const numberOf = (typed: string) => typed.replace(/[^\p{L}\d]/gu, '').toUpperCase()

/** Who did what at the office: a day, a clerk, a number. */
export default function ActsScreen({ clerk, office, onLeave }: ActsScreenProps) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const heading = useHeadingFocus()
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  const today = useToday(office.time_zone)
  const [day, setDay] = useState(today)
  const [who, setWho] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const ticket = useDeferredValue(numberOf(typed))
  const staff = useStaff(clerk.clerk_id, office.id)
  const acts = useInfiniteQuery<DeskActs, Error, InfiniteData<DeskActs>, readonly unknown[], string>({
    queryKey: [...officeKey(clerk.clerk_id, office.id), 'acts', day, who, ticket],
    queryFn: ({ pageParam, signal }) =>
      api.acts(office.id, { day, clerk_id: who ?? '', ticket, before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: page => (page.before === null ? undefined : String(page.before)),
    retry: false,
    networkMode: 'always',
    enabled: phase === 'in',
  })
  const shown = acts.data?.pages.flatMap(page => page.acts) ?? []
  const timeOf = (at: string) => timeText(new Date(at), language, office.time_zone)
  const dayWords = calendarDayText(day, language)
  return (
    <DeskFrame place={office.name} account={<ClerkAccount clerk={clerk} />} busy={acts.isPending}>
      <div className={column.column}>
        <ScreenHeader
          headingRef={heading}
          back={{ label: t`Volver al mesón`, onClick: onLeave }}
          kicker={office.name}
          title={<Trans>Quién hizo qué</Trans>}
        />
        <ScreenBody>
          <search>
            <SearchField
              label={t`Buscar un número`}
              placeholder={t`Un número: A042`}
              clearLabel={t`Borrar la búsqueda`}
              value={typed}
              onChange={setTyped}
            />
          </search>
          <ChipGroup label={t`De quién`}>
            <SelectChip
              label={t`De todos`}
              none={t`De todos`}
              value={who}
              options={(staff.data?.people ?? []).map(({ clerk_id, name }) => ({
                value: String(clerk_id),
                label: name,
              }))}
              onChange={setWho}
            />
          </ChipGroup>
          <Section title={<span aria-live="polite">{dayWords}</span>}>
            <ButtonRow>
              <Button look="soft" icon="back" onClick={() => setDay(addDays(day, -1))}>
                <Trans>Día anterior</Trans>
              </Button>
              {day < today && (
                <Button look="soft" iconAtEnd="chevron" onClick={() => setDay(addDays(day, 1))}>
                  <Trans>Día siguiente</Trans>
                </Button>
              )}
            </ButtonRow>
            {acts.data ? (
              shown.length === 0 ? (
                <EmptyState icon="clock" title={<Trans>Nada que contar</Trans>}>
                  <Trans>Ese día nadie hizo nada que calce con lo que buscas.</Trans>
                </EmptyState>
              ) : (
                <List label={t`Quién hizo qué`}>
                  {shown.map(act => (
                    <ListRow
                      key={act.id}
                      title={actText(act, i18n)}
                      detail={act.reason === null ? act.clerk : `${act.clerk} · «${act.reason}»`}
                      end={<RowFigure>{timeOf(act.at)}</RowFigure>}
                    />
                  ))}
                </List>
              )
            ) : acts.error ? (
              <FailedQuestion
                title={<Trans>No pudimos leer el registro</Trans>}
                error={acts.error}
                onAgain={() => void acts.refetch()}
              />
            ) : (
              <List label={t`Quién hizo qué`}>
                {[1, 2, 3, 4].map(one => (
                  <ListRow key={one} title={<Skeleton width="20ch" />} detail={<Skeleton width="10ch" />} />
                ))}
              </List>
            )}
            {acts.hasNextPage && (
              <Button
                look="soft"
                wide
                busy={acts.isFetchingNextPage}
                onClick={() => void acts.fetchNextPage()}
              >
                <Trans>Ver más</Trans>
              </Button>
            )}
          </Section>
        </ScreenBody>
      </div>
    </DeskFrame>
  )
}
