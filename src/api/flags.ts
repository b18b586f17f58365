import { flagList } from '#contract/rest/flags.ts'
import type { Client } from './client.ts'

export const flagsApi = (client: Client) => ({
  list: () => client.call('flags', '', flagList),
})
