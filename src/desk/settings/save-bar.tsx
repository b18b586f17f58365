import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { partText, sectionTexts } from './field-text.ts'
import { changedParts, sectionOfPart } from './parts.ts'
import styles from './settings.module.css'
import { hasUnsaved } from './settings-store.ts'
import { useSettings, useSettingsPage } from './use-settings.ts'

/** What is not saved, and what became of what was; in sight under whatever is edited. */
export function SaveBar({ onCompare }: { onCompare: () => void }) {
  const { settings } = useSettingsPage()
  const { begun, draft, other, saving } = useSettings(state => state)
  const [isDropping, setDropping] = useState(false)
  if (!begun || !draft) return null
  const isDirty = hasUnsaved({ begun, draft })
  const save = async () => {
    await settings.save()
    if (settings.store.getState().other) onCompare()
  }
  return (
    <div className={styles.bar} data-at-rest={!isDirty || undefined}>
      <div role="status" className={styles.said}>
        <Said isDirty={isDirty} />
      </div>
      {isDirty && (
        <div className={styles.acts}>
          <Button look="plain" onClick={() => setDropping(true)}>
            <Trans>Descartar</Trans>
          </Button>
          {other ? (
            <Button onClick={onCompare}>
              <Trans>Ver los dos cambios</Trans>
            </Button>
          ) : (
            <Button busy={saving.phase === 'saving'} onClick={() => void save()}>
              <Trans>Guardar</Trans>
            </Button>
          )}
        </div>
      )}
      <ConfirmLoss
        open={isDropping}
        title={<Trans>¿Descartar lo que cambiaste?</Trans>}
        keepLabel={<Trans>Seguir editando</Trans>}
        loseLabel={<Trans>Descartar los cambios</Trans>}
        onKeep={() => setDropping(false)}
        onLose={() => {
          settings.drop()
          setDropping(false)
        }}
      >
        <Trans>Los ajustes quedan como están guardados.</Trans>
      </ConfirmLoss>
    </div>
  )
}

function Said({ isDirty }: { isDirty: boolean }) {
  const { t, i18n } = useLingui()
  const { settings } = useSettingsPage()
  const { begun, draft, other, merged, saving, news } = useSettings(state => state)
  if (!begun || !draft) return null
  if (saving.phase === 'waiting') {
    return saving.why === 'offline' ? (
      <Trans>Sin conexión. Puedes seguir: se guarda solo cuando vuelva.</Trans>
    ) : (
      <Trans>Se guarda cuando entres otra vez.</Trans>
    )
  }
  if (saving.phase === 'failed') {
    return <span className={styles.loss}>{i18n._(actionErrorText(saving.error))}</span>
  }
  if (other) {
    const who = other.settings.changed?.by ?? t`Alguien`
    const what = other.clashes.map(part => partText(part, draft, i18n)).join(', ')
    return (
      <span className={styles.almost}>
        <Trans>
          {who} también cambió: {what}
        </Trans>
      </span>
    )
  }
  const taken =
    merged && merged.parts.length > 0
      ? t`${merged.by ?? t`Alguien`} guardó también: ${merged.parts.map(part => partText(part, draft, i18n)).join(', ')}.`
      : ''
  if (isDirty) {
    const sections = [...new Set(changedParts(begun.office, draft).map(sectionOfPart))]
    const what = sections.map(section => i18n._(sectionTexts[section])).join(', ')
    return (
      <>
        <Trans>Sin guardar: {what}</Trans> {taken}
      </>
    )
  }
  if (!news) return null
  // An undo takes back the last change, which is another's once they have saved.
  const isMine = news.what === 'save' && news.version === begun.settings.version
  return (
    <>
      <span className={styles.ok}>
        {news.what === 'undo' ? <Trans>Deshecho: quedó como antes.</Trans> : <Trans>Guardado.</Trans>}
        {news.told > 0 && (
          <>
            {' '}
            <Plural
              value={news.told}
              one="Se canceló # reserva, y se le avisó."
              other="Se cancelaron # reservas, y se les avisó."
            />
          </>
        )}
        {news.untold > 0 && (
          <>
            {' '}
            <Plural
              value={news.untold}
              one="Queda # reserva sin teléfono: cámbiale la hora o avísale tú."
              other="Quedan # reservas sin teléfono: cámbiales la hora o avísales tú."
            />
          </>
        )}{' '}
        {taken}
      </span>
      {isMine && begun.settings.changed?.undoable && (
        <Button
          look="plain"
          size="tight"
          icon="undo"
          busy={saving.phase === 'saving'}
          onClick={() => void settings.undo()}
        >
          <Trans>Deshacer</Trans>
        </Button>
      )}
    </>
  )
}
