import * as v from 'valibot'

/** The answer of Unleash's frontend API, so that a real Unleash can stand there. */
export const flagList = v.object({
  toggles: v.array(
    v.object({
      name: v.string(),
      enabled: v.boolean(),
      variant: v.object({
        name: v.string(),
        enabled: v.boolean(),
        payload: v.optional(v.object({ type: v.string(), value: v.string() })),
      }),
    }),
  ),
})
export type FlagList = v.InferOutput<typeof flagList>
