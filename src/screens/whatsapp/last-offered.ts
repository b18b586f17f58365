import { browserSettings } from '#src/platform/settings.ts'

const settings = browserSettings(() => localStorage)

/**
 * Whether calls were offered by WhatsApp here: the row's place is kept free until that is known again, so
 * that nothing moves under a finger.
 */
export const lastOffered = {
  read: (): boolean => settings.read('whatsapp') === 'yes',
  keep(isOffered: boolean): void {
    if (lastOffered.read() !== isOffered) settings.write('whatsapp', isOffered ? 'yes' : 'no')
  },
}
