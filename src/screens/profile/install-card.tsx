import { Trans, useLingui } from '@lingui/react/macro'
import { type AppleBrowser, thisAppleBrowser } from '#src/platform/apple-browser.ts'
import { useFlag } from '#src/stores/flags-store.ts'
import { installStore, useInstall } from '#src/stores/install-store.ts'
import { usePush } from '#src/stores/push-store.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'

/**
 * Puts the application on the home screen: by the browser's own prompt, or by steps where it has none
 * (OFFL-01).
 */
export function InstallCard() {
  const { t } = useLingui()
  const offer = useInstall(install => install.offer)
  const isInstalled = useInstall(install => install.isInstalled)
  const isApple = usePush(push => push.state === 'needs-install')
  const isGuided = useFlag('install-guide')
  if (isInstalled || !isGuided) return null
  async function install() {
    const answer = await offer?.prompt()
    // An offer can be made once.
    installStore.getState().setOffer(null)
    if (answer?.outcome === 'accepted') installStore.getState().setInstalled()
  }
  if (offer) {
    return (
      <Section title={t`Instala Numerito`}>
        <p>
          <Trans>Un toque en la pantalla de inicio, y funciona también sin conexión.</Trans>
        </p>
        <Button look="soft" wide icon="install" onClick={() => void install()}>
          <Trans>Instalar la aplicación</Trans>
        </Button>
      </Section>
    )
  }
  if (!isApple) return null
  return (
    <Section title={t`Instala Numerito`}>
      <p id="install">
        <Trans>En iPhone solo la aplicación instalada puede avisarte.</Trans>
      </p>
      <AppleSteps browser={thisAppleBrowser()} />
    </Section>
  )
}

/** What to press, where there is something to press; from inside another application nothing is installed. */
function AppleSteps({ browser }: { browser: AppleBrowser }) {
  const { t } = useLingui()
  if (browser === 'inside-app') {
    return (
      <List label={t`Pasos`}>
        <ListRow
          icon="share"
          title={<Trans>1. Abre esta página en Safari</Trans>}
          detail={
            <Trans>
              Desde dentro de otra aplicación no se puede instalar. Busca «Abrir en Safari» o «Abrir en el
              navegador» en su menú; ahí están los demás pasos.
            </Trans>
          }
        />
        <ListRow
          icon="lock"
          title={<Trans>2. Lleva tu número con un código</Trans>}
          detail={<Trans>Safari no ve lo que guardaste aquí: hazlo abajo, en «Lleva tu número».</Trans>}
        />
      </List>
    )
  }
  return (
    <List label={t`Pasos`}>
      <ListRow
        icon="share"
        title={<Trans>1. Toca Compartir en tu navegador</Trans>}
        detail={
          browser === 'other-browser' ? (
            <Trans>
              Está junto a la dirección o en el menú. Si no te ofrece el paso 2, abre esta página en Safari.
            </Trans>
          ) : undefined
        }
      />
      <ListRow icon="plus" title={<Trans>2. Elige «Agregar a inicio»</Trans>} />
      <ListRow icon="ticket" title={<Trans>3. Abre Numerito desde tu pantalla de inicio</Trans>} />
      <ListRow
        icon="lock"
        title={<Trans>4. Lleva tu número con un código</Trans>}
        detail={
          <Trans>
            La aplicación instalada no ve lo que guardaste en el navegador: hazlo abajo, en «Lleva tu número».
          </Trans>
        }
      />
    </List>
  )
}
