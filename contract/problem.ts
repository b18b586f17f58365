import * as v from 'valibot'

/**
 * The body of every refusal: application/problem+json (RFC 9457) with a machine `code` and, for bad input,
 * the fields that are at fault. `message` is for developers, except where §5 says that the server's message
 * is shown.
 */
export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  message: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  retry_after: v.optional(v.number()),
  /**
   * Where another person holds something under the same document: whether the request may be repeated as
   * `declared` ("No fui yo"). Absent where the refusal has another reason.
   */
  declarable: v.optional(v.boolean()),
})
export type Problem = v.InferOutput<typeof problem>
