import type { Language } from '#contract/primitives.ts'

/** What every office may say to those who wait, by name; an office may have more of its own. */
export const READY_MESSAGES: Readonly<Record<string, Record<Language, string>>> = {
  delay: {
    es: 'Vamos con demora. Gracias por esperar.',
    en: 'We are running late. Thank you for waiting.',
    pt: 'Estamos com atraso. Obrigado por esperar.',
  },
  'slow-system': {
    es: 'El sistema está lento: avanzamos, pero más despacio.',
    en: 'The system is slow: we go on, but not as fast.',
    pt: 'O sistema está lento: seguimos, mas mais devagar.',
  },
  'come-closer': {
    es: 'Acércate a la oficina: te llamaremos pronto.',
    en: 'Come closer to the office: we will call you soon.',
    pt: 'Aproxime-se da agência: vamos chamar você em breve.',
  },
  'have-papers-ready': {
    es: 'Ten a mano tu cédula y tus documentos.',
    en: 'Have your identity card and your papers ready.',
    pt: 'Tenha em mãos seu documento e seus papéis.',
  },
}

/** What those hear who are attended still after their line has closed. */
export const ATTENDED_STILL: Record<Language, string> = {
  es: 'La fila cerró por hoy. A ti te atendemos igual: conserva tu número.',
  en: 'The line has closed for today. You will still be served: keep your number.',
  pt: 'A fila fechou por hoje. Você ainda será atendido: guarde sua senha.',
}
