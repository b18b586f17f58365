import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Language } from '#contract/primitives.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import type { Notice } from '#src/domain/notice.ts'
import type { IconName } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/state/tone.ts'
import { errorText } from './error-texts.ts'
import { reservationRefusalText } from './reservation-error-texts.ts'
import { ticketCreationAlert } from './ticket-error-texts.ts'
import { ticketRefusalText } from './ticket-refusal-text.ts'
import { timeoutTexts } from './timeout-texts.ts'

/** A notice in words, and how urgently it is said. */
export interface NoticeWords {
  title: string
  detail?: string
  tone: Tone
  icon?: IconName
  /** Read aloud at once (CALL-05). */
  urgent: boolean
}

/** What went well, by code. */
export const successTexts: Readonly<Record<string, ReturnType<typeof msg> | undefined>> = {
  'preferences-saved': msg`Datos actualizados correctamente`,
  'poll-sent': msg`Evaluación enviada con éxito`,
  'reservation-deleted': msg`Reserva eliminada correctamente`,
  'reservation-confirmed': msg`La oficina confirmó tu reserva`,
  'call-taken-back': msg`Todavía no es tu turno: el llamado se anuló`,
  'gave-up': msg`Renunciaste al número`,
  declared: msg`Listo. Lleva tu cédula: te la pedirán en la oficina`,
  'person-erased': msg`Tus datos se borraron`,
  returned: msg`Esperas otra vez con tu número`,
  parked: msg`Te guardan el lugar: avisa en el módulo cuando vuelvas`,
  'parked-by-video': msg`Te guardan el lugar: te volverán a llamar aquí por videollamada`,
  transferred: msg`Te derivaron: conservas tu número y tu lugar`,
  passed: msg`Dejaste pasar a otras personas`,
  'account-made': msg`Tu cuenta está lista`,
  'password-changed': msg`Tu contraseña es otra desde ahora`,
  'favorite-added': msg`Guardado en favoritos`,
  'favorite-removed': msg`Quitado de favoritos`,
}

const channelTexts: Record<string, ReturnType<typeof msg> | undefined> = {
  'channel-join': timeoutTexts['channel-join'],
  'channel-join-failed': timeoutTexts['channel-join-failed'],
}

/**
 * @param document by which the server knows the person
 * @see rules NOTE-01, NOTE-03, TKT-08, TKT-09, CHAN-02, RES-14
 */
export function wordNotice(notice: Notice, i18n: I18n, document: 'rut' | 'dni' = 'rut'): NoticeWords {
  const unknown = i18n._(msg`Sin información`)
  switch (notice.kind) {
    case 'call': {
      const modulo = notice.modulo === null ? unknown : shortModulo(notice.modulo)
      return {
        title: i18n._(
          notice.meet
            ? msg`Es tu turno: ${notice.ticket} · por videollamada`
            : msg`Es tu turno: ${notice.ticket} · módulo ${modulo}`,
        ),
        detail: [notice.line_name ?? unknown, notice.office_name].filter(Boolean).join(' · '),
        tone: 'turn',
        icon: 'bell',
        urgent: true,
      }
    }
    case 'almost_there':
      return {
        title: i18n._(msg`${notice.ticket}: faltan ${notice.ahead}`),
        detail: notice.line_name ?? unknown,
        tone: 'almost',
        icon: 'walk',
        urgent: false,
      }
    case 'skipped':
      return {
        title: i18n._(msg`${notice.ticket}: te llamamos y no llegaste`),
        detail: notice.line_name ?? unknown,
        tone: 'almost',
        icon: 'walk',
        urgent: true,
      }
    case 'message':
      return {
        title: notice.texts[i18n.locale as Language],
        detail: `${notice.ticket} · ${notice.line_name ?? unknown}`,
        tone: 'press',
        icon: 'bell',
        urgent: false,
      }
    case 'poll':
      return {
        title: i18n._(msg`¿Cómo te atendieron?`),
        detail: [notice.line_name, notice.office_name].join(' · '),
        tone: 'press',
        icon: 'poll',
        urgent: false,
      }
    case 'alert':
      return {
        title: i18n._(channelTexts[notice.code] ?? errorText(notice.code)),
        tone: 'almost',
        urgent: true,
      }
    case 'new-alert-error':
      return { title: i18n._(ticketRefusalText(notice, document)), tone: 'loss', urgent: true }
    case 'new-alert':
      return { title: i18n._(ticketCreationAlert(null, document)), tone: 'almost', urgent: true }
    case 'isTemporary':
      return {
        title: i18n._(
          notice.about === 'reservation'
            ? msg`Tu reserva está guardada solo en este navegador`
            : msg`Tu número está guardado solo en este navegador`,
        ),
        detail: i18n._(
          notice.about === 'reservation'
            ? msg`Si borras sus datos o sales, la pierdes. Con una cuenta la conservas; también puedes llevarla a otro teléfono desde tu perfil.`
            : msg`Si borras sus datos o sales, lo pierdes. Con una cuenta lo conservas; también puedes llevarlo a otro teléfono desde tu perfil.`,
        ),
        tone: 'almost',
        icon: 'lock',
        urgent: false,
      }
    case 'needRegistry':
      return {
        title: i18n._(
          notice.about === 'reservation'
            ? msg`Identifícate para reservar una hora`
            : msg`Identifícate para sacar un número`,
        ),
        detail: i18n._(msg`Con tu nombre y tu documento, o con tu cuenta.`),
        tone: 'press',
        icon: 'user',
        urgent: false,
      }
    case 'success':
      return {
        title: i18n._(successTexts[notice.code] ?? msg`Listo`),
        tone: 'ok',
        icon: 'check',
        urgent: false,
      }
    case 'block-already-taken-error':
      return {
        title: i18n._(reservationRefusalText(notice)),
        tone: 'loss',
        urgent: true,
      }
    case 'generic-error':
      return {
        title: i18n._(
          notice.about === 'reservation' ? reservationRefusalText(notice) : errorText(notice.code),
        ),
        tone: 'loss',
        urgent: true,
      }
  }
}
