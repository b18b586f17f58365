import type { Said } from '../language.ts'

/** What is looked at, as it is called. */
export const SUBJECTS = {
  settings: { en: 'settings', es: 'ajustes' },
  secret: { en: 'secret', es: 'secreto' },
  disk: { en: 'disk', es: 'disco' },
  clock: { en: 'clock', es: 'reloj' },
  database: { en: 'database', es: 'base de datos' },
  certificate: { en: 'certificate', es: 'certificado' },
  push: { en: 'push', es: 'avisos push' },
  turn: { en: 'TURN', es: 'TURN' },
  mail: { en: 'e-mail', es: 'correo' },
  server: { en: 'server', es: 'servidor' },
} as const satisfies Record<string, Said>

export type Subject = keyof typeof SUBJECTS

/** `fail`: the server does not start, or people suffer now. `warn`: it will come to that, or may. */
export interface Finding {
  about: Subject
  is: 'ok' | 'warn' | 'fail'
  says: Said
}

const finding =
  (is: Finding['is']) =>
  (about: Subject, en: string, es: string): Finding => ({ about, is, says: { en, es } })

export const ok = finding('ok')
export const warn = finding('warn')
export const fail = finding('fail')

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}: ${error.cause.message}`
    : error.message
}
