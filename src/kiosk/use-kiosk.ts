import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { KIOSK_REFRESH_MS } from '#contract/limits.ts'
import type { KioskState } from '#contract/rest/devices.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useKioskTools } from './kiosk-tools.ts'

/** Looks in a row that found nobody: one may be an accident. */
const FAILURES = 2

/**
 * How the lines stand, kept fresh. `isReached` is false once the server could not be asked, and no place may
 * be promised any more.
 */
export function useKiosk(): { state: KioskState | undefined; isReached: boolean } {
  const { api, onShut } = useKioskTools()
  const { data, error, failureCount, isError } = useQuery<KioskState>({
    queryKey: ['kiosk'],
    queryFn: api.kiosk,
    refetchInterval: KIOSK_REFRESH_MS,
    refetchIntervalInBackground: true,
    // One that fails is asked again at once, so that a lost packet is no outage.
    retry: FAILURES - 1,
    retryDelay: 1_000,
    networkMode: 'always',
  })
  const isShut = error instanceof ApiError && (error.status === 401 || error.status === 404)
  useEffect(() => {
    if (isShut) onShut()
  }, [isShut, onShut])
  return { state: data, isReached: !isError && failureCount < FAILURES }
}
