import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { ChangeContext } from '#server/facts/change-office.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { leaveToOthers } from '#server/queue/desk/leave-to-others.ts'
import { shownNumber } from '#server/queue/turn/shown-number.ts'
import { colleague, demandRank, leadOffice } from './lead-office.ts'
import { endClerkSessions } from './end-clerk-sessions.ts'
import type { StaffContext } from './staff-context.ts'

export interface Standing {
  ticket: string
  modulo: string
}

/**
 * Somebody works at the office no more: their sessions end with the commit, and whoever works nowhere else
 * cannot sign in again. Their módulo is free; whom they had called goes on standing there, attended by
 * nobody's word, and is found by whoever opens it next.
 * @returns who stands there
 * @throws Refusal not-found, supervisors-only; administrators-only, for an administrator; last-supervisor
 * @see rule ADMIN-03
 */
export async function retireClerk(
  context: ChangeContext & Pick<StaffContext, 'onSessionEnd'>,
  by: AtDesk,
  wish: { clerk_id: number },
): Promise<Standing | null> {
  const { office_id } = by
  const { ended, standing } = await leadOffice(context, by, async leader => {
    const { transaction, at, organization_id } = leader
    const whom = await colleague(transaction, { office_id, clerk_id: wish.clerk_id })
    const { clerk_id } = whom
    demandRank(leader, whom.role)
    await transaction
      .deleteFrom('clerk_offices')
      .where('clerk_id', '=', clerk_id)
      .where('office_id', '=', office_id)
      .execute()
    if (whom.role === 'administrator')
      await transaction
        .deleteFrom('administrators')
        .where('clerk_id', '=', clerk_id)
        .where('organization_id', '=', organization_id)
        .execute()
    await sql`
      update clerks set active = false
      where id = ${clerk_id}::integer
        and not exists (select from desk_roles where clerk_id = ${clerk_id}::integer)
        and not exists (select from administrators where clerk_id = ${clerk_id}::integer)`.execute(
      transaction,
    )
    const left = await leaveModulo(transaction, { office_id, clerk_id }, at)
    await noteAct(transaction, { ...by, at, act: 'clerk-retired', ...left.about, detail: { whom: clerk_id } })
    return { ended: await endClerkSessions(transaction, clerk_id, at), standing: left.standing }
  })
  for (const session of ended) context.onSessionEnd?.(session)
  return standing
}

/** Frees the módulo that somebody has open at the office. Whoever stands there stays. */
async function leaveModulo(transaction: Transaction<Tables>, by: AtDesk, at: Date) {
  const modulo = await leaveToOthers(transaction, by, at)
  if (!modulo) return { about: {}, standing: null }
  const called = await transaction
    .selectFrom('tickets')
    .select(['id', shownNumber(sql`prefix`, sql`number`).as('ticket')])
    .where('modulo_id', '=', modulo.id)
    .where('state', '=', 'called')
    .executeTakeFirst()
  return {
    about: { modulo_id: modulo.id, ticket_id: called?.id },
    standing: called ? { ticket: called.ticket, modulo: modulo.name } : null,
  }
}
