import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Fetched when it is asked for, and no package of the project: nothing but this bench needs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MOST_OUTPUT_BYTES = 100_000_000

/** What Lighthouse says of a page, from 0 to 1. */
export type Scores = Record<(typeof CATEGORIES)[number], number>

export interface JudgedPage {
  url: string
  /** Whether by somebody who was here before, instead of by one with nothing on the device yet. */
  isKnown: boolean
}

/**
 * On a slow phone, whose network and processor are held back for real instead of by a formula.
 * @param port where the browser listens to those who debug it
 * @throws where Lighthouse cannot be fetched, or the page not be opened
 */
export async function judgePage({ url, isKnown }: JudgedPage, port: number): Promise<Scores> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      '--throttling-method=devtools',
      `--only-categories=${CATEGORIES.join()}`,
      ...(isKnown ? ['--disable-storage-reset'] : []),
    ],
    { maxBuffer: MOST_OUTPUT_BYTES },
  )
  const { runtimeError, categories } = JSON.parse(stdout) as {
    runtimeError?: { message: string }
    categories: Record<string, { score: number | null }>
  }
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const scores = CATEGORIES.map(category => [category, categories[category]?.score ?? Number.NaN])
  return Object.fromEntries(scores) as Scores
}
