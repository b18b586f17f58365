import { meetingId, videoCredentials as videoCredentialsAnswer, videoQuery } from '#contract/rest/video.ts'
import type { Routes } from '#server/web/app.ts'
import { Refusal } from '#server/web/refusal.ts'
import { videoCredentials } from './video-credentials.ts'
import type { VideoContext } from './video-context.ts'

/** The video token provider. */
export const videoRoutes =
  (context: VideoContext): Routes =>
  app => {
    app.get(
      '/credentials',
      { schema: { querystring: videoQuery, response: { 200: videoCredentialsAnswer } } },
      async (request, reply) => {
        if (request.caller.kind === 'guest') throw new Refusal('unauthorized', 401, 'sign in first')
        // A password, if a short-lived one.
        reply.header('cache-control', 'no-store')
        return videoCredentials(context, meetingId(request.query), request.caller)
      },
    )
  }
