import type { ChangeContext } from '#server/facts/change-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { actAtDesk, findDesk } from './desk.ts'
import { endAttention } from './end-attention.ts'

/** Leaves the modulo that this clerk has open, if any; whoever stood there was attended. */
export async function closeModulo(context: ChangeContext, { clerk_id }: { clerk_id: number }): Promise<void> {
  const open = await context.database.db
    .selectFrom('modulos')
    .select('office_id')
    .where('clerk_id', '=', clerk_id)
    .executeTakeFirst()
  if (!open) return
  const { office_id } = open
  await changeTurns(context, office_id, async (transaction, at) => {
    const desk = await findDesk(transaction, { office_id, clerk_id })
    if (!desk) return []
    await transaction
      .updateTable('modulos')
      .set({ clerk_id: null, opened_at: null })
      .where('id', '=', desk.modulo_id)
      .execute()
    await noteAct(transaction, { office_id, clerk_id, at, act: 'modulo-closed', modulo_id: desk.modulo_id })
    if (desk.turn?.state !== 'called') return []
    await noteAct(transaction, { office_id, clerk_id, at, act: 'attended', ...actAtDesk(desk) })
    return await endAttention(transaction, desk.turn, 'attended', at)
  })
}
