import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { IconButton } from '../press/icon-button.tsx'
import { TONE_ICON, type Tone } from '../state/tone.ts'
import styles from './notice-stack.module.css'

export interface NoticeItem {
  id: string
  tone?: Tone
  icon?: IconName
  title: ReactNode
  detail?: ReactNode
  action?: ReactNode
  /** Read aloud at once, over whatever is being read: the call, a loss. */
  urgent?: boolean
}

export interface NoticeStackProps {
  /** Names the region, for those who look for it. */
  label: string
  dismissLabel: string
  notices: readonly NoticeItem[]
  onDismiss: (id: string) => void
}

/**
 * What has just happened, over the screen until dismissed; how long each stays is its owner's to decide. Both
 * live regions are always there: one that is born with its text inside is not read aloud.
 */
export function NoticeStack({ label, dismissLabel, notices, onDismiss }: NoticeStackProps) {
  const draw = (notice: NoticeItem) => (
    <Notice key={notice.id} notice={notice} dismissLabel={dismissLabel} onDismiss={onDismiss} />
  )
  return (
    <section aria-label={label} className={styles.stack}>
      <div role="alert" className={styles.list}>
        {notices.filter(notice => notice.urgent).map(draw)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may hold no blocks */}
      <div role="status" className={styles.list}>
        {notices.filter(notice => !notice.urgent).map(draw)}
      </div>
    </section>
  )
}

type NoticeProps = { notice: NoticeItem } & Pick<NoticeStackProps, 'dismissLabel' | 'onDismiss'>

function Notice({ notice, dismissLabel, onDismiss }: NoticeProps) {
  const { id, tone = 'plain', icon = TONE_ICON[tone], title, detail, action } = notice
  const isTurn = tone === 'turn'
  return (
    <div className={classNames(styles.notice, isTurn && styles.turn)}>
      <Icon name={icon} className={classNames(styles.sign, !isTurn && styles[tone])} />
      <div className={styles.words}>
        <strong className={styles.title}>{title}</strong>
        {detail && <span className={styles.detail}>{detail}</span>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      <IconButton icon="close" label={dismissLabel} onClick={() => onDismiss(id)} />
    </div>
  )
}
