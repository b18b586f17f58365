import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** The number of this release. */
export const RELEASE = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
