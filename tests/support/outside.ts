import { startFacebookDouble } from './facebook-double.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { startMailServer } from './mail-server.ts'
import type { TestServerOptions } from './server.ts'
import { admitServer, settingsOf } from './social-browser.ts'
import { startWhatsappService } from './whatsapp-service.ts'

/**
 * All that a server can be configured to talk to, but for a push service: providers, mail, WhatsApp. What is
 * not offered has nothing to keep anybody from.
 */
export async function startOutside() {
  const [idp, facebook, mail, whatsapp] = await Promise.all([
    startIdentityProvider(),
    startFacebookDouble(),
    startMailServer(),
    startWhatsappService(),
  ])
  const settings = {
    mail: mail.settings,
    whatsapp: whatsapp.settings,
    providers: [
      settingsOf('google', idp),
      settingsOf('facebook', facebook),
      settingsOf('microsoft', idp),
      settingsOf('document', idp, {
        claim: 'RolUnico',
        type: 'rut',
        scope: 'openid run name email',
        label: 'ClaveÚnica',
      }),
    ],
  } satisfies TestServerOptions['settings']
  return {
    idp,
    facebook,
    mail,
    whatsapp,
    settings,
    /** The provider lets browsers come back to this server. */
    admit: (server: { origin: string }) => admitServer(idp, server),
    async stop() {
      await Promise.all([idp.stop(), facebook.stop(), mail.close(), whatsapp.stop()])
    },
  }
}
export type Outside = Awaited<ReturnType<typeof startOutside>>
