import { type Kysely, sql } from 'kysely'

/**
 * Whoever had an e-mail that an account has no more takes it back by a link that went there. Its address is
 * kept with the link, for nobody else knows it any more: sealed, and as long as the link is good.
 */
const statements = [
  `alter table account_links
    drop constraint account_links_kind_check,
    add constraint account_links_kind_check check (kind in ('confirm-email', 'reset-password', 'email-changed')),
    add column former bytea,
    add constraint account_links_former_address check ((former is not null) = (kind = 'email-changed'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
