import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ConnectionPort } from '#src/flows/flow-context.ts'
import type { ChannelState } from '#src/socket/office-socket.ts'

/** How the connection is. @see specification §3 "channels per office (locked, joined)" */
export interface ConnectionState {
  /** Whether the network answers, as far as is known. */
  online: boolean
  /** By office slug; an office that is not there has no channel. */
  channels: Readonly<Record<string, ChannelState>>
}

export type ConnectionStore = ConnectionState & ConnectionPort

export const createConnectionStore = () =>
  createStore<ConnectionStore>()(set => ({
    online: true,
    channels: {},
    setOnline: online => set({ online }),
    setChannel: (officeSlug, state) =>
      set(({ channels }) => {
        const { [officeSlug]: _, ...others } = channels
        return { channels: state === null ? others : { ...others, [officeSlug]: state } }
      }),
  }))

export const connectionStore = createConnectionStore()
export const useConnection = <Slice>(select: (state: ConnectionStore) => Slice): Slice =>
  useStore(connectionStore, select)
