import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * What somebody accepted who is about to come in: a version, or, where they pressed before its text had come,
 * whatever is in force at an office (null: at none).
 */
export type Accepted = { version: string } | { officeId: number | null }

/** Its version; undefined where that cannot be read: they are asked the next time. */
export async function versionAccepted(
  { policies }: FlowContext['api'],
  accepted: Accepted | undefined,
): Promise<string | undefined> {
  if (accepted === undefined) return undefined
  if ('version' in accepted) return accepted.version
  try {
    return (await policies.inForce(accepted.officeId)).version
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return undefined
  }
}
