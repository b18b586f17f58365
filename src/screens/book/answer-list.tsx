import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import styles from './book.module.css'

export interface GivenAnswer {
  id: string
  question: string
  answer: ReactNode
  /** Where it can be changed. */
  href: string
}

/** What was answered, each with the way back to its question. */
export function AnswerList({ answers }: { answers: readonly GivenAnswer[] }) {
  return (
    <div className={styles.answers}>
      {answers.map(({ id, question, answer, href }) => (
        <div key={id} className={styles.answer}>
          <dl>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </dl>
          <Button look="plain" size="tight" href={href}>
            <Trans>
              Cambiar<span className="visually-hidden"> {question}</span>
            </Trans>
          </Button>
        </div>
      ))}
    </div>
  )
}
