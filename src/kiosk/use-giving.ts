import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { ApiError } from '#src/api/api-error.ts'
import { browserRandom } from '#src/platform/random.ts'
import { useKioskTools } from './kiosk-tools.ts'

/** Where no answer came, the same press is sent again so often, by itself. */
const TRIES = 3
const AGAIN_MS = 1_500

interface Press {
  lineId: number
  preferential: boolean
}

export interface Giving {
  paper: PaperNumber | undefined
  error: Error | null
  isGiving: boolean
  /** The line that was pressed last. */
  pressed: number | undefined
  /** @param preferential the person says that the law lets them go first */
  give(lineId: number, preferential: boolean): void
  /** The next person's. */
  forget(): void
}

/** A press gives a number: one, however often it has to be sent until somebody answers. */
export function useGiving(): Giving {
  const { api } = useKioskTools()
  /** By line, until it is known what became of the press. */
  const pressed = useRef(new Map<number, string>())
  const { data, error, isPending, variables, mutate, reset } = useMutation<PaperNumber, Error, Press>({
    mutationFn({ lineId, preferential }) {
      const request_id = pressed.current.get(lineId) ?? browserRandom.uuid()
      pressed.current.set(lineId, request_id)
      return api.giveNumber({ line_id: lineId, request_id, preferential })
    },
    retry: (tries, failure) => tries < TRIES && failure instanceof ApiError && failure.isUncertain,
    retryDelay: AGAIN_MS,
    networkMode: 'always',
    onSettled(_paper, failure, { lineId }) {
      if (!(failure instanceof ApiError && failure.isUncertain)) pressed.current.delete(lineId)
    },
  })
  const forget = useCallback(() => {
    pressed.current.clear()
    reset()
  }, [reset])
  return {
    paper: data,
    error,
    isGiving: isPending,
    pressed: variables?.lineId,
    give(lineId, preferential) {
      if (!isPending) mutate({ lineId, preferential })
    },
    forget,
  }
}
