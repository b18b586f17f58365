import { type WhatsappNumber, whatsappState } from '#contract/rest/whatsapp.ts'
import type { Client } from './client.ts'

/** The second way to be called (MSG-01). Each of these answers how it stands now. */
export const whatsappApi = (client: Client) => ({
  read: (signal?: AbortSignal) => client.call('users', '/whatsapp', whatsappState, { signal }),
  askCode: (number: WhatsappNumber) =>
    client.call('users', '/whatsapp', whatsappState, { method: 'POST', json: number }),
  confirm: (code: string) =>
    client.call('users', '/whatsapp/confirm', whatsappState, { method: 'POST', json: { code } }),
  forget: () => client.call('users', '/whatsapp', whatsappState, { method: 'DELETE' }),
})
