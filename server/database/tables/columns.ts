import type { ColumnType } from 'kysely'

/**
 * jsonb: read parsed, written as text by `json()` of json-column.ts, so that both drivers send it the same
 * way.
 */
export type Json<T> = ColumnType<T, string, string>
/** A calendar day, YYYY-MM-DD, on both drivers. */
export type Day = string
export type WithDefault<T> = ColumnType<T, T | undefined, T>
