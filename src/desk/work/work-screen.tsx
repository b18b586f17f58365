import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { DeskSession, DeskState } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import type { BarAct } from '../bar-acts.tsx'
import { ClerkAccount } from '../clerk-account.tsx'
import { ReservationSkeleton } from '../reservations/reservation-skeleton.tsx'
import { isCallable, isDue } from '../reservation-turns.ts'
import type { DeskAction } from '../desk-api.ts'
import { DeskFrame } from '../desk-frame.tsx'
import { late, PartNotFetched } from '../late.tsx'
import { servedBookings, servedLines } from '../served-lines.ts'
import { useDeskAction } from '../use-desk-action.ts'
import { useReservations } from '../use-reservations.ts'
import { BreakCard } from '../day/break-card.tsx'
import { BreakDialog } from '../day/break-dialog.tsx'
import { DeskLight } from '../day/desk-light.tsx'
import { LongWaits } from './long-waits.tsx'
import { OfficeDayNews } from '../day/office-day-news.tsx'
import { CallActions } from './call-actions.tsx'
import { CurrentTicket } from './current-ticket.tsx'
import { DeskNews } from './desk-news.tsx'
import { LeaveDialog, type Leaving } from './leave-dialog.tsx'
import { LineList } from './line-list.tsx'
import type { OfficeTrouble } from '../office-news.tsx'
import { ModuloPlace } from './modulo-place.tsx'
import { RemoveCurrent } from './remove-current.tsx'
import { useScrolledByKeys } from './use-scrolled-by-keys.ts'
import { useLineChoice } from './use-line-choice.ts'
import { WorkNav, type WorkView } from './work-nav.tsx'
import { TicketLists } from '../lists/ticket-lists.tsx'
import { standingAt } from '../word-of-arrival.ts'
import styles from './work-screen.module.css'

export interface WorkScreenProps {
  clerk: DeskSession
  office: Office
  state: DeskState
  modulo: NonNullable<DeskState['modulo']>
  /** When the state was seen, milliseconds since the epoch. */
  stateSeenAt: number
  trouble: OfficeTrouble | null
}

/** Whoever calls numbers need not fetch how times are booked. */
const ReservationsView = late(() => import('../reservations/reservations-view.tsx'), {
  Coming: ReservationSkeleton,
  Failed: PartNotFetched,
})

const LEAVES_ITS_BUTTON: ReadonlySet<DeskAction['do']> = new Set([
  'absent',
  'arrived',
  'attended',
  'call',
  'call-ticket',
  'call-reservation',
  'take-back',
  'park',
  'transfer',
  'bring-back',
  'put-back',
  'call-parked',
])

/** Their buttons stand in lists that move, and the focus with them. */
const CALLED_FROM_LISTS: ReadonlySet<DeskAction['do']> = new Set(['call-ticket', 'call-reservation'])

/** Where somebody is who has gone on from a list: another view, something opened, a field. */
const GONE_ON_TO = 'nav, dialog[open], input, textarea'

/** Whoever was called is to be seen. */
const CALLS: ReadonlySet<DeskAction['do']> = new Set([
  'call',
  'call-ticket',
  'call-parked',
  'call-reservation',
])

