import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { EMPTY_POLL_DRAFT, type PollDraft, readPollDrafts } from '#src/domain/poll-draft.ts'
import type { PollDraftsPort } from '#src/flows/flow-context.ts'
import { browserSettings, type Settings } from '#src/platform/settings.ts'

/**
 * What was typed of how an attention was, by ticket. It lives as long as its tab: a reload keeps it, and no
 * word of a person is left on a device that others use.
 */
export interface PollDraftStore extends PollDraftsPort {
  drafts: Readonly<Record<string, PollDraft>>
  change(ticketId: string, change: Partial<PollDraft>): void
}

const KEY = 'poll-drafts'

export function createPollDraftStore(settings: Settings) {
  return createStore<PollDraftStore>()((set, get) => {
    const write = (drafts: Record<string, PollDraft>) => {
      settings.write(KEY, JSON.stringify(drafts))
      set({ drafts })
    }
    return {
      drafts: readPollDrafts(settings.read(KEY)),
      change(ticketId, change) {
        const { drafts } = get()
        write({ ...drafts, [ticketId]: { ...EMPTY_POLL_DRAFT, ...drafts[ticketId], ...change } })
      },
      forget(ticketId) {
        const { [ticketId]: _, ...others } = get().drafts
        write(others)
      },
      clear: () => write({}),
    }
  })
}

export const pollDraftStore = createPollDraftStore(browserSettings(() => sessionStorage))
export const usePollDraft = (ticketId: string): PollDraft =>
  useStore(pollDraftStore, ({ drafts }) => drafts[ticketId] ?? EMPTY_POLL_DRAFT)
