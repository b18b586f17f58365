import { type Lock, closureOf } from './locked-packages.ts'

/** Built into the worker, which the application's own dependencies do not name. */
const IN_THE_WORKER = ['workbox-precaching', 'workbox-routing']

const sha512 = (integrity: string) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

/**
 * Every package in a release, those that were built into the application among them, in CycloneDX 1.5: for
 * programs that know which versions have been found faulty. Without a moment and a serial number: the same
 * release has the same list.
 */
export function listOfContents(lock: Lock, numerito: { version: string }, names: readonly string[]): object {
  const packages = closureOf(lock, [...new Set([...names, ...IN_THE_WORKER])]).map(at => {
    const { version, integrity = '', license } = lock[at]!
    const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return { name, version, integrity, license, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }
  })
  const once = new Map(packages.map(one => [one.purl, one]))
  const itself = `pkg:npm/numerito@${numerito.version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': itself,
        name: 'numerito',
        version: numerito.version,
        licenses: [{ license: { id: 'MIT' } }],
        purl: itself,
      },
    },
    components: [...once.values()].map(({ name, version, integrity, license, purl }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      hashes: [{ alg: 'SHA-512', content: sha512(integrity) }],
      ...(license && { licenses: [{ expression: license }] }),
    })),
  }
}
