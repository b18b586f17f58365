import { createHmac } from 'node:crypto'
import { VIDEO_CREDENTIALS_MS } from '#contract/limits.ts'
import type { VideoCredentials } from '#contract/rest/video.ts'
import type { Caller } from '#server/web/caller.ts'
import { meetSeat } from './meet-seat.ts'
import type { VideoContext } from './video-context.ts'

/**
 * A user name and password that coturn's use-auth-secret accepts until they expire, without having heard of
 * them.
 * @param name anything that names nobody: it stands in coturn's log
 * @see the TURN REST API draft, which coturn follows: `expiry:name`, and its HMAC-SHA1 by the shared secret
 */
function turnCredential(
  secret: string,
  expiresAt: Date,
  name: string,
): { username: string; credential: string } {
  const username = `${Math.floor(expiresAt.getTime() / 1_000)}:${name}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

/**
 * By which servers this caller's browser finds the other one's.
 * @throws Refusal as {@link meetSeat}
 * @see rule VID-02
 */
export async function videoCredentials(
  context: VideoContext,
  meeting: string,
  caller: Caller,
): Promise<VideoCredentials> {
  await meetSeat(context, meeting, caller)
  const { ice, clock, random } = context
  const expiresAt = new Date(clock.now().getTime() + VIDEO_CREDENTIALS_MS)
  const iceServers: VideoCredentials['iceServers'] = []
  if (ice.stun.length > 0) iceServers.push({ urls: [...ice.stun] })
  if (ice.turn.length > 0 && ice.turnSecret !== null)
    iceServers.push({ urls: [...ice.turn], ...turnCredential(ice.turnSecret, expiresAt, random.uuid()) })
  return { iceServers, expires_at: expiresAt.toISOString() }
}
