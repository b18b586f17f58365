import { afterAll, describe, expect, it } from 'vitest'
import { loadPreferences } from '#src/flows/push/load-preferences.ts'
import { askWhatsappCode, confirmWhatsapp, forgetWhatsapp } from '#src/flows/push/whatsapp-number.ts'
import { startWhatsappService, type WhatsappService } from '#tests/support/whatsapp-service.ts'
import { phones } from './phones.ts'

let service: WhatsappService
const here = phones(async () => {
  service = await startWhatsappService()
  return { settings: { whatsapp: service.settings } }
})
afterAll(() => service.stop())

let numbers = 0
const anotherNumber = () => `+5697${String(1_000_000 + ++numbers)}`

describe('a WhatsApp number', () => {
  it('[MSG-01] [PROF-02] confirmed by its code, the preference says so here as at the server, until it is taken back', async () => {
    const { context, stores } = await here.signedIn()
    await loadPreferences(context)
    const wished = () => stores.preferences.getState().preferences.whatsapp
    expect(wished()).toBe('prompt')
    const number = anotherNumber()
    expect(await askWhatsappCode(context, number)).toMatchObject({
      status: 'done',
      whatsapp: { number: number.slice(-3), confirmed: false, code: { tries_left: 5 } },
    })
    expect(wished()).toBe('prompt')
    const code = service.taken.at(-1)?.copied ?? expect.fail('no code went out')
    expect(await confirmWhatsapp(context, code)).toMatchObject({
      status: 'done',
      whatsapp: { confirmed: true },
    })
    expect(wished()).toBe(true)
    expect(await forgetWhatsapp(context)).toMatchObject({ status: 'done', whatsapp: { number: null } })
    expect(wished()).toBe(false)
    expect((await context.api.preferences.read()).data.web?.whatsapp).toBe(false)
  })

  it('[MSG-01] is asked in the language that is spoken here', async () => {
    const { context, stores } = await here.signedIn()
    stores.ui.getState().setLanguage('pt')
    await askWhatsappCode(context, anotherNumber())
    expect(service.taken.at(-1)).toMatchObject({ locale: 'pt_BR' })
  })

  it('[MSG-01] [PROF-02] a code that does not match changes nothing, and what the server refuses is told', async () => {
    const { context, stores } = await here.signedIn()
    await loadPreferences(context)
    expect(await askWhatsappCode(context, '12')).toMatchObject({ code: 'whatsapp-number-invalid' })
    await askWhatsappCode(context, anotherNumber())
    const code = service.taken.at(-1)?.copied === '000000' ? '000001' : '000000'
    expect(await confirmWhatsapp(context, code)).toMatchObject({ code: 'whatsapp-code-wrong' })
    expect(stores.preferences.getState().preferences.whatsapp).toBe('prompt')
  })

  it('[MSG-01] without a network nothing is asked, and a guest has no number', async () => {
    const { context, fakes } = await here.signedIn()
    fakes.connectivity.plug(false)
    expect(await askWhatsappCode(context, anotherNumber())).toMatchObject({ code: 'offline' })
    const guest = here.device()
    expect(await askWhatsappCode(guest.context, anotherNumber())).toMatchObject({ code: 'user-is-guest' })
    expect(here.door.asked('POST /services/users/v2/whatsapp')).toEqual([])
  })
})
