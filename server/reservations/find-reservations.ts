import { sql } from 'kysely'
import { FOUND_MAX } from '#contract/desk-limits.ts'
import type { DeskFound } from '#contract/rest/desk-booking.ts'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Question } from '#contract/rest/forms.ts'
import { defaultQuestions } from '#contract/rules/form-answers.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import { isValidRut, normalizeRut } from '#contract/rules/rut.ts'
import type { SealedMeta } from '#server/secrets/sealed-meta.ts'
import { type Reading, readReservations } from './desk-reservations.ts'

/** So many names are opened at a time: between two of these others have their turn. */
const BATCH = 200

const CODE = /^RV([0-9A-F]{3})$/i

const wordsOf = (text: string): string[] =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean)

/** Each word that is looked for begins one of the name's, whatever their order, accents and case. */
function isNamed({ name }: DeskReservation, wanted: readonly string[]): boolean {
  const words = wordsOf(name ?? '')
  return wanted.every(word => words.some(each => each.startsWith(word)))
}

/** A document is found by its hash alone, and so only whole. */
function hashesOf(text: string, { protect }: Pick<Reading, 'protect'>): Buffer[] {
  const hashes = isValidRut(text) ? [protect.identityHash('rut', text)] : []
  return [...hashes, protect.identityHash('dni', text)].map(hash => Buffer.from(hash))
}

interface Answered {
  id: string
  office_id: number
  meta: Uint8Array | null
  reserve_form: Pick<Question, 'id' | 'fieldType'>[] | null
}

/**
 * A form may ask for the RUT of somebody else than whoever booked, a child's or a patient's. What a question
 * asked for that has left the form nobody knows any more: there whatever reads as this RUT is it.
 */
function answersRut({ office_id, meta, reserve_form }: Answered, rut: string, { protect }: Reading): boolean {
  if (meta === null) return false
  const { answers = {} } = protect.openMeta(meta) as SealedMeta
  const asked = new Map((reserve_form ?? defaultQuestions(office_id)).map(each => [each.id, each.fieldType]))
  return Object.entries(answers).some(
    ([id, answer]) => (asked.get(id) ?? 'rut') === 'rut' && normalizeRut(answer) === rut,
  )
}

/** Those of these whose form was answered with this RUT. */
async function thatAnswer(rut: string, ids: readonly string[], context: Reading): Promise<string[]> {
  const { rows } = await sql<Answered>`
    select r.id, r.office_id, r.meta, l.reserve_form from reservations r join lines l on l.id = r.line_id
    where r.id = any(${ids}::uuid[])`.execute(context.database.db)
  return rows.filter(row => answersRut(row, rut, context)).map(({ id }) => id)
}

/**
 * What is booked at an office from today on under this name, this code or this document, by its time. Names
 * and answers are sealed, so they are opened one after the other: where code or document say which it is, no
 * name is, and answers are where a RUT is looked for alone.
 * @see rule DESK-11
 */
export async function findReservations(
  context: Reading,
  { office_id, text }: { office_id: number; text: string },
): Promise<DeskFound> {
  const office = await context.database.db
    .selectFrom('offices')
    .select(['time_zone', 'hours', 'closures'])
    .where('id', '=', office_id)
    .executeTakeFirstOrThrow()
  const { from } = officeDaySpan(context.clock.now(), office)
  const ending = CODE.exec(text)?.[1]?.toLowerCase() ?? ''
  const { rows } = await sql<{ id: string; is_meant: boolean }>`
    select r.id, (
      right(r.id::text, 3) = ${ending} or r.identity_hash = any(${hashesOf(text, context)}::bytea[])
    ) is true as is_meant
    from reservations r
    where r.office_id = ${office_id}::integer and r.deleted_at is null and r.block_from >= ${from}::timestamptz
    order by r.block_from, r.inserted_at, r.id`.execute(context.database.db)
  const meant = new Set(rows.filter(({ is_meant }) => is_meant).map(({ id }) => id))
  const rut = isValidRut(text) ? normalizeRut(text) : null
  const isOpened = ({ id }: { id: string }) => meant.has(id) || rut !== null || meant.size === 0
  const ids = rows.filter(isOpened).map(({ id }) => id)
  const wanted = wordsOf(text)
  const isFound = (each: DeskReservation) => meant.has(each.id) || rut !== null || isNamed(each, wanted)
  const found: DeskReservation[] = []
  for (let at = 0; at < ids.length && found.length <= FOUND_MAX; at += BATCH) {
    const next = ids.slice(at, at + BATCH)
    const read =
      rut === null ? next : [...next.filter(id => meant.has(id)), ...(await thatAnswer(rut, next, context))]
    const batch = await readReservations(context, office_id, sql`r.id = any(${read}::uuid[])`)
    found.push(...batch.filter(isFound))
  }
  return { reservations: found.slice(0, FOUND_MAX), more: found.length > FOUND_MAX }
}
