import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeskRole } from '#contract/rest/desk-acts.ts'

/** What somebody is at an office. */
export const roleTexts: Record<DeskRole, MessageDescriptor> = {
  clerk: msg`Atiende`,
  supervisor: msg`Supervisa la oficina`,
  administrator: msg`Administra la organización`,
}

/** What they may do by it, for whoever decides. */
export const roleHints: Record<DeskRole, MessageDescriptor> = {
  clerk: msg`Llama números y reservas en un módulo.`,
  supervisor: msg`También invita y retira personas, y lee quién hizo qué.`,
  administrator: msg`Lo mismo en todas las oficinas de la organización.`,
}
