import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#src/api/api-error.ts'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { useFate } from '../desk-tools.ts'
import { FateNote } from '../fate-note.tsx'
import { isPressEarly } from '../presses.ts'
import styles from './desk-news.module.css'
import { OfficeNews, type OfficeTrouble } from '../office-news.tsx'

export interface DeskNewsProps {
  /** How the last press went wrong. */
  fault: Error | null
  /** It is under way; where it is known to be done, how the desk stands since is not yet. */
  isPending: boolean
  trouble: OfficeTrouble | null
  waiting: number
}

/** Above the number: it may push the card down, but never the buttons from under a finger. */
export function DeskNews({ fault, isPending, trouble, waiting }: DeskNewsProps) {
  const known = useFate()
  // Whoever reads that it is done presses the next thing.
  const fate = known === 'done' && isPending ? 'looking' : known
  return (
    <div className={styles.news}>
      <div role="alert">
        {fate && !isPressEarly(fault) ? (
          <FateNote fate={fate} />
        ) : (
          fault && <Fault error={fault} waiting={waiting} />
        )}
      </div>
      <div aria-live="polite">
        {trouble && <OfficeNews {...trouble} isTold={codeOf(fault) === codeOf(trouble.error)} />}
      </div>
    </div>
  )
}

const codeOf = (error: Error | null) => (error instanceof ApiError ? error.code : null)

function Fault({ error, waiting }: { error: Error } & Pick<DeskNewsProps, 'waiting'>) {
  const { i18n } = useLingui()
  const isNobody = codeOf(error) === 'nobody-waiting'
  const isCalm = isNobody || codeOf(error) === 'waiting-for-others'
  // Somebody has come since.
  if (isNobody && waiting > 0) return null
  return (
    <Note tone={isCalm ? 'plain' : 'loss'} icon={isCalm ? 'people' : undefined}>
      {i18n._(actionErrorText(error))}
    </Note>
  )
}
