import { sql } from 'kysely'
import { isStoodAt } from '../turn/stood-at.ts'

/**
 * SQL over `m`: the office has this modulo; or its settings name it no more, and somebody sits or stands
 * there still. Unseen, its clerk could end no break and be heard by nobody, and whoever stands there could
 * be attended by nobody else.
 */
export const isKept = sql<boolean>`(m.active or m.clerk_id is not null or ${isStoodAt})`
