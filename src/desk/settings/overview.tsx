import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { useMomentText } from '../use-moment-text.ts'
import type { OfficeHere } from '../use-office-here.ts'
import { FileSection } from './file-section.tsx'
import { LeftOutReservations } from './left-out-reservations.tsx'
import styles from './settings.module.css'
import { hasUnsaved } from './settings-store.ts'
import { useSettings, useSettingsPage } from './use-settings.ts'

/**
 * What was booked beside the settings as they are now, who changed it last, and its file: beside the
 * list, while no section is open.
 */
export function Overview({ clerkId, office }: { clerkId: number; office: OfficeHere }) {
  return (
    <div className={styles.overview}>
      <LeftOutReservations clerkId={clerkId} officeId={office.id} />
      <LastChange timeZone={office.time_zone} />
      <FileSection slug={office.slug} />
    </div>
  )
}

function LastChange({ timeZone }: { timeZone: string }) {
  const { t } = useLingui()
  const momentText = useMomentText(timeZone)
  const { settings } = useSettingsPage()
  const changed = useSettings(({ begun }) => begun?.settings.changed ?? null)
  const saving = useSettings(state => state.saving)
  const isDirty = useSettings(hasUnsaved)
  if (!changed) {
    return (
      <Section title={<Trans>El último cambio</Trans>}>
        <p className={styles.soft}>
          <Trans>
            Nadie ha cambiado nada aquí todavía. Elige qué quieres ver, y cámbialo: se aplica al guardar.
          </Trans>
        </p>
      </Section>
    )
  }
  const when = momentText(changed.at)
  const who = changed.by ?? t`Quien cargó el archivo`
  return (
    <Section title={<Trans>El último cambio</Trans>}>
      <p>
        {who}, {when}
      </p>
      {changed.undoable && !isDirty && (
        <Button look="soft" icon="undo" busy={saving.phase === 'saving'} onClick={() => void settings.undo()}>
          <Trans>Deshacer el último cambio</Trans>
        </Button>
      )}
    </Section>
  )
}
