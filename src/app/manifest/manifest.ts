import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Language } from '#contract/primitives.ts'

const icon = (name: string, px: number, purpose: 'any' | 'maskable' | 'monochrome' = 'any') => ({
  src: `/icons/${name}-${px}.png`,
  sizes: `${px}x${px}`,
  type: 'image/png',
  purpose,
})

const screenshot = (name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes,
  type: 'image/png',
  form_factor,
  label,
})

/**
 * What a device is told of the application that it installs. The same application in every language (`id`):
 * whoever changes theirs has its shortcuts reworded, and nothing installed twice.
 * @see https://www.w3.org/TR/appmanifest/
 */
export function manifestIn(language: Language, i18n: I18n) {
  return {
    id: '/',
    name: 'Numerito',
    short_name: 'Numerito',
    description: i18n._(msg`Saca tu número, anda tranquilo y te llamamos al teléfono.`),
    lang: language,
    dir: 'ltr',
    start_url: '/?source=installed',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: '#f5f1ea',
    theme_color: '#5a2ad1',
    categories: ['utilities', 'productivity'],
    launch_handler: { client_mode: 'focus-existing' },
    icons: [
      icon('icon', 192),
      icon('icon', 512),
      icon('maskable', 512, 'maskable'),
      icon('badge', 96, 'monochrome'),
    ],
    shortcuts: [
      {
        name: i18n._(msg`Mis turnos`),
        short_name: i18n._(msg`Turnos`),
        url: '/tickets',
        icons: [icon('shortcut-tickets', 96)],
      },
      {
        name: i18n._(msg`Buscar una oficina`),
        short_name: i18n._(msg`Buscar`),
        url: '/search',
        icons: [icon('shortcut-search', 96)],
      },
    ],
    screenshots: [
      screenshot('waiting-360', '720x1600', 'narrow', i18n._(msg`Tu número y cuántos faltan`)),
      screenshot('office-360', '720x1600', 'narrow', i18n._(msg`Una oficina y sus filas`)),
      screenshot('home-1280', '1280x800', 'wide', i18n._(msg`Turnos y oficinas en el escritorio`)),
    ],
  }
}
