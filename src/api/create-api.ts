import { accountsApi } from './accounts.ts'
import { type ClientOptions, createClient } from './client.ts'
import { flagsApi } from './flags.ts'
import { favoritesApi } from './favorites.ts'
import { formsApi } from './forms.ts'
import { loginApi } from './login.ts'
import { ownDataApi } from './own-data.ts'
import { officesApi } from './offices.ts'
import { preferencesApi } from './preferences.ts'
import { policiesApi } from './policies.ts'
import { pollsApi } from './polls.ts'
import { pushApi } from './push.ts'
import { reservationsApi } from './reservations.ts'
import { ticketsApi } from './tickets.ts'
import { turnsApi } from './turns.ts'
import { videoApi } from './video.ts'
import { waitingApi } from './waiting.ts'
import { whatsappApi } from './whatsapp.ts'

/** Every resource, on one client. */
export function createApi(options: ClientOptions) {
  const client = createClient(options)
  return {
    offices: officesApi(client),
    forms: formsApi(client),
    tickets: ticketsApi(client),
    reservations: reservationsApi(client),
    turns: turnsApi(client),
    waiting: waitingApi(client),
    login: loginApi(client),
    preferences: preferencesApi(client),
    policies: policiesApi(client),
    push: pushApi(client),
    flags: flagsApi(client),
    video: videoApi(client),
    ownData: ownDataApi(client),
    accounts: accountsApi(client),
    favorites: favoritesApi(client),
    polls: pollsApi(client),
    whatsapp: whatsappApi(client),
  }
}

export type Api = ReturnType<typeof createApi>
