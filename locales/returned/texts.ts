import type { Language } from '#contract/primitives.ts'

/** What the provider's window says once it is back; it closes by itself where the browser lets it. */
interface ReturnedTexts {
  done: string
  failed: string
  /** The window can be closed, or left. */
  close: string
  back: string
}

export const returnedTexts: Record<Language, ReturnedTexts> = {
  es: {
    done: 'Listo',
    failed: 'No se completó',
    close: 'Ya puedes cerrar esta ventana y seguir en Numerito.',
    back: 'Volver a Numerito',
  },
  en: {
    done: 'Done',
    failed: 'It was not completed',
    close: 'You can close this window and go on in Numerito.',
    back: 'Back to Numerito',
  },
  pt: {
    done: 'Pronto',
    failed: 'Não foi concluído',
    close: 'Você já pode fechar esta janela e continuar no Numerito.',
    back: 'Voltar ao Numerito',
  },
}
