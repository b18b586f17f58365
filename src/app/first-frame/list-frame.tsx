import { Trans } from '@lingui/react/macro'
import { LinesTitle } from '#src/screens/office/office-places.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import skeleton from '#src/ui/state/skeleton.module.css'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { slot } from './frame-id.ts'

/** The policy of a page lets no element carry a style of its own, as `Skeleton` does. */
const Bone = ({ size }: { size: string }) => (
  <span className={classNames(skeleton.bone, skeleton.text, size)} />
)

/**
 * Offices by name: the page's script makes a row of this one for each. Until when they are open, and how long
 * one would wait, is known to the application.
 */
export const OfficeRows = () => (
  <List>
    <ListRow
      href="/offices/"
      title={<span {...slot('name')} />}
      detail={
        <>
          {/* As the words do, the second goes under the first where there is no room beside it. */}
          <Bone size="likely-open" /> <Bone size="likely-until" />
          <br />
          <span {...slot('web')}>
            <Trans>Solo por internet</Trans>
          </span>
          <span {...slot('kind')} />
          <span {...slot('demo')}>
            {' · '}
            <Trans>Demostración</Trans>
          </span>
        </>
      }
      endDetail={
        <span className="likely-wait" {...slot('wait')}>
          <Bone size="likely-minutes" />
          <br />
          <Bone size="likely-waiting" />
        </span>
      }
      further
    />
  </List>
)

/** An office's lines by name: the page's script makes a row of this one for each. */
export const LineRows = () => (
  <Section
    title={
      <span {...slot('folder')}>
        <LinesTitle />
      </span>
    }
  >
    <List>
      <ListRow
        title={<span {...slot('name')} />}
        detail={<Bone size="likely-line" />}
        end={<Bone size="likely-minutes" />}
        endDetail={<Bone size="likely-minutes" />}
      >
        <div className="likely-action" {...slot('action')} />
      </ListRow>
    </List>
  </Section>
)
