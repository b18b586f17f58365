import type { Language } from '#contract/primitives.ts'

/** What stands on a poster, in every language at once: whoever stops before it has chosen none. */
export const POSTER_TEXTS: Readonly<Record<Language, { title: string; how: string }>> = {
  es: { title: 'Saca tu número con tu teléfono', how: 'Apunta tu cámara al código y espera donde quieras.' },
  en: {
    title: 'Take your number with your phone',
    how: 'Point your camera at the code and wait wherever you like.',
  },
  pt: { title: 'Retire sua senha com o celular', how: 'Aponte a câmera para o código e espere onde quiser.' },
}
