import { Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import styles from './office-day-news.module.css'

export interface OfficeDayNewsProps {
  state: DeskState
  timeZone: string
  acting: DeskActing
}

/** What goes on at the other modulos: who asks for help, who rests; and who comes to help here. */
export function OfficeDayNews({ state, timeZone, acting }: OfficeDayNewsProps) {
  const language = useLanguage()
  const own = state.modulos.find(({ id }) => id === state.modulo?.id)
  const others = state.modulos.filter(({ id }) => id !== own?.id)
  const asking = others.filter(({ help }) => help && help.coming === null)
  const resting = others.filter(({ break_until }) => break_until !== null)
  return (
    <div className={styles.news}>
      <div role="alert">
        {asking.map(({ id, name, clerk }) => {
          const modulo = shortModulo(name)
          return (
            <div key={id} className={styles.asks}>
              <Note
                tone="almost"
                icon="help"
                title={
                  <Trans>
                    {clerk} pide ayuda en el módulo {modulo}
                  </Trans>
                }
              />
              <Button
                size="tight"
                busy={acting.pending === 'answer-help'}
                onClick={() => acting.act({ do: 'answer-help', moduloId: id })}
              >
                <Trans>Voy</Trans>
              </Button>
            </div>
          )
        })}
      </div>
      <div role="status">
        {own?.help && <OwnHelp coming={own.help.coming} />}
        {resting.map(({ id, name, break_until }) => {
          const modulo = shortModulo(name)
          const time = timeText(new Date(break_until ?? ''), language, timeZone)
          return (
            <p key={id} className={styles.rest}>
              <Trans>
                Módulo {modulo} en pausa hasta las {time}
              </Trans>
            </p>
          )
        })}
      </div>
    </div>
  )
}

function OwnHelp({ coming }: { coming: string | null }) {
  return coming === null ? (
    <Note icon="help">
      <Trans>Pediste ayuda. Todos los módulos lo ven.</Trans>
    </Note>
  ) : (
    <Note tone="ok" icon="walk">
      <Trans>{coming} viene a ayudarte.</Trans>
    </Note>
  )
}
