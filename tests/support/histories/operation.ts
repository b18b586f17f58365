import type { Service } from '#contract/bases.ts'
import type { Asked, Promised } from './history.ts'
import type { SceneClerk, SceneOffice, ScenePerson } from './scene.ts'

/** Chance in the hand of whoever asks: the same for the same seed. */
export interface Chance {
  below(count: number): number
  /** @throws where there is nothing to pick */
  pick<Item>(items: readonly Item[]): Item
  /** Undefined where there is nothing. It is no longer in the list. */
  draw<Item>(items: Item[]): Item | undefined
  uuid(): string
}

/** What is asked of a server, and what its answer promises. */
export interface Request {
  service: Service
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  promises: Promised[]
  about: string[]
  /** Asked again by the same name it is the same wish. */
  repeats: boolean
  /** Takes from the answer what whoever asked knows from then on. */
  heed?: (answer: never, asked: Asked) => void
  /** By this session instead of any of theirs. */
  token?: string
}

export interface PersonAt {
  office: SceneOffice
  person: ScenePerson
  chance: Chance
}
export interface ClerkAt {
  office: SceneOffice
  clerk: SceneClerk
  chance: Chance
}

/** Null where there is nothing to do it to. */
export type Ask<At> = (at: At) => Request | null
export interface Operation<At> {
  /** How often, beside the others. */
  weight: number
  ask: Ask<At>
}

export const post = (
  service: Service,
  path: string,
  body: Record<string, unknown>,
  promises: Promised[],
): Request => ({
  service,
  method: 'POST',
  path,
  body,
  promises,
  about: [],
  repeats: false,
})
