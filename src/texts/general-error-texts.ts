import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GeneralErrorCode, LoginErrorCode, PollErrorCode, PushErrorCode } from '#contract/error-codes.ts'
import type { LocalErrorCode, WordedCode } from '#src/domain/failure-codes.ts'
import { doorTexts, unexpected } from './door-error-texts.ts'

export const generalTexts: Record<
  GeneralErrorCode | LoginErrorCode | PushErrorCode | PollErrorCode | LocalErrorCode,
  MessageDescriptor
> = {
  ...doorTexts,
  'bad-request': msg`Por favor escriba la información solicitada`,
  unauthorized: msg`Identifícate para seguir`,
  forbidden: msg`Esto no está disponible para ti`,
  'not-found': msg`No lo encontramos. Puede que ya no exista.`,
  'payload-too-large': msg`Lo que escribiste es demasiado largo`,
  'unsupported-media-type': unexpected,
  'method-not-allowed': unexpected,
  conflict: unexpected,
  'favorites-full': msg`Ya tienes 100 favoritos. Quita uno para guardar otro.`,
  'session-expired': msg`Sesion Expirada`,
  'user-is-guest': msg`Identifícate para seguir`,
  'document-in-use': msg`Tienes un número o una hora con este documento. Podrás cambiarlo cuando termine.`,
  'document-changes-used': msg`Ya cambiaste tu documento dos veces. Si sigue mal, muestra tu cédula en la oficina.`,
  'email-changes-used': msg`Ya probaste con varios correos. Inténtalo dentro de una hora.`,
  'account-exists': msg`Ya hay una cuenta con este correo. Inicia sesión con ella.`,
  'password-too-common': msg`Esta contraseña es demasiado conocida. Elige otra.`,
  'password-too-short': msg`La contraseña necesita al menos 8 caracteres`,
  'password-required': msg`Para esto hace falta tu contraseña actual`,
  'link-invalid': msg`Este enlace no sirve o ya venció. Pide otro.`,
  'holds-the-same': msg`En tu cuenta ya tienes un número en la misma fila. Renuncia a uno de los dos y vuelve a intentarlo.`,
  'provider-refused': msg`No se completó el inicio de sesión. Puedes intentarlo otra vez.`,
  'provider-unavailable': msg`Ese servicio no responde ahora. Inténtalo en un momento, o entra de otra manera.`,
  'attempt-invalid': msg`Este intento de entrar ya no vale. Empieza otra vez.`,
  'account-to-link': msg`Ya hay una cuenta con este correo. Escribe su contraseña una vez para unirlas, o entra como la última vez y únelas desde tu cuenta.`,
  'document-taken': msg`Este documento ya está comprobado en otra cuenta`,
  'document-proven': msg`Tu documento ya está comprobado: no se puede cambiar por otro.`,
  'person-incomplete': msg`Nos falta un dato tuyo para terminar`,
  'provider-linked': msg`Esa cuenta ya entra en otra cuenta de aquí, o ya tienes una unida.`,
  'last-way-in': msg`Es tu única manera de entrar. Pon antes una contraseña o une otra.`,
  'handover-code-invalid': msg`El código no sirve o ya venció`,
  'push-service-unknown': msg`Este navegador no puede recibir avisos`,
  'no-subscription': msg`Este navegador todavía no recibe avisos`,
  'poll-answered': msg`Ya evaluaste esta atención desde otro dispositivo. Vale esa respuesta.`,
  'whatsapp-number-invalid': msg`Escribe el número con el código de su país, como +56 9 1234 5678`,
  'whatsapp-undeliverable': msg`WhatsApp no pudo entregar el código en ese número. Revísalo.`,
  'whatsapp-code-wrong': msg`El código no coincide. Revísalo.`,
  'whatsapp-code-over': msg`Ese código ya no sirve. Pide otro.`,
  'whatsapp-codes-used': msg`Ya pediste varios códigos. Inténtalo dentro de una hora.`,
}

/** Undefined for a code that is none of these. */
export const generalText = (code: WordedCode): MessageDescriptor | undefined =>
  (generalTexts as Readonly<Record<string, MessageDescriptor | undefined>>)[code]
