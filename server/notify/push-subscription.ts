import type { Selectable } from 'kysely'
import type { PushSubscriptionsTable } from '#server/database/tables/notices.ts'

/** A browser that takes notices, as the senders need it. */
export type PushSubscription = Pick<
  Selectable<PushSubscriptionsTable>,
  'id' | 'endpoint' | 'p256dh' | 'auth' | 'language'
>
