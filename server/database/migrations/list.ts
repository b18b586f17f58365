import type { Migration } from 'kysely/migration'
import * as firstNumber from './0001-first-number.ts'
import * as reservations from './0002-reservations.ts'
import * as documents from './0003-documents.ts'
import * as writeProbe from './0005-write-probe.ts'
import * as acknowledgedCall from './0006-acknowledged-call.ts'
import * as sessionEnds from './0007-session-ends.ts'
import * as openingWishes from './0009-opening-wishes.ts'
import * as policies from './0010-policies.ts'
import * as rounds from './0011-rounds.ts'
import * as whatsapp from './0016-whatsapp.ts'

/**
 * In order, and append-only: a migration that has shipped is never edited. A number that is left out was
 * never shipped, and stays unused: what would have to run before others that have run is refused.
 */
export const migrations: Record<string, Migration> = {
  '0001-first-number': firstNumber,
  '0002-reservations': reservations,
  '0003-documents': documents,
  '0005-write-probe': writeProbe,
  '0006-acknowledged-call': acknowledgedCall,
  '0007-session-ends': sessionEnds,
  '0009-opening-wishes': openingWishes,
  '0010-policies': policies,
  '0011-rounds': rounds,
  '0016-whatsapp': whatsapp,
}
