import type { Meeting } from '#contract/rest/video.ts'
import { type MeetSession, meetSession } from '#src/meet/meet-session.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { FlowContext } from '../flow-context.ts'

type MeetContext = Pick<
  FlowContext,
  'api' | 'session' | 'socket' | 'camera' | 'connectPeer' | 'clock' | 'timers' | 'random'
>

/** A visit to the video attention of one's own reservation or number; nothing is opened or entered yet. */
export async function visitMeet(context: MeetContext, meeting: Meeting): Promise<MeetSession> {
  const { api, session, socket, camera, connectPeer, clock, timers, random } = context
  return meetSession({
    meeting,
    socket,
    camera,
    clock,
    timers,
    random,
    connect: connectPeer,
    async credentials(meeting) {
      await session.whenKnown()
      return api.video.credentials(meeting)
    },
    onFault: reportFault,
  })
}
