import { Trans } from '@lingui/react/macro'
import { classNames } from '#src/ui/class-names.ts'
import { isWithin } from './place.ts'
import { changedParts, type PartName, type SectionName, sectionOf, sectionOfPart } from './parts.ts'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'
import { keysOf } from './place.ts'

/** Of a section or a line: that something is wrong in it, or that it is not saved yet. */
export function PartMark({ part }: { part: PartName | SectionName }) {
  const isFaulty = useSettings(({ faults, draft }) => {
    const nth = draft?.lines.findIndex(({ slug }) => `line:${slug}` === part) ?? -1
    return faults.some(({ at }) =>
      nth >= 0 ? isWithin(at, `lines[${nth}]`) : sectionOf(String(keysOf(at)[0])) === part,
    )
  })
  const isChanged = useSettings(
    ({ begun, draft }) =>
      begun !== null &&
      draft !== null &&
      changedParts(begun.office, draft).some(one => one === part || sectionOfPart(one) === part),
  )
  if (isFaulty) {
    return (
      <strong className={classNames(styles.mark, styles.loss)}>
        <Trans>Por corregir</Trans>
      </strong>
    )
  }
  return isChanged ? (
    <span className={classNames(styles.mark, styles.changed)}>
      <Trans>Sin guardar</Trans>
    </span>
  ) : null
}
