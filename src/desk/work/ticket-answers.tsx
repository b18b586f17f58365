import { useLingui } from '@lingui/react/macro'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { answerText, questionText, worded } from '#src/texts/form-texts.ts'
import styles from './ticket-answers.module.css'

/** What the person wrote in the line's form, in the form's order. */
export function TicketAnswers({ answers }: Pick<DeskTicket, 'answers'>) {
  const { i18n, t } = useLingui()
  return (
    <dl aria-label={t`Lo que escribió`} className={styles.answers}>
      {answers.map(given => (
        <div key={given.id}>
          <dt className={styles.question}>{worded(questionText(given), i18n)}</dt>
          <dd className={styles.answer}>{worded(answerText(given), i18n)}</dd>
        </div>
      ))}
    </dl>
  )
}
