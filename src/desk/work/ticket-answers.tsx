import { useLingui } from '@lingui/react/macro'
import type { DeskTicket } from '#contract/rest/desk.ts'
import styles from './ticket-answers.module.css'

/** What the person wrote in the line's form, in the form's order. */
export function TicketAnswers({ answers }: Pick<DeskTicket, 'answers'>) {
  const { t } = useLingui()
  return (
    <dl aria-label={t`Lo que escribió`} className={styles.answers}>
      {answers.map(({ question, answer }, at) => (
        <div key={`${at} ${question}`}>
          <dt className={styles.question}>{question}</dt>
          <dd className={styles.answer}>{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
