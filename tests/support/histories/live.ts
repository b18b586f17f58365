import { Asking } from './asking.ts'
import { chanceOf } from './chance.ts'
import { beginFaults, type FaultKind, OF_A_HISTORY } from './faults.ts'
import { asClerk } from './hands-of-clerks.ts'
import { asPerson, byPhone } from './hands-of-people.ts'
import type { History } from './history.ts'
import { sayLastWord } from './last-word.ts'
import type { Chance } from './operation.ts'
import { openPhone, type Phone } from './phone.ts'
import type { Scene } from './scene.ts'
import type { Place } from './places.ts'
import type { MortalServer } from './servers.ts'

/** People who ask at once, for all those of the scene. */
const HANDS = 20
const PHONES_AN_OFFICE = 5

export interface Bounds {
  seed: number
  /** So many at least, and as many more as are asked until all faults are over. */
  operations: number
  /** When it ends at the latest, whatever was done. */
  mostMs: number
  /** What goes wrong, in an order that the seed says. */
  faults?: readonly FaultKind[]
}

/**
 * One life of a scene: everybody asks what chance says, and what they are told is written down.
 * @throws where the servers do not come back from a fault, once everybody has stopped
 */
export async function live(
  scene: Scene,
  place: Place,
  servers: readonly MortalServer[],
  bounds: Bounds,
): Promise<History> {
  const asking = new Asking(servers)
  const phones = await openPhones(asking, scene)
  try {
    await liveAmongFaults(asking, { scene, phones, place, servers }, bounds)
    for (const office of scene) {
      const [clerk] = office.clerks
      const theirs = phones.filter(phone => phone.office === office)
      if (clerk)
        await sayLastWord(asking, { office, clerk, chance: chanceOf(bounds.seed * 1_000 + 98) }, theirs)
    }
  } finally {
    await Promise.all(phones.map(phone => phone.leave()))
  }
  return asking.history
}

async function liveAmongFaults(
  asking: Asking,
  world: { scene: Scene; phones: readonly Phone[]; place: Place; servers: readonly MortalServer[] },
  { seed, operations, mostMs, faults = OF_A_HISTORY }: Bounds,
): Promise<void> {
  const { scene, phones } = world
  const { asked, mishaps } = asking.history
  let isWell = false
  let isBroken = false
  const since = () => asking.since()
  const isLate = () => isBroken || since() > mostMs
  const part = () => Math.max(asked.length / operations, since() / mostMs)
  const goOn = async (nth: number, once: (chance: Chance) => Promise<void>) => {
    const chance = chanceOf(seed * 1_000 + nth)
    while (!isLate() && (asked.length < operations || !isWell)) await once(chance)
  }
  const begins: (() => Promise<void>)[] = [
    async () => {
      await beginFaults(world, { faults, chance: chanceOf(seed * 1_000) }, { part, since, isLate }, mishaps)
      isWell = true
    },
    ...Array.from(
      { length: HANDS },
      (_, nth) => () =>
        goOn(1 + nth, async chance => {
          const office = chance.pick(scene)
          await asPerson(asking, office, chance.pick(office.people), chance)
        }),
    ),
    ...scene
      .flatMap(office => office.clerks.map(clerk => ({ office, clerk })))
      .map((at, nth) => () => goOn(100 + nth, chance => asClerk(asking, { ...at, chance }))),
    () => goOn(99, chance => byPhone(asking, chance.pick(phones), chance)),
  ]
  const going = begins.map(begin =>
    begin().catch((error: unknown) => {
      isBroken = true
      throw error
    }),
  )
  // Nobody may still ask, and no server be started, once it is over.
  await Promise.allSettled(going)
  await Promise.all(going)
}

async function openPhones(asking: Asking, scene: Scene): Promise<Phone[]> {
  const phones: Phone[] = []
  for (const office of scene)
    for (const person of office.people.slice(0, PHONES_AN_OFFICE))
      phones.push(await openPhone(asking.origin(phones.length % asking.servers.length), office, person))
  return phones
}
