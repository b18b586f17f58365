import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { dayName } from './day-name.ts'
import { useToday } from '../use-today.ts'
import styles from './settings.module.css'
import type { Word } from './settings-store.ts'
import { useDraft, useSettings, useSettingsPage } from './use-settings.ts'

/** Somebody holds or waits for what the change would take away: asked before it is saved. */
export function TouchQuestion() {
  const { t } = useLingui()
  const language = useLanguage()
  const { settings, go } = useSettingsPage()
  const saving = useSettings(state => state.saving)
  const { time_zone } = useDraft()
  const today = useToday(time_zone)
  if (saving.phase !== 'asking') return null
  const { what, code, touches, word } = saving
  const goOn = (more: Word) => settings[what]({ ...word, ...more })
  const back = (
    <Button look="plain" wide onClick={settings.leaveAsked}>
      <Trans>Volver sin guardar</Trans>
    </Button>
  )
  if (code === 'day-ends' && touches.day_ends) {
    const { waiting, closing } = touches.day_ends
    return (
      <Dialog
        open
        urgent
        onClose={settings.leaveAsked}
        title={
          <Plural
            value={waiting}
            one="Así la oficina cierra ahora, y espera # persona"
            other="Así la oficina cierra ahora, y esperan # personas"
          />
        }
        actions={
          <>
            <Button
              look={closing === 'send-home' ? 'loss' : 'soft'}
              wide
              onClick={() => void goOn({ ends_day: closing })}
            >
              {closing === 'send-home' ? (
                <Trans>Cerrar, y que vuelvan otro día</Trans>
              ) : (
                <Trans>Cerrar, y atender a quienes esperan</Trans>
              )}
            </Button>
            {back}
          </>
        }
      >
        {closing === 'send-home' ? (
          <Trans>
            En un minuto terminan sus números, y se les avisa. Deshacerlo después no los devuelve.
          </Trans>
        ) : (
          <Trans>Conservan su número mientras algún módulo siga llamando. Nadie más puede tomar uno.</Trans>
        )}
      </Dialog>
    )
  }
  if (code !== 'reservations-affected') {
    return (
      <Dialog
        open
        urgent
        onClose={settings.leaveAsked}
        title={<Trans>Todavía espera gente ahí</Trans>}
        actions={
          <Button wide onClick={settings.leaveAsked}>
            <Trans>Entendido</Trans>
          </Button>
        }
      >
        <ul>
          {touches.waiting.map(({ slug, name, count }) => (
            <li key={slug}>
              {name}: <Plural value={count} one="# persona" other="# personas" />
            </li>
          ))}
        </ul>
        <Trans>Atiéndelos o cierra la fila por hoy, y retírala después. No se guardó nada.</Trans>
      </Dialog>
    )
  }
  const { total, by_desk, days, lines } = touches.reservations
  const reachable = total - by_desk
  // They stand until each has another hour: the overview has them.
  const move = () => void goOn({ reservations: 'keep' }).then(() => go({}))
  const tell = () => void goOn({ reservations: 'tell' }).then(() => by_desk > 0 && go({}))
  return (
    <Dialog
      open
      urgent
      onClose={settings.leaveAsked}
      title={
        <Plural
          value={total}
          one="# persona tiene una reserva que ya no cabría"
          other="# personas tienen una reserva que ya no cabría"
        />
      }
      actions={
        <>
          <Button look="soft" wide onClick={move}>
            <Trans>Cambiarles la hora, una por una</Trans>
          </Button>
          <Button look="soft" wide onClick={() => void goOn({ reservations: 'keep' })}>
            <Trans>Dejar sus reservas: se les atiende igual</Trans>
          </Button>
          {reachable > 0 && (
            <Button look="loss" wide onClick={tell}>
              {by_desk === 0 ? (
                <Trans>Cancelarlas y avisarles ahora</Trans>
              ) : (
                <Plural
                  value={reachable}
                  one="Cancelar la otra y avisarle ahora"
                  other="Cancelar las otras # y avisarles ahora"
                />
              )}
            </Button>
          )}
          {back}
        </>
      }
    >
      <ul className={styles.differences}>
        {days.map(({ day, count }) => (
          <li key={day}>
            {dayName(day, today, language)}: {count}
          </li>
        ))}
      </ul>
      {lines.length > 1 && <p>{lines.map(({ name, count }) => t`${name}: ${count}`).join(' · ')}</p>}
      {by_desk > 0 && (
        <p>
          <Plural
            value={by_desk}
            one="# se reservó aquí, sin teléfono: no le llega ningún aviso. Queda en pie, y la resuelves tú."
            other="# se reservaron aquí, sin teléfono: no les llega ningún aviso. Quedan en pie, y las resuelves tú."
          />
        </p>
      )}
    </Dialog>
  )
}
