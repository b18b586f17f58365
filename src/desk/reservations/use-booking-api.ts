import { useMemo } from 'react'
import { useDoorTools } from '../door-tools.ts'
import { bookingApi } from './booking-api.ts'

/** Fetched with those who book, and not with the desk. */
export function useBookingApi() {
  const { client } = useDoorTools()
  return useMemo(() => bookingApi(client), [client])
}
