import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import type { Who } from '#src/handoff/open-handoff.ts'
import { readWho } from '#src/handoff/who.ts'
import { ask } from './ask.ts'
import { baseOf } from './services.ts'
import { worker } from './worker.ts'

/** What is read of the server's answers here, and no more. */
const session = v.object({ user_id: uuid, token: v.string() })
const preferences = v.object({ data: v.object({ web: v.object({ push: v.boolean() }) }) })
const key = v.object({ public_key: v.string() })

async function read<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
  init: RequestInit = {},
): Promise<v.InferOutput<Schema>> {
  return v.parse(schema, await (await ask(address, init)).json())
}

/** Subscribes anew, where the person still wants notices here, and tells the token provider. */
async function renew({ user_id, language }: Who): Promise<void> {
  const me = await read(`${baseOf('login')}/session`, session, { credentials: 'include' })
  // Somebody else, whose own start of the application says what they want.
  if (me.user_id !== user_id) return
  const headers = { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' }
  const { data } = await read(`${baseOf('users')}/preferences?site=web`, preferences, { headers })
  if (!data.web.push) return
  const { pushManager } = worker.registration
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: (await read(`${baseOf('push')}/key`, key)).public_key,
    }))
  await ask(`${baseOf('push')}/subscriptions?user_id=${user_id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...subscription.toJSON(), language }),
  })
}

/**
 * The browser has changed or dropped its subscription, perhaps with every page closed: until it is renewed no
 * call rings here (PUSH-05). What fails is made good by the next start of the application, which compares.
 */
export function onSubscriptionChange(event: ExtendableEvent): void {
  event.waitUntil(
    readWho()
      .then(who => (who === null || who.user_id === null ? undefined : renew(who)))
      .catch(() => {}),
  )
}
