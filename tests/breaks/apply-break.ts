import type { Break } from './break.ts'

/** The file with the fault in it. @throws where the text stands there no longer, or more than once */
export function applyBreak(text: string, { file, stands, becomes }: Break): string {
  const [before, after, ...more] = text.split(stands)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} does not hold this exactly once, so it cannot be broken: ${stands}`)
  if (stands === becomes) throw new Error(`${file} would not be broken at all: ${stands}`)
  return before + becomes + after
}
