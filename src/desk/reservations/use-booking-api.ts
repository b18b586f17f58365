import { useMemo } from 'react'
import { useDeskTools } from '../desk-tools.ts'
import { bookingApi } from './booking-api.ts'

/** Fetched with those who book, and not with the desk. */
export function useBookingApi() {
  const { client } = useDeskTools()
  return useMemo(() => bookingApi(client), [client])
}
