import { join } from 'node:path'
import { ENTRY_BYTES_MAX, entryBytes, ownBytes } from './entry-bytes.ts'
import { atMost, type Figure, kilobytes, shown } from './figure.ts'

const DIST = join(import.meta.dirname, '../dist')
/** The home screen is painted without it; a moment later it is there. */
const NEAR_OFFICES = 'src/screens/home/home-lists.tsx'
/** Booking a time. */
const WIZARD = 'src/screens/book/book-screen.tsx'

/** What the home screen weighs on its way to a phone. */
export async function measureBytes(): Promise<Figure[]> {
  const { javascript, css, worker, files } = entryBytes(DIST)
  const filesInWords = (list: string[]) => `${list.length} ${list.length === 1 ? 'file' : 'files'}`
  return [
    atMost(
      'Entry JavaScript of the home screen, gzip',
      javascript,
      ENTRY_BYTES_MAX.javascript,
      kilobytes,
      filesInWords(files.javascript),
    ),
    shown(
      'The same with the list of offices near, which is painted next',
      kilobytes(entryBytes(DIST, [NEAR_OFFICES]).javascript),
    ),
    atMost('Its CSS, gzip', css, ENTRY_BYTES_MAX.css, kilobytes, filesInWords(files.css)),
    shown(
      'The booking wizard’s own chunk, gzip',
      `${kilobytes(ownBytes(DIST, WIZARD))} (${kilobytes(entryBytes(DIST, [WIZARD]).javascript - javascript)} with what it brings beyond the home screen)`,
    ),
    atMost('The service worker, gzip', worker, ENTRY_BYTES_MAX.worker, kilobytes),
  ]
}
