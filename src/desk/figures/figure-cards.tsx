import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Figures } from '#contract/rest/figures.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import styles from './figure-cards.module.css'
import { minutesText, NOTHING, percent } from './minutes-text.ts'

/** The five that are looked at first. */
export function FigureCards({ figures }: { figures: Figures }) {
  const language = useLanguage()
  const { all, ratings } = figures
  const { taken, booked, attended, missed, left, expired, open, wait, told } = all
  const called = attended + missed
  return (
    <ul className={styles.cards}>
      <Card
        name={<Trans>Atendidos</Trans>}
        figure={attended.toLocaleString(language)}
        more={
          <>
            {booked === 0 ? (
              <Plural value={taken} one="de # número" other="de # números" />
            ) : (
              <Trans>
                de <Plural value={taken} one="# número" other="# números" /> y{' '}
                <Plural value={booked} one="# reserva" other="# reservas" />
              </Trans>
            )}
            {open > 0 && (
              <>
                {'; '}
                <Plural value={open} one="# sigue aquí" other="# siguen aquí" />
              </>
            )}
          </>
        }
      />
      <Card
        name={<Trans>Espera, mediana</Trans>}
        figure={wait.median === null ? NOTHING : minutesText(wait.median, language)}
        more={
          wait.p90 === null ? (
            <Trans>Aún no se llama a nadie</Trans>
          ) : (
            <Trans>1 de cada 10 esperó más de {minutesText(wait.p90, language)}</Trans>
          )
        }
      />
      <Card
        name={<Trans>Lo que dijimos se cumplió</Trans>}
        figure={told.of === 0 ? NOTHING : <Trans>{Math.round((10 * told.within) / told.of)} de 10</Trans>}
        more={
          told.of === 0 ? (
            <Trans>A nadie que ya llamamos se le dijo cuánto esperaría</Trans>
          ) : (
            <Trans>
              {percent(told.within, told.of, language)} dentro de lo dicho,{' '}
              {percent(told.later, told.of, language)} más tarde
            </Trans>
          )
        }
      />
      <Card
        name={<Trans>No llegaron</Trans>}
        figure={missed.toLocaleString(language)}
        more={
          <>
            {called > 0 && <Plural value={called} one="de # llamado" other="de # llamados" />}
            {left + expired > 0 && (
              <>
                {called > 0 && '; '}
                <Plural
                  value={left + expired}
                  one="# terminó sin atención"
                  other="# terminaron sin atención"
                />
              </>
            )}
          </>
        }
      />
      <Card
        name={<Trans>Nota</Trans>}
        figure={
          ratings.mean === null
            ? NOTHING
            : ratings.mean.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
        }
        more={
          ratings.of === 0 ? (
            <Trans>Nadie ha respondido</Trans>
          ) : (
            <Plural value={ratings.of} one="de 5, # respuesta" other="de 5, # respuestas" />
          )
        }
      />
    </ul>
  )
}

function Card({ name, figure, more }: { name: ReactNode; figure: ReactNode; more: ReactNode }) {
  return (
    <li className={styles.card}>
      <p className={styles.name}>{name}</p>
      <p className={`${styles.figure} numerals`}>{figure}</p>
      <p className={styles.more}>{more}</p>
    </li>
  )
}
