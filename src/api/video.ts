import { type Meeting, videoCredentials } from '#contract/rest/video.ts'
import type { Client } from './client.ts'

/** The video token provider. */
export const videoApi = (client: Client) => ({
  /** By which servers this browser finds the other one's; good for a while. */
  credentials: (meeting: Meeting) =>
    client.call('video', '/credentials', videoCredentials, { query: meeting }),
})
