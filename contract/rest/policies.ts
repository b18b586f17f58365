import * as v from 'valibot'
import { POLICY_TEXT_MAX, POLICY_VERSION_MAX } from '../limits.ts'
import { isoTime } from '../primitives.ts'

/**
 * How a version of a policy is called: `2026-11`. One version is one text, for good and in the whole
 * installation.
 */
export const policyVersion = v.pipe(
  v.string(),
  v.maxLength(POLICY_VERSION_MAX),
  v.regex(/^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/, 'a version is letters and digits, joined by . _ or -'),
)

/** Plain text; an empty line begins a new paragraph. */
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(POLICY_TEXT_MAX))
export const policyTexts = v.object({ es: text, en: text, pt: text })

/** GET /offices/{id}/policy, GET /policy: what 'Acepto la política' accepts there (FORM-04). */
export const policy = v.object({ version: policyVersion, texts: policyTexts })
export type Policy = v.InferOutput<typeof policy>

/** GET users/policies: what the person accepted, the newest first (KEEP-03). */
export const acceptedPolicies = v.array(v.object({ ...policy.entries, accepted_at: isoTime }))
export type AcceptedPolicy = v.InferOutput<typeof acceptedPolicies>[number]

/** POST users/policies. */
export const policyAcceptance = v.object({ version: policyVersion })
