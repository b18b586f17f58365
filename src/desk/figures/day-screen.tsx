import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'wouter'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { Figures } from '#contract/rest/figures.ts'
import type { Office } from '#contract/rest/offices.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { BackButton } from '#src/ui/shell/screen-header.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { ClerkAccount } from '../clerk-account.tsx'
import type { FiguresWish } from '../desk-api.ts'
import { questionErrorText } from '../desk-error-texts.ts'
import { DeskFrame } from '../desk-frame.tsx'
import { OfficeNews } from '../office-news.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import styles from './day-screen.module.css'
import { CapacityPlot } from './capacity-plot.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { wishAt, withWish } from './day-span.ts'
import { FigureCards } from './figure-cards.tsx'
import { comersOf } from './plot-scale.ts'
import { SaveTable } from './save-table.tsx'
import { SpanChoice } from './span-choice.tsx'
import { spanText } from './span-text.ts'
import { TallyTables } from './tally-tables.tsx'
import { useFigures } from './use-figures.ts'
import { WaitPlot } from './wait-plot.tsx'

export interface DayScreenProps {
  clerk: DeskSession
  office: Office
  onLeave: () => void
}

/** What happened at the office: today, or any of its days; and what was said beside what came. */
export default function DayScreen({ clerk, office, onLeave }: DayScreenProps) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const heading = useHeadingFocus()
  const [address, setAddress] = useSearchParams()
  const wish = wishAt(address)
  const { data, error, isPlaceholderData, isFetching, refetch } = useFigures(clerk.clerk_id, office.id, wish)
  const isRefused = error instanceof ApiError && error.status === 403
  return (
    <DeskFrame account={<ClerkAccount clerk={clerk} />} busy={!data && !error}>
      <div className={styles.day} aria-busy={isPlaceholderData || undefined}>
        <header className={styles.head}>
          <span className={styles.back}>
            <BackButton label={t`Volver al mesón`} onClick={onLeave} />
          </span>
          <div>
            <p className={styles.office}>{office.name}</p>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {data && !isRefused ? (
                spanText(data, language, { today: t`Hoy`, yesterday: t`Ayer` })
              ) : (
                <Trans>El día</Trans>
              )}
            </h1>
          </div>
          {data && !isRefused && (
            <div className={styles.choices}>
              <SpanChoice
                figures={data}
                wish={wish}
                onChoose={next => setAddress(before => withWish(before, next))}
              />
              <SaveTable officeId={office.id} wish={wish} />
            </div>
          )}
        </header>
        <div aria-live="polite" className={styles.news}>
          {data && error && !isRefused && <OfficeNews error={error} seenAt={Date.parse(data.at)} />}
        </div>
        {isRefused ? (
          <EmptyState
            icon="lock"
            title={<Trans>Los números del día son de quien supervisa</Trans>}
            action={
              <Button look="soft" onClick={onLeave}>
                <Trans>Volver al mesón</Trans>
              </Button>
            }
          >
            {i18n._(questionErrorText(error))}
          </EmptyState>
        ) : data ? (
          <Shown figures={data} wish={wish} />
        ) : error ? (
          <FailedState
            title={<Trans>No pudimos contar el día</Trans>}
            action={
              <>
                <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
                {wish.from !== undefined && (
                  <Button look="plain" onClick={() => setAddress(before => withWish(before, {}))}>
                    <Trans>Ver hoy</Trans>
                  </Button>
                )}
              </>
            }
          >
            {i18n._(questionErrorText(error))}
          </FailedState>
        ) : (
          <DaySkeleton />
        )}
      </div>
    </DeskFrame>
  )
}

function Shown({ figures, wish }: { figures: Figures; wish: FiguresWish }) {
  if (comersOf(figures.all) === 0) {
    return (
      <div className={styles.panes}>
        <section className={styles.pane}>
          <EmptyState icon="chart" title={<Trans>Nadie sacó número</Trans>}>
            {figures.from <= figures.today && figures.today <= figures.to ? (
              <Trans>Cuando alguien saque uno, aquí se verá cuánto espera.</Trans>
            ) : (
              <Trans>Elige otros días u otra fila.</Trans>
            )}
          </EmptyState>
        </section>
      </div>
    )
  }
  return (
    <>
      <FigureCards figures={figures} />
      <div className={styles.panes}>
        <section className={styles.pane}>
          <WaitPlot hours={figures.hours} />
        </section>
        {figures.capacity && (
          <section className={`${styles.pane} ${styles.whole}`}>
            <CapacityPlot capacity={figures.capacity} days={figures.days.length} />
          </section>
        )}
        <TallyTables figures={figures} wish={wish} />
      </div>
    </>
  )
}
