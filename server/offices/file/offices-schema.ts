import { toJsonSchema } from '@valibot/to-json-schema'
import { officesFile } from './offices-file.ts'

/** The offices file's shape as JSON Schema, by which editors complete and check it while it is written. */
export function officesSchema(): object {
  // What is not shape but sense (a day that exists) has no words in JSON Schema; `check` finds it.
  return {
    ...toJsonSchema(officesFile, { typeMode: 'input', errorMode: 'ignore' }),
    title: 'Numerito offices',
  }
}
