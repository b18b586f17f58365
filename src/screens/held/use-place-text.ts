import { useLingui } from '@lingui/react/macro'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import type { Where } from './ticket-words.tsx'

/** Where one was or is attended: "Módulo 3", "Por video"; null while nobody knows. */
export function usePlaceText({ meet, modulo }: Where): string | null {
  const { t } = useLingui()
  if (meet) return t`Por video`
  if (modulo === null) return null
  const name = shortModulo(modulo)
  return t`Módulo ${name}`
}
