import { sql, type Transaction } from 'kysely'
import type { SaidHere } from '#contract/rest/desk.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { askedId } from '#server/database/asked-id.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { closeModuloHere } from './close-modulo.ts'
import { isKept } from './kept-modulo.ts'
import { leaveToOthers } from './leave-to-others.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { QueueContext } from '../queue-context.ts'

export interface OpenModulo extends AtDesk {
  modulo_id: number
  /**
   * Of the clerk who has it open, from whom it is taken over (DESK-08). Nobody is attended by it: who stands
   * there goes on standing.
   */
  from?: number | undefined
  /** What became of who stands at the modulo that they leave. */
  here?: SaidHere | undefined
}

const taken = () => new Refusal('modulo-taken', 409, 'another clerk has this modulo')

/**
 * Sits the clerk down at a modulo, leaving the one they had, in whatever office it is: in one step, so that
 * whoever stands there is done with only where the clerk sits at the new one.
 * @throws Refusal not-found; modulo-taken; arrival-unsaid and desk-moved, of who stands at the one they leave
 */
export async function openModulo(context: QueueContext, input: OpenModulo): Promise<void> {
  const { office_id, clerk_id, modulo_id, from, here } = input
  const modulo = await context.database.db
    .selectFrom('modulos as m')
    .select('m.clerk_id')
    .where('m.id', '=', askedId(modulo_id))
    .where('m.office_id', '=', office_id)
    .where(isKept)
    .executeTakeFirst()
  if (!modulo) throw notFound('the modulo')
  if (modulo.clerk_id === clerk_id) return
  if (modulo.clerk_id !== null && modulo.clerk_id !== from) throw taken()
  const elsewhere = await context.database.db
    .selectFrom('modulos')
    .select([
      'office_id',
      sql<boolean>`exists (
        select from desk_roles r where r.clerk_id = modulos.clerk_id and r.office_id = modulos.office_id
      )`.as('works_there'),
    ])
    .where('clerk_id', '=', clerk_id)
    .where('office_id', '!=', office_id)
    .executeTakeFirst()
  const left = elsewhere?.office_id ?? office_id
  const leave = async (transaction: Transaction<Tables>, at: Date, agreed: Date): Promise<NewFact[]> => {
    const desk = { office_id: left, clerk_id, here }
    if (!elsewhere || elsewhere.works_there) return await closeModuloHere(transaction, desk, at, agreed)
    await leaveToOthers(transaction, desk, at)
    return []
  }
  try {
    const sitDown = async (transaction: Transaction<Tables>, at: Date, agreed: Date) => {
      const facts = await leave(transaction, at, agreed)
      const opened = await transaction
        .updateTable('modulos')
        .set({ clerk_id, opened_at: at, changed_at: at })
        .where('id', '=', modulo_id)
        .where('clerk_id', 'is not distinct from', modulo.clerk_id)
        .executeTakeFirst()
      if (opened.numUpdatedRows === 0n) throw taken()
      const act = modulo.clerk_id === null ? 'modulo-opened' : 'modulo-taken-over'
      await noteAct(transaction, { office_id, clerk_id, at, act, modulo_id })
      return facts
    }
    // The clerk may sit down at another office in this moment.
    await changeTurns(context, input, sitDown, elsewhere ? { with: left } : 'alone')
  } catch (error) {
    // The same clerk, sitting down at two modulos at once from two windows: one of them stays.
    if (isUniqueViolation(error, 'modulos_clerk_id_key')) throw taken()
    throw error
  }
}
