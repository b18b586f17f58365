import { type MeetSession, meetSession } from '#src/meet/meet-session.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { FlowContext } from './flow-context.ts'

type MeetContext = Pick<
  FlowContext,
  'api' | 'socket' | 'camera' | 'connectPeer' | 'clock' | 'timers' | 'random'
>

/** A visit to the video attention of one's own reservation; nothing is opened or entered yet. */
export async function visitMeet(context: MeetContext, reservationId: string): Promise<MeetSession> {
  const { api, socket, camera, connectPeer, clock, timers, random } = context
  return meetSession({
    reservationId,
    socket,
    camera,
    clock,
    timers,
    random,
    connect: connectPeer,
    credentials: api.video.credentials,
    onFault: reportFault,
  })
}
