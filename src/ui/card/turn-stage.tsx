import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import styles from './turn-stage.module.css'

export interface TurnStageProps {
  office: ReactNode
  line: ReactNode
  /** When it was called, already written out: "10:42". */
  time: ReactNode
  title: ReactNode
  number: string
  moduleLabel: ReactNode
  /** "3", "Caja 2": as large as the window allows. Null where there is none to walk to. */
  module: string | null
  /** `Button`s of the looks turn and turnQuiet, tall. */
  actions: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

/** The whole window says one thing. Announcing it, sounding and staying awake are its screen's work. */
export function TurnStage(props: TurnStageProps) {
  const { office, line, time, title, number, moduleLabel, module, actions, headingRef } = props
  return (
    <div className={styles.stage} data-fills-window="turn">
      <div className={styles.place}>
        <p>
          {office}
          <span className={styles.line}>{line}</span>
        </p>
        <span>{time}</span>
      </div>
      <div className={styles.middle}>
        <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={classNames(styles.number, 'numerals')} translate="no">
          {number}
        </p>
        <p className={styles.label}>{moduleLabel}</p>
        {module !== null && (
          <p
            className={classNames(styles.module, 'numerals')}
            translate="no"
            style={{ '--characters': Math.max(1, module.length) } as CSSProperties}
          >
            {module}
          </p>
        )}
      </div>
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}
