import type { Protection } from '#server/secrets/protection.ts'

/** An address that an account has no more, sealed: it waits in a job, and stands with the link to it. */
export const sealAddress = (protection: Pick<Protection, 'sealMeta'>, email: string): Uint8Array =>
  protection.sealMeta({ email })

/** @throws Unsealable */
export const openAddress = (protection: Pick<Protection, 'openMeta'>, sealed: Uint8Array): string =>
  (protection.openMeta(sealed) as { email: string }).email
