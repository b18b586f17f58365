import { takingItsTime } from './database/patience.ts'
import { pruneActs } from './facts/prune-acts.ts'
import { pruneFacts } from './facts/prune-facts.ts'
import { prunePresses } from './facts/prune-presses.ts'
import { keepDays } from './figures/keep-days.ts'
import { discardSpent } from './identity/discard-spent.ts'
import { forgetTemporaryPeople } from './identity/forget-temporary-people.ts'
import type { IdentityContext } from './identity/identity-context.ts'
import type { SeenSessions } from './identity/seen-sessions.ts'
import { pruneJobs } from './jobs/prune-jobs.ts'
import type { News } from './news.ts'
import { finishErasures } from './own-data/finish-erasures.ts'
import type { OwnDataContext } from './own-data/own-data-context.ts'
import { closeOffices } from './queue/day/close-offices.ts'
import { resumeLines } from './queue/day/resume-lines.ts'
import { freeModulos } from './queue/desk/free-modulos.ts'
import { learnWaits } from './queue/lines/learn-waits.ts'
import { expireTickets } from './queue/turn/expire-tickets.ts'
import { forgetNotes } from './queue/turn/forget-notes.ts'
import { forgetPreference } from './queue/turn/forget-preference.ts'
import type { QueueContext } from './queue/queue-context.ts'
import { expireReservations } from './reservations/expire-reservations.ts'
import { forgetBookedPeople } from './reservations/forget-booked-people.ts'
import type { BookingContext } from './reservations/reservations-context.ts'
import { pruneReservations } from './retention/prune-reservations.ts'
import { pruneTurns } from './retention/prune-turns.ts'
import type { Settings } from './settings/settings.ts'
import type { UpkeepTask } from './upkeep.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Rooms {
  queue: QueueContext & BookingContext
  identity: IdentityContext
  ownData: OwnDataContext
  seen: Pick<SeenSessions, 'keep'>
  news: Pick<News, 'discardLeftovers'>
}

/** What is over ends, what is known is kept, and what need not be known any more goes. */
export const upkeepTasks = (
  { queue, identity, ownData, seen, news }: Rooms,
  { peopleDays, factsDays, turnsDays }: Settings['keep'],
): UpkeepTask[] => [
  { name: 'expire reservations', everyMs: MINUTE_MS, run: ending => expireReservations(queue, { ending }) },
  { name: 'expire tickets', everyMs: MINUTE_MS, run: ending => expireTickets(queue, ending) },
  { name: 'close offices', everyMs: MINUTE_MS, run: ending => closeOffices(queue, ending) },
  { name: 'resume lines', everyMs: 10_000, run: ending => resumeLines(queue, ending) },
  { name: 'free modulos', everyMs: MINUTE_MS, run: ending => freeModulos(queue, ending) },
  { name: 'finish erasures', everyMs: MINUTE_MS, run: ending => finishErasures(ownData, ending) },
  { name: 'keep who was seen', everyMs: MINUTE_MS, run: seen.keep },
  { name: 'learn waits', everyMs: MINUTE_MS, run: ending => takingItsTime(() => learnWaits(queue, ending)) },
  { name: 'keep figures', everyMs: MINUTE_MS, run: ending => takingItsTime(() => keepDays(queue, ending)) },
  { name: 'forget notes', everyMs: HOUR_MS, run: ending => forgetNotes(queue, ending) },
  { name: 'forget preference', everyMs: HOUR_MS, run: ending => forgetPreference(queue, ending) },
  { name: 'prune facts', everyMs: HOUR_MS, run: ending => pruneFacts(queue, factsDays * DAY_MS, ending) },
  {
    name: 'prune turns',
    everyMs: HOUR_MS,
    run: ending => pruneTurns(queue, turnsDays, ending),
  },
  {
    name: 'prune reservations',
    everyMs: HOUR_MS,
    run: ending => pruneReservations(queue, turnsDays, ending),
  },
  { name: 'prune acts', everyMs: HOUR_MS, run: ending => pruneActs(queue, ending) },
  { name: 'prune presses', everyMs: HOUR_MS, run: ending => prunePresses(queue, ending) },
  { name: 'prune jobs', everyMs: HOUR_MS, run: ending => pruneJobs(queue, peopleDays * DAY_MS, ending) },
  {
    name: 'forget people',
    everyMs: HOUR_MS,
    run: ending => forgetTemporaryPeople(identity, peopleDays * DAY_MS, ending),
  },
  {
    name: 'forget whom desks booked for',
    everyMs: HOUR_MS,
    run: ending => forgetBookedPeople(queue, peopleDays * DAY_MS, ending),
  },
  { name: 'discard spent', everyMs: HOUR_MS, run: ending => discardSpent(identity, ending) },
  { name: 'discard push leftovers', everyMs: HOUR_MS, run: news.discardLeftovers },
]

/** Nobody waits for what is done once an hour, and one statement of it may take away much. */
export const inTheirTime = (tasks: readonly UpkeepTask[]): UpkeepTask[] =>
  tasks.map(task =>
    task.everyMs < HOUR_MS ? task : { ...task, run: ending => takingItsTime(() => task.run(ending)) },
  )
