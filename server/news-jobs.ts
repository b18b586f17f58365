import type { AccountJobPayloads } from './accounts/account-jobs.ts'
import { createJobRunner, type JobRunnerOptions } from './jobs/run-jobs.ts'
import type { LoadJobPayloads } from './offices/load/load-offices.ts'
import type { OpeningJobPayloads } from './queue/lines/opening-jobs.ts'
import type { PollJobPayloads } from './queue/turn/poll-jobs.ts'
import type { QueueJobPayloads } from './queue/turn/queue-jobs.ts'
import type { RepeatJobPayloads } from './queue/turn/repeat-jobs.ts'
import type { ReservationJobPayloads } from './reservations/reservation-jobs.ts'
import type { WhatsappJobPayloads } from './whatsapp/arrange-call.ts'

export type NewsJobPayloads = QueueJobPayloads &
  ReservationJobPayloads &
  OpeningJobPayloads &
  AccountJobPayloads &
  PollJobPayloads &
  RepeatJobPayloads &
  LoadJobPayloads &
  WhatsappJobPayloads

type Kind = keyof NewsJobPayloads

/**
 * Who hears of it in the moment in which it is theirs to act, and who hears in their turn. What one press
 * or one hour has for a whole crowd is of the second: everybody's nine o'clock is reminded of in one
 * instant, a line of five hundred is sent one sentence, and whoever is called then stood behind all of them.
 */
const HASTE = {
  'push-call': 'at-once',
  'push-almost-there': 'at-once',
  'push-taken-back': 'at-once',
  'push-skipped': 'at-once',
  'push-returned': 'at-once',
  'push-parked': 'at-once',
  'push-transferred': 'at-once',
  'push-message': 'at-once',
  'repeat-call': 'at-once',
  'whatsapp-call': 'at-once',
  'push-line-message': 'in-turn',
  'push-removed': 'in-turn',
  'push-sent-home': 'in-turn',
  'remind-reservation': 'in-turn',
  'tell-reservation': 'in-turn',
  'tell-opening': 'in-turn',
  'ask-poll': 'in-turn',
  'mail-account': 'in-turn',
  'mail-forgotten': 'in-turn',
  'bring-late': 'in-turn',
  'follow-settings': 'in-turn',
} as const satisfies Record<Kind, 'at-once' | 'in-turn'>

type Haste = (typeof HASTE)[Kind]

const kindsOf = (haste: Haste): Kind[] => (Object.keys(HASTE) as Kind[]).filter(kind => HASTE[kind] === haste)

/**
 * The index of those that are due of these has their names: a name that is new here needs another index.
 */
export const AT_ONCE_KINDS: readonly Kind[] = kindsOf('at-once')

export interface NewsJobs {
  /** Jobs of these kinds were just committed. */
  wake(kinds: readonly Kind[]): void
  /** Takes no more, and resolves when what runs has finished. */
  stop(): Promise<void>
}

/**
 * Two runners, each with its own kinds and room for so many: none of those in turn holds up who is called.
 */
export function runNewsJobs({ handlers, ...means }: JobRunnerOptions<NewsJobPayloads>): NewsJobs {
  const runnerOf = (haste: Haste) => {
    const own = Object.fromEntries(kindsOf(haste).map(kind => [kind, handlers[kind]])) as typeof handlers
    return createJobRunner({ ...means, handlers: own })
  }
  const runners: Record<Haste, ReturnType<typeof runnerOf>> = {
    'at-once': runnerOf('at-once'),
    'in-turn': runnerOf('in-turn'),
  }
  return {
    wake(kinds) {
      for (const haste of new Set(kinds.map(kind => HASTE[kind]))) runners[haste].wake()
    },
    async stop() {
      await Promise.all(Object.values(runners).map(runner => runner.stop()))
    },
  }
}
