import { Plural, Trans } from '@lingui/react/macro'
import type { Opening } from '#contract/rules/office-time.ts'
import lineStyles from '#src/screens/office/line-row.module.css'
import { LinesTitle } from '#src/screens/office/office-places.tsx'
import { OfficeWait } from '#src/screens/shared/office-wait.tsx'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { slot } from './frame-id.ts'

/** Of each kind one that is worded at about the usual length. */
const LIKELY: Record<'always' | 'until' | 'shut', Opening> = {
  always: { open: true, closesAt: null },
  until: { open: true, closesAt: '17:30' },
  shut: { open: false, opens: { weekday: 1, at: '09:00', inDays: 3 } },
}

/** The likely words for an office's hours, unseen; the page's script leaves those that fit. */
export const LikelyOpening = ({ short = false }: { short?: boolean }) =>
  (['always', 'until', 'shut'] as const).map(kind => (
    <span key={kind} {...slot(kind)}>
      <Skeleton>
        <StateWord>
          <OpeningText short={short} opening={LIKELY[kind]} />
        </StateWord>
      </Skeleton>
    </span>
  ))

const never = new Date(0)

/**
 * Offices by name: the page's script makes a row of this one for each. Until when they are open, and how long
 * one would wait, is known to the application: it has its place, so that no row moves then.
 */
export const OfficeRows = () => (
  <List>
    <ListRow
      href="/offices/"
      title={<span {...slot('name')} />}
      detail={
        <>
          <LikelyOpening short />
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
          <OfficeWait wait="asking" now={never} />
        </span>
      }
      beside={null}
    />
  </List>
)

/** Which one was called, and between which minutes one waits, the page's script writes. */
const call = <span {...slot('number')} />
const from = <span {...slot('from')} />
const to = <span {...slot('to')} />

/** Of each wording for how many wait one, whose number the page's script writes. */
const SAID_WAITING = { nobody: 0, one: 1, many: 10 } as const

/**
 * An office's lines by name, with who waits there and how long one would: the page's script makes a row of
 * this one for each, which stands where the application's will.
 */
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
        beside={null}
        title={<span {...slot('name')} />}
        detail={
          <>
            {(['nobody', 'one', 'many'] as const).map(waiting => (
              <span key={waiting} {...slot(waiting)}>
                <Plural
                  value={SAID_WAITING[waiting]}
                  _0="Nadie espera"
                  one="# esperando"
                  other="# esperando"
                />
              </span>
            ))}
            <span {...slot('call')}>
              {' · '}
              <Trans>
                va en <b className={lineStyles.call}>{call}</b>
              </Trans>
            </span>
            <span {...slot('late')}>
              <br />
              <Trans>Puede que no alcances hoy</Trans>
            </span>
            <span {...slot('unsaid')}>
              <Skeleton>
                <Plural value={10} _0="Nadie espera" one="# esperando" other="# esperando" />
              </Skeleton>
            </span>
          </>
        }
        end={
          <RowFigure>
            <span {...slot('figure')} />
            <span {...slot('now')}>
              <Trans>ahora</Trans>
            </span>
          </RowFigure>
        }
        endDetail={
          <>
            <span {...slot('minutes')}>
              <Trans>minutos</Trans>
            </span>
            <span {...slot('between')}>
              <br />
              <Trans>
                entre {from} y {to}
              </Trans>
            </span>
          </>
        }
      >
        <div className="likely-actions" {...slot('actions')}>
          <span className="likely-action" {...slot('take')} />
          <span className="likely-action" {...slot('book')} />
        </div>
      </ListRow>
    </List>
  </Section>
)
