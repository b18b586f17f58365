import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'
import { agreedNow, type Clock } from '#server/platform/clock.ts'
import type { OfficesSource } from '../file/check-offices-file.ts'
import type { OfficesFault } from '../file/fault.ts'
import type { OfficesFile } from '../file/offices-file.ts'
import { checkAgainstDatabase } from './check-against-database.ts'
import { type Changes, type Comparison, compareRows, countOf } from './compare-rows.ts'
import { type EndedDay, endedDays } from './ended-days.ts'
import { inChunks } from './in-chunks.ts'
import { loadClerks } from './load-clerks.ts'
import { loadLines, type LoadedLines } from './load-lines.ts'
import { loadPolicies } from './load-policies.ts'
import { loadModulos, type LoadedModulos } from './load-modulos.ts'
import { readHolidays } from './read-entries.ts'
import { type Others, type Unnamed, unnamedBy } from './unnamed.ts'
import { type WantedOffice, wantedOffice } from './wanted-rows.ts'

export interface LoadSummary {
  offices: Changes
  lines: Changes
  modulos: Changes
  clerks: Changes
}

export type LoadOutcome =
  /**
   * Nothing was done: the file has faults, or it was not said what becomes of those whom it does not name, or
   * that the day of those who wait may end by it.
   */
  | {
      loaded: false
      faults: readonly OfficesFault[]
      unnamed: Unnamed | null
      ended: readonly EndedDay[]
    }
  /**
   * `retiredClerks` have no session any more; a modulo that one of them left open is the queue's to free.
   */
  | {
      loaded: true
      summary: LoadSummary
      retiredClerks: readonly number[]
      /** Offices that are not what they were, new ones among them. */
      changedOffices: readonly number[]
    }

export interface LoadContext {
  database: Pick<Database, 'transaction'>
  clock: Clock
}

/**
 * Two loads at once would each retire what only the other names, or take the slug that the other takes;
 * tickets and calls do not wait for this lock.
 */
export const lockOffices = (transaction: Transaction<Tables>) =>
  sql`lock table offices in share row exclusive mode`.execute(transaction)

export const columnsOf = (office: WantedOffice, at: Date) => ({
  ...office,
  hours: json(office.hours),
  closures: json(office.closures),
  networks: json(office.networks),
  preference: office.preference && json(office.preference),
  messages: json(office.messages),
  warnings: office.warnings && json(office.warnings),
  services: json(office.services),
  updated_at: at,
})

interface StoredOffices {
  comparison: Comparison<WantedOffice>
  /** By slug. */
  ids: Map<string, number>
}

async function storeOffices(
  transaction: Transaction<Tables>,
  wanted: readonly WantedOffice[],
  others: Others,
  at: Date,
): Promise<StoredOffices> {
  const present = await transaction.selectFrom('offices').selectAll().execute()
  const comparison = compareRows(present, wanted, office => office.slug)
  if (others === 'keep') comparison.retired = []
  const ids = new Map(present.map(({ slug, id }) => [slug, id]))
  await inChunks(comparison.added, async chunk => {
    const rows = await transaction
      .insertInto('offices')
      .values(chunk.map(office => columnsOf(office, at)))
      .returning(['id', 'slug'])
      .execute()
    for (const { slug, id } of rows) ids.set(slug, id)
  })
  for (const { id, wanted: office } of comparison.changed) {
    await transaction.updateTable('offices').set(columnsOf(office, at)).where('id', '=', id).execute()
  }
  await inChunks(comparison.retired, chunk =>
    transaction
      .updateTable('offices')
      .set({ active: false, updated_at: at })
      .where('id', 'in', chunk)
      .execute(),
  )
  return { comparison, ids }
}

async function loadHolidays(transaction: Transaction<Tables>, days: readonly string[]): Promise<void> {
  await transaction.deleteFrom('holidays').execute()
  await inChunks([...new Set(days)], chunk =>
    transaction
      .insertInto('holidays')
      .values(chunk.map(day => ({ day })))
      .execute(),
  )
}