/** Where a clerk spends the day: who stands here now, what to press next, who waits. */
export function WorkScreen({ clerk, office, state, modulo, stateSeenAt, trouble }: WorkScreenProps) {
  const [leaving, setLeaving] = useState<Leaving>({ way: 'close', isAsked: false })
  const [view, setView] = useState<WorkView>('work')
  const [isPausing, setPausing] = useState(false)
  const callButton = useRef<HTMLButtonElement>(null)
  const news = useScrolledByKeys<HTMLDivElement>()
  const acting = useDeskAction(clerk.clerk_id, office.id, (_, action, pressed) => {
    // The button just pressed has nothing more to do, and would drop the focus to nowhere.
    if (!LEAVES_ITS_BUTTON.has(action.do)) return
    // Whoever has gone on to something else meanwhile is not called back: what they have opened stays, and
    // what they type in it.
    const now = document.activeElement
    const isStillThere = CALLED_FROM_LISTS.has(action.do)
      ? !now?.closest(GONE_ON_TO)
      : now === pressed || now === document.body
    if (!isStillThere) return
    if (CALLS.has(action.do)) setView('work')
    callButton.current?.focus()
  })
  const { current, lines } = state
  const serving = useLineChoice(clerk.clerk_id, state, acting)
  const { choice } = serving
  const served = servedLines(lines, choice)
  const waiting = served.reduce((sum, line) => sum + line.waiting, 0)
  const { data: day, error: unread, refetch } = useReservations(clerk.clerk_id, office.id)
  const seenAt = day?.seenAt ?? 0
  const booked = day && servedBookings(day.reservations, lines, choice)
  const due = booked?.filter(each => isDue(each, seenAt)).length ?? 0
  const asking = booked?.filter(each => each.state === 'pending' || isCallable(each, seenAt)).length ?? 0
  const standing = standingAt(state)
  const own = state.modulos.find(({ id }) => id === modulo.id)
  const rests = own?.break_until ?? null

  const close = () => {
    if (standing) setLeaving({ way: 'close', isAsked: true })
    else acting.act({ do: 'close-modulo', here: 'nobody' })
  }
  const help = own?.help ?? null
  const acts: BarAct[] = [
    {
      key: 'help',
      icon: 'help',
      // Everybody at a desk of the office sees where, until somebody says «voy».
      words: help === null ? <Trans>Pedir ayuda</Trans> : <Trans>Ya no pido ayuda</Trans>,
      busy: acting.pending === 'help',
      press: () => acting.act({ do: 'help', asks: help === null }),
    },
    {
      key: 'close',
      icon: 'close',
      words: <Trans>Cerrar módulo</Trans>,
      busy: acting.pending === 'close-modulo',
      press: close,
    },
  ]
  if (rests === null) {
    // Whoever is called here is done with first.
    const disabled = standing !== null
    const press = () => setPausing(true)
    acts.splice(1, 0, { key: 'break', icon: 'pause', words: <Trans>Pausa</Trans>, disabled, press })
  }
  const nav = <WorkNav view={view} onView={setView} asking={asking} />
  return (
    <DeskFrame
      place={<ModuloPlace office={state.office_name} modulo={modulo.name} nav={nav} acts={acts} />}
      account={
        <ClerkAccount
          clerk={clerk}
          acts={acts}
          onSignOut={() => setLeaving({ way: 'sign-out', isAsked: true })}
        />
      }
    >
      <div className={styles.ways}>{nav}</div>
      <div className={styles.work} data-view={view}>
        <div className={styles.desk}>
          <div ref={news} className={styles.news}>
            <DeskNews
              fault={acting.error}
              isPending={acting.pending !== null}
              trouble={trouble}
              waiting={waiting + due}
            />
            <OfficeDayNews state={state} timeZone={office.time_zone} acting={acting} />
          </div>
          <div className={styles.ticket}>
            {rests === null ? (
              <CurrentTicket
                clerkId={clerk.clerk_id}
                office={office}
                ticket={current}
                services={state.services}
                waiting={waiting + due}
              />
            ) : (
              <BreakCard until={rests} at={state.at} timeZone={office.time_zone} acting={acting} />
            )}
            {standing && current && (
              <RemoveCurrent
                key={current.tuid}
                clerkId={clerk.clerk_id}
                officeId={office.id}
                ticket={current}
              />
            )}
          </div>
          {rests === null && (
            <CallActions
              clerkId={clerk.clerk_id}
              timeZone={office.time_zone}
              state={state}
              callRef={callButton}
              current={current}
              standing={standing}
              seenAt={stateSeenAt}
              waiting={waiting}
              due={due}
              canCall={served.length > 0 || choice === null}
              acting={acting}
            />
          )}
        </div>
        <div className={styles.lines}>
          {view === 'lines' ? (
            <LineList
              clerkId={clerk.clerk_id}
              timeZone={office.time_zone}
              state={state}
              serving={serving}
              acting={acting}
            />
          ) : view === 'reservations' ? (
            <ReservationsView
              clerkId={clerk.clerk_id}
              office={office}
              booked={{
                day: day?.day,
                reservations: booked,
                lines: served.map(({ name }) => name),
                elsewhere: (day?.reservations.length ?? 0) - (booked?.length ?? 0),
                seenAt,
                error: unread,
                retry: () => void refetch(),
              }}
              standing={standing}
              acting={acting}
            />
          ) : (
            <TicketLists clerkId={clerk.clerk_id} timeZone={office.time_zone} state={state} acting={acting} />
          )}
          <DeskLight state={state} lines={served} />
          <LongWaits state={state} served={served} standing={standing} acting={acting} />
        </div>
      </div>
      <BreakDialog
        clerkId={clerk.clerk_id}
        officeId={office.id}
        open={isPausing}
        onClose={() => setPausing(false)}
      />
      <LeaveDialog
        clerkId={clerk.clerk_id}
        officeId={office.id}
        modulo={modulo.name}
        standing={standing}
        leaving={leaving}
        onStay={() => setLeaving({ ...leaving, isAsked: false })}
      />
    </DeskFrame>
  )
}
