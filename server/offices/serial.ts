const SERIAL_MAX = 2_147_483_647

/**
 * Whether a number can be the id of a row. Ids are integers of four bytes: PostgreSQL refuses to compare one
 * with more, and what cannot be does not exist.
 */
export const isSerial = (id: number) => id <= SERIAL_MAX
