import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { dayName } from './day-name.ts'
import { useToday } from '../use-today.ts'
import styles from './settings.module.css'
import type { Saving, Word } from './settings-store.ts'
import { useDraft, useSettings, useSettingsPage } from './use-settings.ts'

type Asking = Extract<Saving, { phase: 'asking' }>

interface QuestionProps {
  touches: Asking['touches']
  /** With what was answered of it. */
  goOn: (more: Word) => Promise<void>
}

/** Somebody holds or waits for what the change would take away: asked before it is saved. */
export function TouchQuestion() {
  const { settings } = useSettingsPage()
  const saving = useSettings(state => state.saving)
  if (saving.phase !== 'asking') return null
  const { what, code, touches, word } = saving
  const goOn = (more: Word) => settings[what]({ ...word, ...more })
  if (code === 'day-ends') return <DayEnds touches={touches} goOn={goOn} />
  if (code === 'reservations-affected') return <ReservationsLeftOut touches={touches} goOn={goOn} />
  return <LineWaitedFor touches={touches} />
}

/** Whoever leaves it has saved nothing. */
function Question(props: Pick<ComponentProps<typeof Dialog>, 'title' | 'actions' | 'children'>) {
  const { settings } = useSettingsPage()
  return <Dialog open urgent onClose={settings.leaveAsked} {...props} />
}

function BackUnsaved() {
  const { settings } = useSettingsPage()
  return (
    <Button look="plain" wide onClick={settings.leaveAsked}>
      <Trans>Volver sin guardar</Trans>
    </Button>
  )
}

/** People wait, and the office would be closed at once. */
function DayEnds({ touches, goOn }: QuestionProps) {
  if (!touches.day_ends) return null
  const { waiting, closing } = touches.day_ends
  return (
    <Question
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
          <BackUnsaved />
        </>
      }
    >
      {closing === 'send-home' ? (
        <Trans>En un minuto terminan sus números, y se les avisa. Deshacerlo después no los devuelve.</Trans>
      ) : (
        <Trans>Conservan su número mientras algún módulo siga llamando. Nadie más puede tomar uno.</Trans>
      )}
    </Question>
  )
}

/** Nobody is left in a line that is gone: there is nothing to answer. */
function LineWaitedFor({ touches }: Pick<QuestionProps, 'touches'>) {
  const { settings } = useSettingsPage()
  return (
    <Question
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
    </Question>
  )
}

/** Reservations that the settings leave out: what becomes of them is said once for all. */
function ReservationsLeftOut({ touches, goOn }: QuestionProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { go } = useSettingsPage()
  const { time_zone } = useDraft()
  const today = useToday(time_zone)
  const { total, by_desk, days, lines } = touches.reservations
  const reachable = total - by_desk
  // They stand until each has another hour: the overview has them.
  const move = () => void goOn({ reservations: 'keep' }).then(() => go({}))
  const tell = () => void goOn({ reservations: 'tell' }).then(() => by_desk > 0 && go({}))
  return (
    <Question
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
          <BackUnsaved />
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
    </Question>
  )
}
