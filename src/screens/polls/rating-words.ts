import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What each rating means, from 1 to 5. */
export const RATING_WORDS: readonly MessageDescriptor[] = [
  msg`Muy mala`,
  msg`Mala`,
  msg`Regular`,
  msg`Buena`,
  msg`Muy buena`,
]
