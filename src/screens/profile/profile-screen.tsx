import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#contract/primitives.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { LANGUAGES } from '#src/domain/languages.ts'
import { flows } from '#src/flows/flows.ts'
import { readEnvironment } from '#src/platform/environment.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { PushSwitch, PushSwitchPlace } from '#src/screens/shared/push-switch.tsx'
import { WhatsappPlace, WhatsappRow } from '#src/screens/whatsapp/whatsapp-row.tsx'
import { lastStood } from '#src/stores/last-stood.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { isHidden, uiStore, useUi } from '#src/stores/ui-store.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { PolicyCard } from './policy-card.tsx'
import { CarryCard } from './carry-card.tsx'
import { InstallCard } from './install-card.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { LeftHereCard } from './left-here.tsx'
import styles from './profile-screen.module.css'
import { WhoCard } from './who-card.tsx'

const LANGUAGE_NAMES = { es: 'Español', en: 'English', pt: 'Português' } as const

/** Spoken here at once, also before what tells it to others has come. */
function changeLanguage(chosen: Language): void {
  uiStore.getState().setLanguage(chosen)
  flows
    .get()
    .then(({ tellLanguage }) => tellLanguage())
    .catch(reportError)
}

/** A trial says that it is one: whoever reports a fault names what they looked at. */
function versionShown(): string {
  const environment = readEnvironment(document)
  return environment === 'prod' ? __NUMERITO_VERSION__ : `${__NUMERITO_VERSION__} (${environment})`
}

/** Who one is here, in which language, and how one wants to be called. */
function ProfileScreen() {
  const { t } = useLingui()
  const heading = useHeadingFocus()
  const guest = useSession(isGuest)
  const unknown = useSession(isUnknown)
  const { language, theme, sound, vibration } = useUi(ui => ui)
  const hidesLanguage = useUi(isHidden('language'))
  const hidesLogin = useUi(isHidden('login'))
  const ui = uiStore.getState()
  const version = versionShown()
  return (
    <>
      <ScreenHeader title={<Trans>Perfil</Trans>} headingRef={heading} />
      <ScreenBody>
        <div className={styles.columns}>
          <div className={styles.column}>
            {/* Signing in may be hidden; who is in must still be able to leave. */}
            {!(hidesLogin && guest) && <WhoCard />}
            <Section title={t`Avisos`}>
              <div className={styles.panel}>
                {!guest && <PushSwitch where="preferences" />}
                {unknown && lastStood.somebody() && <PushSwitchPlace />}
                <Switch icon="sound" label={t`Sonido al llamarte`} checked={sound} onChange={ui.setSound} />
                <Switch
                  icon="phone"
                  label={t`Vibración al llamarte`}
                  checked={vibration}
                  onChange={ui.setVibration}
                />
                {!guest && !unknown && <WhatsappRow />}
                {unknown && lastStood.somebody() && <WhatsappPlace />}
              </div>
            </Section>
          </div>
          <div className={styles.column}>
            {!hidesLanguage && (
              <Section title={t`Idioma`}>
                <RadioGroup
                  legend={t`Idioma`}
                  legendHidden
                  look="segments"
                  value={language}
                  onChange={changeLanguage}
                  options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
                />
              </Section>
            )}
            <Section title={t`Apariencia`}>
              <RadioGroup
                legend={t`Apariencia`}
                legendHidden
                look="segments"
                value={theme}
                onChange={ui.setTheme}
                options={[
                  { value: 'system', label: t`Automática` },
                  { value: 'light', label: t`Clara` },
                  { value: 'dark', label: t`Oscura` },
                ]}
              />
            </Section>
            <InstallCard />
            <CarryCard />
            {/* The policy last: how much was accepted is known late. */}
            <OwnDataCard />
            <LeftHereCard />
            <PolicyCard />
          </div>
        </div>
        <p className={styles.version}>
          <Trans>Numerito, versión {version}</Trans>
        </p>
      </ScreenBody>
    </>
  )
}

export default withQueries(ProfileScreen)
