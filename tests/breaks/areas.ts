import type { Break } from './break.ts'
import { pages } from './pages.ts'
import { push } from './push.ts'
import { queue } from './queue.ts'
import { reservations } from './reservations.ts'
import { session } from './session.ts'
import { socket } from './socket.ts'
import { still } from './still.ts'
import { texts } from './texts.ts'
import { whatsapp } from './whatsapp.ts'
import { worker } from './worker.ts'

/** All faults, by area. */
export const AREAS: Readonly<Record<string, readonly Break[]>> = {
  queue,
  reservations,
  socket,
  still,
  worker,
  push,
  pages,
  session,
  texts,
  whatsapp,
}
