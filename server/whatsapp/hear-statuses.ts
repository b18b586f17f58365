import { sql } from 'kysely'
import * as v from 'valibot'
import type { WhatsappStatus } from '#server/database/tables/notices.ts'
import type { WhatsappContext, WhatsappKind } from './whatsapp-context.ts'

const STATUSES = ['sent', 'failed', 'delivered', 'read'] as const
const ORDER: readonly WhatsappStatus[] = ['postponed', 'sending', 'accepted', ...STATUSES]
/** What a message may be charged as; what they call it else is one, so that the figures keep their shape. */
const CATEGORIES = ['utility', 'authentication', 'authentication_international', 'marketing', 'service']

/** Of each, what we look at: the number stands in it as well, and is not looked at. */
const statusTold = v.object({
  id: v.string(),
  status: v.picklist(STATUSES),
  biz_opaque_callback_data: v.optional(v.string()),
  pricing: v.optional(v.object({ billable: v.optional(v.boolean()), category: v.optional(v.string()) })),
  errors: v.optional(v.array(v.object({ code: v.optional(v.number()) }))),
})
type StatusTold = v.InferOutput<typeof statusTold>

const notification = v.object({
  entry: v.array(
    v.object({
      changes: v.array(
        v.object({
          value: v.object({
            metadata: v.optional(v.object({ phone_number_id: v.optional(v.string()) })),
            statuses: v.optional(v.array(v.unknown())),
          }),
        }),
      ),
    }),
  ),
})

/** Ours among those that were told, whatever else is told beside them. */
function statusesIn(told: unknown, phoneId: string): StatusTold[] {
  const { success, output } = v.safeParse(notification, told)
  if (!success) return []
  return output.entry
    .flatMap(({ changes }) => changes.map(({ value }) => value))
    .filter(({ metadata }) => metadata?.phone_number_id === phoneId)
    .flatMap(({ statuses = [] }) => statuses)
    .flatMap(status => {
      const parsed = v.safeParse(statusTold, status)
      return parsed.success ? [parsed.output] : []
    })
}

async function hear(context: WhatsappContext, told: StatusTold): Promise<void> {
  const { database, clock, protection } = context
  const hash = protection.whatsappHash('message', told.id)
  const ours = v.is(v.pipe(v.string(), v.uuid()), told.biz_opaque_callback_data)
    ? told.biz_opaque_callback_data
    : null
  // By its name there, or by ours: the answer that gave it that name may have been lost.
  const isIt = sql<boolean>`(message_hash = ${hash}::bytea or id = ${ours}::uuid)`
  const { rows } = await sql<{ kind: WhatsappKind }>`
    update whatsapp_messages
    set status = ${told.status}::text, status_at = ${clock.now()}::timestamptz,
      error_code = coalesce(${told.errors?.[0]?.code ?? null}::integer, error_code)
    where ${isIt} and array_position(${ORDER}::text[], status) < array_position(${ORDER}::text[], ${told.status}::text)
    returning kind`.execute(database.db)
  for (const { kind } of rows) context.count(kind, told.status)
  if (!told.pricing?.billable) return
  const said = told.pricing.category ?? ''
  const category = CATEGORIES.includes(said) ? said : 'other'
  // Said with more than one status of a message, and each of them more than once.
  const charged = await sql`
    update whatsapp_messages set billed = ${category}::text where ${isIt} and billed is null returning id`.execute(
    database.db,
  )
  for (const _ of charged.rows) context.countBilled(category)
}

/**
 * What WhatsApp tells of messages: once or often, in whatever order. Of one that is not known nothing is
 * kept, and nothing is said.
 * @param told signed, and of any shape
 */
export async function hearStatuses(context: WhatsappContext, told: unknown): Promise<void> {
  for (const status of statusesIn(told, context.settings.phoneId)) await hear(context, status)
}
