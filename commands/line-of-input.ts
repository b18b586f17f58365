import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Complaint } from './with-database.ts'

/**
 * The line that stands for a «-» among a command's words, which everybody on the machine can read in the list
 * of processes, and which the journal keeps.
 * @throws Complaint where none comes
 */
export async function lineOfInput(input: Readable = process.stdin): Promise<string> {
  try {
    for await (const line of createInterface({ input })) if (line.trim() !== '') return line.trim()
  } finally {
    // Else the command ends no sooner than its input.
    input.destroy()
  }
  throw new Complaint('«-» stands for a line of standard input, and none came')
}
