import { accounts } from './accounts.ts'
import { afterTheCall } from './after-the-call.ts'
import type { Break } from './break.ts'
import { day } from './day.ts'
import { desk } from './desk.ts'
import { deskBooking } from './desk-booking.ts'
import { deskCalls } from './desk-calls.ts'
import { favorites } from './favorites.ts'
import { kept } from './kept.ts'
import { keeping } from './keeping.ts'
import { histories } from './histories.ts'
import { machines } from './machines.ts'
import { order } from './order.ts'
import { figures } from './figures.ts'
import { ownData } from './own-data.ts'
import { pages } from './pages.ts'
import { polls } from './polls.ts'
import { postgres } from './postgres.ts'
import { presses } from './presses.ts'
import { providers } from './providers.ts'
import { push } from './push.ts'
import { queue } from './queue.ts'
import { reservations } from './reservations.ts'
import { retention } from './retention.ts'
import { roles } from './roles.ts'
import { serverEdge } from './server-edge.ts'
import { session } from './session.ts'
import { servedLines } from './served-lines.ts'
import { settings } from './settings.ts'
import { settingsEditor } from './settings-editor.ts'
import { signingIn } from './signing-in.ts'
import { socket } from './socket.ts'
import { still } from './still.ts'
import { texts } from './texts.ts'
import { traces } from './traces.ts'
import { upgrade } from './upgrade.ts'
import { wait } from './wait.ts'
import { wall } from './wall.ts'
import { watching } from './watching.ts'
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
  settings,
  session,
  texts,
  'signing-in': signingIn,
  accounts,
  favorites,
  polls,
  whatsapp,
  providers,
  'own-data': ownData,
  'server-edge': serverEdge,
  desk,
  'after-the-call': afterTheCall,
  order,
  'desk-calls': deskCalls,
  'served-lines': servedLines,
  'desk-booking': deskBooking,
  day,
  presses,
  figures,
  wait,
  wall,
  roles,
  machines,
  histories,
  'settings-editor': settingsEditor,
  kept,
  postgres,
  keeping,
  retention,
  watching,
  traces,
  upgrade,
}
