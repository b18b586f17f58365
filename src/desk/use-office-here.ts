import { useSearchParams } from 'wouter'
import type { DeskSession } from '#contract/rest/desk.ts'
import { leave } from './leave-guard.ts'

export type OfficeHere = DeskSession['offices'][number]

/** A supervisor's page of the office, beside the work at a módulo. */
export type OfficePage = 'people' | 'acts' | 'day' | 'settings'
const PAGES: readonly string[] = ['people', 'acts', 'day', 'settings'] satisfies OfficePage[]

/** Where no office is open: the choice itself, which an administrator of one office has too; a new one. */
const ABOVE = { choice: 'offices', found: 'new-office' } as const

export interface Here {
  /** The office that the address names, or the only one; undefined where one is to be chosen. */
  office: OfficeHere | undefined
  hasChoice: boolean
  /** An administrator opens a further office. */
  isFounding: boolean
  /** Null for the work itself. That the day's page is a supervisor's says the server, to a clerk as well. */
  page: OfficePage | null
  go(to: { office?: number; page?: OfficePage | null }): void
  goAbove(to: keyof typeof ABOVE): void
}

/** Where at the desk one is: the address says it, so that a reload stays there. */
export function useOfficeHere({ offices }: DeskSession): Here {
  const [address, setAddress] = useSearchParams()
  const administers = offices.some(({ role }) => role === 'administrator')
  const hasChoice = offices.length > 1 || administers
  const named = offices.find(office => String(office.id) === address.get('office'))
  const page = address.get('page') ?? ''
  const isFounding = administers && page === ABOVE.found
  const chooses = offices.length > 1 || isFounding || (administers && page === ABOVE.choice)
  const office = named ?? (chooses ? undefined : offices[0])
  const isPage = PAGES.includes(page) && (office?.role !== 'clerk' || page === 'day')
  return {
    office,
    hasChoice,
    isFounding: isFounding && named === undefined,
    page: isPage ? (page as OfficePage) : null,
    go({ office: id, page: to = null }) {
      leave(() =>
        setAddress({ ...(id !== undefined && { office: String(id) }), ...(to !== null && { page: to }) }),
      )
    },
    goAbove: to => leave(() => setAddress({ page: ABOVE[to] })),
  }
}
