import { parse } from 'valibot'
import { type DeskSession, deskSession } from '#contract/rest/desk.ts'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import {
  type OfficeSettings,
  type SettingsChecked,
  type SettingsConflict,
  type SettingsSave,
  type SettingsSaved,
  settings,
  settingsChecked,
  settingsConflict,
  settingsSaved,
} from '#contract/rest/settings.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { reservationOffice } from './reservation-office.ts'
import type { TestServer } from './server.ts'

const PASSWORD = 'una clave larga y propia'
const hash = hashPassword(PASSWORD)
let made = 0

/** An office, and people with roles there who change its settings over the wire. */
export async function settingsOffice(
  server: TestServer,
  options: Parameters<typeof reservationOffice>[1] = {},
) {
  const office = await reservationOffice(server.database, options)
  const { office_id } = office
  const { db } = server.database
  const below = `/offices/${office_id}/settings`

  /** Somebody with a role at the office, signed in. */
  async function person(role: DeskRole): Promise<DeskSession & { user: string }> {
    const user = `persona-${++made}`
    const { id: clerk_id } = await db
      .insertInto('clerks')
      .values({ user_name: user, name: `Persona ${made}`, password_hash: await hash })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (role === 'administrator')
      await db.insertInto('administrators').values({ clerk_id, organization_id: 1 }).execute()
    else await db.insertInto('clerk_offices').values({ clerk_id, office_id, role }).execute()
    const response = await server.ask('desk', '/session', { body: { user, password: PASSWORD } })
    return { ...parse(deskSession, await response.json()), user }
  }
  const boss = await person('supervisor')

  const put = (save: SettingsSave, token = boss.token) =>
    server.ask('desk', below, { method: 'PUT', body: save, token })
  const undo = (wish: Omit<SettingsSave, 'office'>, token = boss.token) =>
    server.ask('desk', `${below}/undo`, { body: wish, token })
  const saved = async (response: Response): Promise<SettingsSaved> => {
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return parse(settingsSaved, await response.json())
  }

  async function read(token = boss.token): Promise<OfficeSettings> {
    return parse(settings, await (await server.ask('desk', below, { token })).json())
  }

  return {
    ...office,
    boss,
    person,
    read,
    put,
    undo,
    saved,
    async check(entry: unknown, token = boss.token): Promise<SettingsChecked> {
      const response = await server.ask('desk', `${below}/check`, { body: { office: entry }, token })
      return parse(settingsChecked, await response.json())
    },
    /** Saves what stands now, changed. */
    async change(
      changed: (office: OfficeSettings['office']) => Record<string, unknown>,
      more: Omit<SettingsSave, 'office' | 'version'> = {},
    ): Promise<SettingsSaved> {
      const { version, office: entry } = await read()
      return await saved(await put({ version, office: { ...entry, ...changed(entry) }, ...more }))
    },
    async conflict(response: Response): Promise<SettingsConflict> {
      return parse(settingsConflict, await response.json())
    },
  }
}

/** A line as an entry says it. */
export const lineOf = (slug: string, more: Record<string, unknown> = {}) => ({
  slug,
  name: `Fila ${slug}`,
  prefix: slug.slice(0, 1).toUpperCase(),
  ...more,
})

/** The lines of an entry. */
export const linesOf = ({ lines }: OfficeSettings['office']) => lines as Record<string, unknown>[]
