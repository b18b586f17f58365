import { browserSettings } from '#src/platform/settings.ts'

const settings = browserSettings(() => localStorage)

/** As whoever served the page says it: `<meta name="numerito-whatsapp" content="yes">`. */
const isSaidByPage = (): boolean => document.querySelector('meta[name="numerito-whatsapp"]') !== null

/**
 * Whether calls were offered by WhatsApp here, or are on a first visit: the row's place is kept free until it
 * is known for certain, so that nothing moves under a finger.
 */
export const lastOffered = {
  read(): boolean {
    const last = settings.read('whatsapp')
    return last === null ? isSaidByPage() : last === 'yes'
  },
  keep(isOffered: boolean): void {
    const said = isOffered ? 'yes' : 'no'
    if (settings.read('whatsapp') !== said) settings.write('whatsapp', said)
  },
}