function changedIn(
  offices: Comparison<WantedOffice>,
  lines: LoadedLines,
  modulos: LoadedModulos,
): readonly number[] {
  const changed = [...offices.changed.map(({ id }) => id), ...offices.retired]
  return [...new Set([...changed, ...lines.offices, ...modulos.offices])].sort((a, b) => a - b)
}

/** What holds for all offices is the whole file's to say: a part of it leaves the holidays as they are. */
async function holidaysBy(
  transaction: Transaction<Tables>,
  file: Pick<OfficesFile, 'holidays'>,
  others: Others,
): Promise<readonly string[]> {
  if (others === 'keep') return await readHolidays(transaction)
  await loadHolidays(transaction, file.holidays)
  return file.holidays
}

export const FOLLOW_SETTINGS = 'follow-settings'

/** The job that a changed office asks for, and `office-settings/` does. */
export interface LoadJobPayloads {
  [FOLLOW_SETTINGS]: { office_id: number }
}

/** Longer than most loadings take: who loads looks after the offices one by one, and is seldom broken off. */
const BROKEN_OFF_MS = 60_000

const followJob = (
  office_id: number,
  agreed: Date,
): NewJob<typeof FOLLOW_SETTINGS, LoadJobPayloads[typeof FOLLOW_SETTINGS]> => ({
  kind: FOLLOW_SETTINGS,
  key: String(office_id),
  payload: { office_id },
  run_at: new Date(agreed.getTime() + BROKEN_OFF_MS),
})

const REFUSED = { loaded: false, faults: [], unnamed: null, ended: [] } as const

/**
 * Brings offices, lines, modulos and clerks to what the file says, in one transaction; with a single fault
 * in it nothing changes. What the file no longer names is retired, not deleted, and comes back with the id
 * that it had: a ticket always keeps its line. Loading the same file again changes nothing. What is to follow
 * at the offices that changed is a job as well, for whoever loads may be broken off before it is done.
 *
 * @param others null where nobody has said: a file that does not name all offices and clerks is refused then
 * @param mayEndDays else a file is refused by which the day is over at once where somebody waits
 */
export async function loadOffices(
  { database, clock }: LoadContext,
  sources: readonly OfficesSource[],
  others: Others | null,
  mayEndDays = false,
): Promise<LoadOutcome> {
  return await database.transaction(async transaction => {
    await lockOffices(transaction)
    const { file, faults } = await checkAgainstDatabase(transaction, sources)
    if (file === null) return { ...REFUSED, faults }
    const unnamed = await unnamedBy(transaction, file)
    if (others === null && unnamed.offices.length + unnamed.clerks.length > 0) return { ...REFUSED, unnamed }
    // Where all are named there are no others, and the file is the whole one.
    const rest = others ?? 'retire'
    const at = clock.now()
    await loadPolicies(transaction, file, rest)
    const holidays = await holidaysBy(transaction, file, rest)
    const wanted = file.offices.map(office => wantedOffice(office, holidays))
    const ended = mayEndDays ? [] : await endedDays(transaction, wanted, at)
    if (ended.length > 0) return { ...REFUSED, ended }
    const offices = await storeOffices(transaction, wanted, rest, at)
    const lines = await loadLines(transaction, file, offices.ids)
    const modulos = await loadModulos(transaction, file.offices, offices.ids, at)
    const clerks = await loadClerks(transaction, file, offices.ids, rest, at)
    await inChunks([...lines.offices], chunk =>
      transaction.updateTable('offices').set({ updated_at: at }).where('id', 'in', chunk).execute(),
    )
    const changedOffices = changedIn(offices.comparison, lines, modulos)
    await enqueueJobs(
      transaction,
      changedOffices.map(office_id => followJob(office_id, agreedNow(clock))),
      'replace',
    )
    return {
      loaded: true,
      retiredClerks: clerks.comparison.retired,
      changedOffices,
      summary: {
        offices: countOf(offices.comparison),
        lines: countOf(lines.comparison),
        modulos: countOf(modulos.comparison),
        clerks: countOf(clerks.comparison),
      },
    }
  })
}
