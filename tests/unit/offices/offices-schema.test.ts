import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { officesSchema } from '#server/offices/file/offices-schema.ts'

it('docs/offices.schema.json says what the check holds a file against', () => {
  const written = readFileSync(join(import.meta.dirname, '../../../docs/offices.schema.json'), 'utf8')
  // Out of step: `npm run offices -- schema > docs/offices.schema.json`, then format it.
  expect(JSON.parse(written)).toEqual(officesSchema())
})
