import { type ComponentType, lazy } from 'react'
import { screenWords } from '#src/texts/load-catalog.ts'

interface LateOptions {
  /** What it says, where that is less than the screens do. */
  words?: () => Promise<void>
  /** It is not even asked for before. */
  after?: () => Promise<void>
}

/** What is fetched when it is first drawn, with the words and the signs that it shows. */
export const late = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { words = screenWords, after }: LateOptions = {},
) =>
  lazy(async () => {
    await after?.()
    const [part] = await Promise.all([load(), words(), import('#src/ui/late-icons.ts')])
    return part
  })
