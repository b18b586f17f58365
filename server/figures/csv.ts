/** Without it Excel takes UTF-8 for the alphabet of the nineties. */
export const BYTE_ORDER_MARK = '\uFEFF'
/** What Excel and LibreOffice of Chile and Brazil expect: there the comma is a number's. */
const SEPARATOR = ';'
const LINE_END = '\r\n'

/** What begins so is a formula to a spreadsheet, and runs on the machine of whoever opens the file. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[";\r\n]/

/** A field as it stands in the file. Numbers are ours; a text may be anybody's. */
function field(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A row of the table, with its end. */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  fields.map(field).join(SEPARATOR) + LINE_END
