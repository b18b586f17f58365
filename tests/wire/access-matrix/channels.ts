import { CHANNELS, type ChannelName } from '#contract/channel/channels.ts'
import type { CallerKind } from './callers.ts'

/** Who gets no socket at all is `shut`; else `ok`, or why not. */
export type Said = string
type ByCaller = Readonly<Record<CallerKind, Said>>

/** Whoever is signed in as nobody, or was and is no more: their socket does not open. */
const OUTSIDERS = {
  guest: 'shut',
  expired: 'shut',
  ended: 'shut',
  clerkSignedOut: 'shut',
  clerkRetired: 'shut',
  deviceRevoked: 'shut',
  machineRevoked: 'shut',
} as const

const seats: ByCaller = {
  ...OUTSIDERS,
  owner: 'ok',
  ownerRegistered: 'ok',
  another: 'not-found',
  anotherRegistered: 'not-found',
  social: 'not-found',
  vouched: 'not-found',
  clerk: 'ok',
  clerkElsewhere: 'not-found',
  wall: 'not-found',
  kiosk: 'not-found',
  kioskElsewhere: 'not-found',
  machine: 'not-found',
  machineLooks: 'not-found',
  machineElsewhere: 'not-found',
  supervisor: 'ok',
  administrator: 'ok',
  supervisorElsewhere: 'not-found',
}
/** Whoever was not let in is on no topic, and what they say there is nobody's. */
const NO_TOPIC = 'unmatched topic'
const inTheirSeats: ByCaller = {
  ...OUTSIDERS,
  owner: 'ok',
  ownerRegistered: 'ok',
  another: NO_TOPIC,
  anotherRegistered: NO_TOPIC,
  social: NO_TOPIC,
  vouched: NO_TOPIC,
  clerk: 'ok',
  clerkElsewhere: NO_TOPIC,
  wall: NO_TOPIC,
  kiosk: NO_TOPIC,
  kioskElsewhere: NO_TOPIC,
  machine: NO_TOPIC,
  machineLooks: NO_TOPIC,
  machineElsewhere: NO_TOPIC,
  supervisor: 'ok',
  administrator: 'ok',
  supervisorElsewhere: NO_TOPIC,
}

/** Each topic that can be joined, as whose it is. */
export const JOINS = {
  'web:{officeSlug}': {
    ...OUTSIDERS,
    owner: 'ok',
    ownerRegistered: 'ok',
    another: 'ok',
    anotherRegistered: 'ok',
    social: 'ok',
    vouched: 'ok',
    clerk: 'ok',
    clerkElsewhere: 'ok',
    wall: 'ok',
    // It asks, and has nothing to hear.
    kiosk: 'forbidden',
    kioskElsewhere: 'forbidden',
    machine: 'forbidden',
    machineLooks: 'forbidden',
    machineElsewhere: 'forbidden',
    supervisor: 'ok',
    administrator: 'ok',
    supervisorElsewhere: 'ok',
  },
  'meet:{ruid}': seats,
  // The módulo that called, and no other of the office.
  'meet:{tuid}': { ...seats, supervisor: 'meet-other-modulo', administrator: 'meet-other-modulo' },
} as const satisfies Readonly<Record<string, ByCaller>>
export type TopicName = keyof typeof JOINS

/** Which topics are of which channel. */
export const TOPICS: Readonly<Record<ChannelName, readonly TopicName[]>> = {
  'web:*': ['web:{officeSlug}'],
  'meet:*': ['meet:{ruid}', 'meet:{tuid}'],
}

type Pushes<Name extends ChannelName> = keyof (typeof CHANNELS)[Name]['pushes']

/** What may be said on a topic, and to whom it is granted. Each asks for what is the owner's. */
export const PUSHES: {
  [Name in ChannelName]: Readonly<Record<Pushes<Name>, ByCaller>>
} = {
  'web:*': {
    'ticket:new': {
      ...OUTSIDERS,
      owner: 'ok',
      ownerRegistered: 'ok',
      another: 'forbidden',
      anotherRegistered: 'forbidden',
      social: 'forbidden',
      vouched: 'forbidden',
      clerk: 'forbidden',
      clerkElsewhere: 'forbidden',
      wall: 'forbidden',
      kiosk: NO_TOPIC,
      kioskElsewhere: NO_TOPIC,
      machine: NO_TOPIC,
      machineLooks: NO_TOPIC,
      machineElsewhere: NO_TOPIC,
      supervisor: 'forbidden',
      administrator: 'forbidden',
      supervisorElsewhere: 'forbidden',
    },
  },
  'meet:*': { 'meet:signal': inTheirSeats },
}

/**
 * What is heard of a thing of the owner's. `own`: with what is theirs alone (the ticket, the reservation,
 * their ids). `shown`: what the office's wall might show. `silence`: nothing.
 */
export type Heard = 'own' | 'shown' | 'silence'
/** Who may join at all. A temporary owner and a registered one are one user: they listen in turn. */
export const LISTENERS = [
  'owner',
  'ownerRegistered',
  'another',
  'anotherRegistered',
  'social',
  'vouched',
  'clerk',
  'clerkElsewhere',
  'wall',
] as const satisfies readonly CallerKind[]
export type Listener = (typeof LISTENERS)[number]
export type HeardBy = Readonly<Record<Listener, Heard>>

const byOwner = (heard: Heard) => ({ owner: heard, ownerRegistered: heard })
const heardByAll = (heard: Heard): HeardBy => ({
  ...byOwner(heard),
  another: heard,
  anotherRegistered: heard,
  social: heard,
  vouched: heard,
  clerk: heard,
  clerkElsewhere: heard,
  wall: heard,
})
const everybody = heardByAll('shown')
const ownersCopy: HeardBy = { ...everybody, ...byOwner('own') }
const ownerAlone: HeardBy = { ...heardByAll('silence'), ...byOwner('own') }
const inSeats: HeardBy = { ...ownerAlone, ...byOwner('shown'), clerk: 'shown' }

type Events<Name extends ChannelName> = keyof (typeof CHANNELS)[Name]['events']

/** Every event × everybody who could hear it. */
export const EVENTS: { [Name in ChannelName]: Readonly<Record<Events<Name>, HeardBy>> } = {
  'web:*': {
    'ticket:created': ownersCopy,
    'call:created': ownersCopy,
    'call:taken_back': ownersCopy,
    'ticket:skipped': ownersCopy,
    'ticket:attended': ownersCopy,
    'ticket:left': ownersCopy,
    'ticket:passed': ownersCopy,
    'ticket:followed': ownerAlone,
    'ticket:returned': ownersCopy,
    'ticket:parked': ownersCopy,
    'ticket:transferred': ownersCopy,
    'ticket:almost_there': ownerAlone,
    'ticket:message': ownerAlone,
    'line:frozen': everybody,
    'line:reordered': everybody,
    'office:changed': everybody,
    'reserve:updated': ownersCopy,
    'time:estimate': everybody,
    // Said to whoever asked, of what they asked.
    'ticket:error': { ...ownerAlone, ...byOwner('shown') },
  },
  'meet:*': { 'meet:presence': inSeats, 'meet:signal': inSeats },
}
