import { useSearch } from 'wouter'
import { safePlace } from '#src/domain/safe-place.ts'

/** Where whoever came here to say who they are goes on: `?next=`, a place of this application. */
export const useNext = (): string => safePlace(new URLSearchParams(useSearch()).get('next'))
