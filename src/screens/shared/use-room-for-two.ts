import { useMedia } from './use-media.ts'

/** Where `Panes` shows both of its sides. */
const roomForTwo = window.matchMedia('(min-width: 64rem)')

/** Whether there is room for a thing beside its list, or for a question beside what comes of it. */
export const useRoomForTwo = (): boolean => useMedia(roomForTwo)
