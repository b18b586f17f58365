import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DueJobs } from '#server/jobs/read-due-jobs.ts'
import type { WaitingForPlace } from '#server/database/places.ts'
import type { WaitingPeople } from '#server/queue/lines/read-waiting.ts'

/** A call stands for minutes: what is shown after the last of these came too late for most. */
const NOTICE_BUCKETS_S = [0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300]
const SECOND_MS = 1_000

interface Seen {
  people: WaitingPeople
  jobs: readonly DueJobs[]
}

export interface OfficeSources {
  /** Null where the database does not answer. */
  look(): Promise<Seen | null>
  /** Every kind of job that this server runs: no other name becomes a label. */
  jobKinds: readonly string[]
  lanes(): Readonly<Record<string, WaitingForPlace>>
}

/** What the office feels: whether people are called in time, and hear of it. */
export interface OfficeMetrics {
  /** A browser says that it showed the notice of a call. @param ms since the call */
  countShown(ms: number): void
  /** A join of a channel was answered. */
  countJoin(topic: string, outcome: string): void
  /** Somebody was turned away at the limit of what the process can do. */
  countShed(what: 'browsing' | 'join' | 'acting'): void
  /** What is asked at each look. */
  watchOffice(sources: OfficeSources): void
}

const channelOf = (topic: string) => (topic.startsWith('web:') ? 'office' : 'meet')

export function createOfficeMetrics(registry: Registry): OfficeMetrics {
  const registers = [registry]
  const shown = new Histogram({
    name: 'numerito_call_shown_seconds',
    help: 'From a call to the moment in which a browser says that it showed the notice',
    buckets: NOTICE_BUCKETS_S,
    registers,
  })
  const joins = new Counter({
    name: 'numerito_joins_total',
    help: 'Joins of channels (office, meet), by what they were answered',
    labelNames: ['channel', 'outcome'],
    registers,
  })

  const shed = new Counter({
    name: 'numerito_shed_total',
    help: 'Who was turned away because the process could not keep up: who looked around, joined anew, acted',
    labelNames: ['what'],
    registers,
  })

  return {
    countShed: what => shed.inc({ what }),
    countShown: ms => shown.observe(Math.max(0, ms) / SECOND_MS),
    countJoin: (topic, outcome) => joins.inc({ channel: channelOf(topic), outcome }),
    watchOffice({ look, jobKinds, lanes }) {
      /** Each asks for itself, and they hear of one look together. */
      const asked = (name: string, help: string, of: (seen: Seen | null) => number) =>
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            this.set(of(await look()))
          },
        })
      const askedByKind = (name: string, help: string, of: (jobs: DueJobs) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['kind'],
          registers,
          async collect() {
            const seen = await look()
            const due = new Map(seen?.jobs.map(jobs => [jobs.kind, jobs]))
            for (const kind of jobKinds) {
              const jobs = due.get(kind)
              this.set({ kind }, seen ? (jobs ? of(jobs) : 0) : Number.NaN)
            }
          },
        })
      const byLane = (name: string, help: string, of: (waiting: WaitingForPlace) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['lane'],
          registers,
          collect() {
            for (const [lane, waiting] of Object.entries(lanes())) this.set({ lane }, of(waiting))
          },
        })

      asked(
        'numerito_database_answers',
        'Whether the database answered this look: 0 where not, and what it alone knows is no number then',
        seen => (seen ? 1 : 0),
      )
      asked(
        'numerito_waiting_people',
        'People who wait for a call, in all offices',
        seen => seen?.people.waiting ?? Number.NaN,
      )
      asked(
        'numerito_waiting_uncalled_people',
        'Those of them whose line has called nobody for half an hour',
        seen => seen?.people.uncalled ?? Number.NaN,
      )
      asked(
        'numerito_line_longest_still_seconds',
        'For how long the line that stands the longest has called nobody though people wait',
        seen => (seen?.people.longest_ms ?? Number.NaN) / SECOND_MS,
      )
      askedByKind(
        'numerito_job_oldest_seconds',
        'How long ago the first job of its kind that is not done should have been',
        ({ oldest_ms }) => oldest_ms / SECOND_MS,
      )
      askedByKind(
        'numerito_job_untried_seconds',
        'How long ago the first job of its kind of which no try has failed yet should have been',
        ({ untried_ms }) => untried_ms / SECOND_MS,
      )
      askedByKind(
        'numerito_jobs_given_up',
        'Jobs that were tried for the last time, and stay undone',
        ({ given_up }) => given_up,
      )
      byLane('numerito_database_waiting', 'Who waits for a connection', ({ count }) => count)
      byLane(
        'numerito_database_longest_wait_seconds',
        'How long the first of those has waited',
        ({ longestMs }) => longestMs / SECOND_MS,
      )
    },
  }
}
