import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, manifestAddress } from '#src/domain/languages.ts'

const dist = join(import.meta.dirname, '../../dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')
const manifests = LANGUAGES.map(language => JSON.parse(read(manifestAddress(language))))

/** A manifest with its words taken out. */
const shape = (manifest: unknown): string =>
  JSON.stringify(manifest, (key, value) =>
    /^(description|lang|name|short_name|label)$/.test(key) ? typeof value : value,
  )

describe('what a device is told of the application', () => {
  it('[HAND-04] is one application in three languages: nothing but words is different', () => {
    expect(manifests.map(({ lang }) => lang)).toEqual(['es', 'en', 'pt'])
    expect(new Set(manifests.map(({ description }) => description)).size).toBe(3)
    expect(new Set(manifests.map(shape)).size).toBe(1)
  })

  it('[OFFL-01] has every picture that it names', () => {
    const [{ icons, screenshots, shortcuts }] = manifests
    const pictures = [
      ...icons,
      ...screenshots,
      ...shortcuts.flatMap((shortcut: { icons: unknown[] }) => shortcut.icons),
    ]
    expect(pictures.filter(({ src }: { src: string }) => !existsSync(join(dist, src)))).toEqual([])
  })

  it('[OFFL-02] is kept by the worker: a repeat visit asks nobody for it', () => {
    const worker = read('sw.js')
    expect(LANGUAGES.filter(language => !worker.includes(`"${manifestAddress(language).slice(1)}"`))).toEqual(
      [],
    )
  })

  it('is named by the people’s page alone: at a desk nobody installs it', () => {
    expect(read('index.html')).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    expect(read('desk.html')).not.toContain('rel="manifest"')
  })
})
