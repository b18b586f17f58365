/**
 * A value as a json or jsonb column takes it. Without this the driver would send an array as a PostgreSQL
 * array, which such a column refuses, and a bare string as if it were JSON already.
 */
export const json = (value: unknown): string => JSON.stringify(value)
