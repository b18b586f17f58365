import type { Language } from '#contract/primitives.ts'

/**
 * What the provider's window says once it is back; it closes by itself where the browser lets it, unless it
 * came back to nothing.
 */
interface ReturnedTexts {
  done: string
  failed: string
  /** The window can be closed, or left. */
  close: string
  /** The same, where our own page knows nothing of it. */
  again: string
  back: string
}

export const returnedTexts: Record<Language, ReturnedTexts> = {
  es: {
    done: 'Listo',
    failed: 'No se completó',
    close: 'Ya puedes cerrar esta ventana y seguir en Numerito.',
    again: 'Por esta ventana no entró nadie. Ciérrala y sigue en Numerito, o inténtalo ahí otra vez.',
    back: 'Volver a Numerito',
  },
  en: {
    done: 'Done',
    failed: 'It was not completed',
    close: 'You can close this window and go on in Numerito.',
    again: 'Nobody was let in by this window. Close it and go on in Numerito, or try again there.',
    back: 'Back to Numerito',
  },
  pt: {
    done: 'Pronto',
    failed: 'Não foi concluído',
    close: 'Você já pode fechar esta janela e continuar no Numerito.',
    again: 'Ninguém entrou por esta janela. Feche-a e continue no Numerito, ou tente lá outra vez.',
    back: 'Voltar ao Numerito',
  },
}
