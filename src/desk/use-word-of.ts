import { ApiError } from '#src/api/api-error.ts'
import { useFate } from './desk-tools.ts'
import { isPressEarly } from './presses.ts'

const looking = new ApiError('press-looking', 0, 'it is asked what became of it')

/**
 * What is to be said of a press: that no answer came and it is asked what became of it, or how it went wrong.
 * An ended session is told over the page.
 */
export function useWordOf({ isPending, error }: { isPending: boolean; error: Error | null }): Error | null {
  const fate = useFate()
  if (isPending && fate === 'looking' && !isPressEarly(error)) return looking
  const isOver = error instanceof ApiError && error.status === 401 && error.code !== 'wrong-credentials'
  return isOver ? null : error
}
