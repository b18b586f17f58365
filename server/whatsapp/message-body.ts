import type { Language } from '#contract/primitives.ts'

/** As the templates' languages are called there. */
const LOCALES: Record<Language, string> = { es: 'es', en: 'en', pt: 'pt_BR' }
/** A parameter is a word or two; templates are cut at 1,024 letters in all. */
const PARAMETER_MAX = 120

/** What is sent, before it is a request. */
export interface WhatsappMessage {
  /** Ours: said back by everything that is told of the message, also where its answer was lost. */
  id: string
  /** E.164. */
  to: string
  template: string
  language: Language
  /** What stands for {{1}}, {{2}} … in the template's body. */
  parameters: readonly string[]
  /** The code that a button copies: an authentication template has such a one. */
  copies?: string
}

/** Line breaks, and more than four blanks in a row, are refused in a parameter; so is an empty one. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, PARAMETER_MAX) || '–'
const asText = (text: string) => ({ type: 'text', text: oneLine(text) })

/** The request's body, as the Cloud API wants a template message. */
export const messageBody = ({ id, to, template, language, parameters, copies }: WhatsappMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'template',
  template: {
    name: template,
    language: { code: LOCALES[language] },
    components: [
      { type: 'body', parameters: parameters.map(asText) },
      ...(copies === undefined
        ? []
        : [{ type: 'button', sub_type: 'url', index: '0', parameters: [asText(copies)] }]),
    ],
  },
  biz_opaque_callback_data: id,
})
