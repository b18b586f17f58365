import { type ComponentType, createElement, lazy } from 'react'
import { screenWords } from '#src/texts/load-catalog.ts'

interface LateOptions {
  /** What it says, where that is less than the screens do. */
  words?: () => Promise<void>
  /** It is not even asked for before. */
  after?: () => Promise<void>
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** How all that could not be fetched or drawn is begun anew. */
export const fallen: (() => void)[] = []

/** What is fetched when it is first drawn. Where it could not be, it is anew with all that has fallen. */
export function lazily<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const anew = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        fallen.push(() => {
          Part = anew()
        })
        throw error
      }),
    )
  let Part: ComponentType<Props> = anew()
  return props => createElement(Part, props)
}

/** The same with the words and the signs that it shows. */
export const late = <Props extends object>(
  load: Load<Props>,
  { words = screenWords, after }: LateOptions = {},
) =>
  lazily(async () => {
    await after?.()
    const [part] = await Promise.all([load(), words(), import('#src/ui/late-icons.ts')])
    return part
  })
