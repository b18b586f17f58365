import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { VideoErrorCode } from '#contract/error-codes.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import type { MediaKind, MediaProblem } from '#src/platform/camera.ts'
import { errorText } from '#src/texts/error-texts.ts'

const refusals: Record<VideoErrorCode, MessageDescriptor> = {
  'meet-too-early': msg`Todavía es temprano: puedes entrar desde 15 minutos antes de la hora.`,
  'meet-not-called': msg`Todavía no te llaman: podrás entrar cuando sea tu turno.`,
  'meet-other-modulo': msg`Otro módulo llamó este número: la videollamada es con él.`,
  'meet-over': msg`Esta videollamada ya terminó.`,
  'not-by-video': msg`Esta atención es presencial: no tiene videollamada.`,
}

/** Why one is not let in. */
export const refusalText = (code: string): MessageDescriptor =>
  (refusals as Record<string, MessageDescriptor | undefined>)[code] ?? errorText(heardCode(code))

/** What is wrong with camera or microphone, and what helps. */
export const problemTexts: Record<
  MediaKind,
  Record<MediaProblem, { title: MessageDescriptor; help: MessageDescriptor }>
> = {
  video: {
    refused: {
      title: msg`No hay permiso para la cámara`,
      help: msg`Permite la cámara en el candado junto a la dirección, o en los ajustes del navegador, y prueba de nuevo.`,
    },
    none: {
      title: msg`No encontramos una cámara`,
      help: msg`Conecta una y prueba de nuevo. También puedes entrar sin ella.`,
    },
    busy: {
      title: msg`Otro programa usa la cámara`,
      help: msg`Ciérralo y prueba de nuevo. También puedes entrar sin ella.`,
    },
    failed: {
      title: msg`La cámara no respondió`,
      help: msg`Prueba de nuevo. También puedes entrar sin ella.`,
    },
  },
  audio: {
    refused: {
      title: msg`No hay permiso para el micrófono`,
      help: msg`Permite el micrófono en el candado junto a la dirección, o en los ajustes del navegador, y prueba de nuevo.`,
    },
    none: {
      title: msg`No encontramos un micrófono`,
      help: msg`Conecta uno y prueba de nuevo: sin él no te oirán.`,
    },
    busy: {
      title: msg`Otro programa usa el micrófono`,
      help: msg`Ciérralo y prueba de nuevo: sin él no te oirán.`,
    },
    failed: {
      title: msg`El micrófono no respondió`,
      help: msg`Prueba de nuevo: sin él no te oirán.`,
    },
  },
}
