import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { actOfWord } from './became-of.ts'
import { actAtDesk, type Desk, nobodyCalled, standingAt } from './desk.ts'
import { endAttention } from './end-attention.ts'

/**
 * Whoever stands at a desk leaves it as its clerk says, and that the clerk said so is noted.
 * @throws Refusal nobody-called
 */
export async function leaveDesk(
  transaction: Transaction<Tables>,
  { office_id, clerk_id }: AtDesk,
  desk: Desk,
  became: 'attended' | 'skipped',
  at: Date,
  agreed: Date,
): Promise<NewFact[]> {
  const standing = standingAt(desk)
  if (!standing) throw nobodyCalled()
  await noteAct(transaction, { office_id, clerk_id, at, act: actOfWord(became), ...actAtDesk(desk) })
  return await endAttention(transaction, standing, became, at, agreed)
}
