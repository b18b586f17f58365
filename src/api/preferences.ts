import type * as v from 'valibot'
import { preferences, type preferencesUpdate } from '#contract/rest/login.ts'
import type { Client } from './client.ts'

export const preferencesApi = (client: Client) => ({
  read: () => client.call('users', '/preferences', preferences, { query: { site: 'web' } }),
  save: (update: v.InferOutput<typeof preferencesUpdate>) =>
    client.call('users', '/preferences', preferences, { method: 'POST', json: update }),
})
