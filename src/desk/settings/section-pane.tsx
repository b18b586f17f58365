import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { ClosuresPart } from './closures-part.tsx'
import { fieldTexts, sectionTexts } from './field-text.ts'
import { FormPart } from './form-part.tsx'
import { HoursPart } from './hours-part.tsx'
import { LineForm } from './line-form.tsx'
import { LinePart } from './line-part.tsx'
import { LineReservations } from './line-reservations.tsx'
import { LinesPart } from './lines-part.tsx'
import { MessagesPart } from './messages-part.tsx'
import { ModulosPart } from './modulos-part.tsx'
import { NumbersPart } from './numbers-part.tsx'
import { OfficePart } from './office-part.tsx'
import type { SectionName } from './parts.ts'
import { PolicyPart } from './policy-part.tsx'
import { PreferencePart } from './preference-part.tsx'
import { ServicesPart } from './services-part.tsx'
import styles from './settings.module.css'
import type { SettingsPlace } from './settings-place.ts'
import { useDraft, useSettingsPage } from './use-settings.ts'

const EDITORS: Record<SectionName, () => ReactNode> = {
  office: OfficePart,
  hours: HoursPart,
  closures: ClosuresPart,
  lines: LinesPart,
  modulos: ModulosPart,
  services: ServicesPart,
  numbers: NumbersPart,
  preference: PreferencePart,
  messages: MessagesPart,
  policy: PolicyPart,
}

/** One section, or one line of it, or a part of the line. */
export function SectionPane({ place }: { place: SettingsPlace }) {
  const { t, i18n } = useLingui()
  const heading = useHeadingFocus()
  const { go } = useSettingsPage()
  const { lines } = useDraft()
  const { section = 'office', line: slug, part } = place
  const nth = lines.findIndex(line => line.slug === slug)
  const line = lines[nth]
  const Editor = EDITORS[section]
  const back = part && line ? { section, line: line.slug } : line ? { section } : {}
  const title = part
    ? part === 'reservations'
      ? t`Reservas`
      : i18n._(fieldTexts[part])
    : line
      ? line.name || line.slug
      : i18n._(sectionTexts[section])
  return (
    <>
      <div className={line ? styles.below : styles.section}>
        <ScreenHeader
          headingRef={heading}
          size="large"
          back={{
            label:
              part && line
                ? t`Volver a ${line.name}`
                : line
                  ? t`Volver a las filas`
                  : t`Volver a los ajustes`,
            onClick: () => go(back),
          }}
          kicker={part ? line?.name : undefined}
          title={title}
        />
      </div>
      <div className={part === 'ticket_form' || part === 'form' ? styles.wide : styles.editor}>
        {!line ? (
          <Editor />
        ) : part === 'ticket_form' ? (
          <FormPart at={`lines[${nth}].ticket_form`} />
        ) : part === 'form' ? (
          <LineForm nth={nth} />
        ) : part === 'reservations' ? (
          <LineReservations nth={nth} />
        ) : (
          <LinePart nth={nth} />
        )}
      </div>
    </>
  )
}
