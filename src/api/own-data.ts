import { type Erasure, myData } from '#contract/rest/my-data.ts'
import type { Client } from './client.ts'

/** What the server keeps of the person, to be read out and erased (KEEP-03). */
export const ownDataApi = (client: Client) => ({
  readOut: () => client.call('users', '/my-data', myData),
  erase: (erasure: Erasure) =>
    client.tell('users', '/me', { method: 'DELETE', json: erasure, waitsOut: true }),
})
