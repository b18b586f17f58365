import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { KioskState, ShownLine } from '#contract/rest/devices.ts'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { PREFERENCE_LABEL, PREFERENCE_TEXTS } from '#src/texts/preference-texts.ts'
import { WaitText } from '#src/texts/wait-text.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { KioskFrame, type Looks } from './kiosk-frame.tsx'
import { givingErrorText } from './kiosk-words.ts'
import styles from './kiosk.module.css'
import { PreferenceSwitch } from './preference-switch.tsx'
import type { Giving } from './use-giving.ts'

export interface ChooseScreenProps {
  state: KioskState
  giving: Giving
  looks: Looks
  /** The person says that the law lets them go first. */
  prefers: boolean
  onPrefers: (prefers: boolean) => void
  /** Somebody has booked a time. */
  onArrive: () => void
}

/** One question: one calm switch for few, large answers with their wait, and another way. */
export function ChooseScreen({ state, giving, looks, prefers, onPrefers, onArrive }: ChooseScreenProps) {
  const { i18n, t } = useLingui()
  const { office, open, opens, lines, preference, booked } = state
  const arrive = booked && (
    <Button look="soft" wide size="tall" icon="calendar" onClick={onArrive}>
      <Trans>Tengo una hora reservada</Trans>
    </Button>
  )
  if (!open) {
    return (
      <KioskFrame office={office} title={<Trans>Cerrado</Trans>} looks={looks}>
        <p className={styles.middle}>
          <OpeningText opening={{ open, opens }} />
        </p>
      </KioskFrame>
    )
  }
  if (lines.length === 0) {
    return (
      <KioskFrame office={office} title={<Trans>Aquí no se dan números</Trans>} looks={looks}>
        <p className={styles.middle}>
          {office.web_only ? (
            <Trans>Esta oficina atiende solo por internet.</Trans>
          ) : (
            <Trans>Pregunta en el mesón.</Trans>
          )}
        </p>
        {arrive}
      </KioskFrame>
    )
  }
  return (
    <KioskFrame
      office={office}
      title={<Trans>¿Qué vienes a hacer?</Trans>}
      looks={looks}
      spoken={[
        t`¿Qué vienes a hacer?`,
        ...(preference ? [i18n._(PREFERENCE_LABEL), i18n._(PREFERENCE_TEXTS[preference])] : []),
        ...lines.map(line => line.name),
        ...(booked ? [t`Tengo una hora reservada`] : []),
      ]}
    >
      {giving.error && (
        <Note tone="loss" role="alert">
          {i18n._(givingErrorText(giving.error))}
        </Note>
      )}
      {/* Before the lines: a press on one of them gives the number, and it would be too late. */}
      {preference && (
        <PreferenceSwitch
          law={preference}
          prefers={prefers}
          disabled={giving.isGiving}
          onPrefers={onPrefers}
        />
      )}
      <ul className={styles.lines} aria-label={t`Filas`}>
        {lines.map(line => (
          <li key={line.line_id}>
            <LineButton line={line} giving={giving} prefers={prefers} />
          </li>
        ))}
      </ul>
      {arrive}
      <p className="visually-hidden" role="status">
        {giving.isGiving && <Trans>Sacando tu número</Trans>}
      </p>
    </KioskFrame>
  )
}

function LineButton({ line, giving, prefers }: { line: ShownLine; giving: Giving; prefers: boolean }) {
  const { line_id, name, waiting, wait, frozen } = line
  return (
    <button
      type="button"
      className={styles.line}
      // Still read where nothing can be had of it: it says why.
      aria-disabled={frozen || giving.isGiving}
      onClick={() => {
        if (!frozen) giving.give(line_id, prefers)
      }}
    >
      <span className={styles.sign}>
        {giving.isGiving && giving.pressed === line_id ? (
          <Spinner />
        ) : (
          <Icon name={frozen ? 'snow' : 'ticket'} size="l" />
        )}
      </span>
      <span className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <span className={styles.wait}>
          {frozen ? (
            <Trans>No da números por ahora</Trans>
          ) : waiting === 0 ? (
            <Trans>Nadie espera</Trans>
          ) : (
            <>
              <Plural value={waiting} one="# espera" other="# esperan" />
              {wait && (
                <>
                  {' · '}
                  <WaitText wait={wait} />
                </>
              )}
            </>
          )}
        </span>
      </span>
    </button>
  )
}
