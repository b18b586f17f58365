import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startSession } from '#server/identity/start-session.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { type Chromium, type ChromiumOptions, launchChromium } from '#tests/support/chromium.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type TurnServer, startTurnServer } from '#tests/support/turn-server.ts'
import { appointment } from '#tests/support/video-appointment.ts'
import { whoCame } from '#tests/support/who-came.ts'
import { PATIENCE_MS, waitFor } from '#tests/support/wait-for.ts'
import { openDeskOffice } from './desk-office.ts'

const dist = join(import.meta.dirname, '../../dist')

// This machine may have no other network than its own.
const LOOPBACK = '--allow-loopback-in-peer-connection'
const DEVICES = '--use-fake-device-for-media-stream=fps=5'
const YES = '--use-fake-ui-for-media-stream'
/** A camera and a microphone, whose question nobody answers with yes. */
export const DEVICES_THAT_ASK = [LOOPBACK, DEVICES]
export const NO_DEVICES = [LOOPBACK, YES]
/** The second one measures depths, and is no picture for anybody. */
export const THREE_CAMERAS = [LOOPBACK, `${DEVICES},device-count=3`, YES]

/** What a page knows of its connection. */
export interface CallStats {
  framesDecoded: number
  audioPackets: number
  audioEnergy: number
  /** Kinds of the two ends of the pair in use: host, srflx, relay; null while there is none. */
  pair: [string, string] | null
}

/**
 * Keeps the peers of a page in the order in which they were made; with a policy of `relay` they use nothing
 * else.
 */
const keepPeers = (policy: RTCIceTransportPolicy) => `
  window.peers = []
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration) {
      super({ ...configuration, iceTransportPolicy: '${policy}' })
      window.peers.push(this)
    }
  }`

/** The newest peer's statistics. */
export function callStats(page: Page): Promise<CallStats | null> {
  return page.evaluate(async () => {
    const peer = (window as unknown as { peers: RTCPeerConnection[] }).peers.at(-1)
    if (!peer) return null
    const stats: CallStats = { framesDecoded: 0, audioPackets: 0, audioEnergy: 0, pair: null }
    const all = await peer.getStats()
    for (const report of all.values()) {
      if (report.type === 'inbound-rtp' && report.kind === 'video') stats.framesDecoded = report.framesDecoded
      if (report.type === 'inbound-rtp' && report.kind === 'audio') {
        stats.audioPackets = report.packetsReceived
        stats.audioEnergy = report.totalAudioEnergy ?? 0
      }
      if (report.type === 'transport' && report.selectedCandidatePairId) {
        const pair = all.get(report.selectedCandidatePairId)
        stats.pair = [
          all.get(pair?.localCandidateId)?.candidateType,
          all.get(pair?.remoteCandidateId)?.candidateType,
        ]
      }
    }
    return stats
  })
}

/** Waits until pictures and sound come in that had not come before. */
export async function seesAndHears(
  page: Page,
  since?: CallStats | null,
  patienceMs = PATIENCE_MS,
): Promise<CallStats> {
  return waitFor(
    'pictures and sound',
    async () => {
      const stats = await callStats(page)
      if (!stats) return undefined
      const isNew =
        stats.framesDecoded > (since?.framesDecoded ?? 0) + 5 &&
        stats.audioPackets > (since?.audioPackets ?? 0) + 20 &&
        stats.audioEnergy > (since?.audioEnergy ?? 0)
      return isNew ? stats : undefined
    },
    patienceMs,
  )
}

/** An office with a clerk, and a customer who reserves; by relays alone, unless there is no TURN server. */
export async function openMeeting({ hasTurn = true } = {}) {
  const turn = hasTurn ? await startTurnServer(systemRandom.uuid()) : null
  const server: TestServer = await startTestServer({
    applicationDirectory: dist,
    settings: { video: { stun: [], turn: turn ? [turn.url] : [], turnSecret: turn?.secret ?? null } },
  })
  const { database, clock } = server
  const { office_id, clerk_id, lineId } = await openDeskOffice(database)
  const customer = await server.signInTemporary()
  const identity = {
    database,
    clock,
    random: systemRandom,
    protection: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
  }
  // A line whose numbers are attended by video.
  const { id: virtualLine } = await database.db
    .insertInto('lines')
    .values({
      office_id,
      slug: 'asesoria',
      name: 'Asesoría por video',
      prefix: 'V',
      type: 'normal',
      virtual: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: modulo_id } = await database.db
    .selectFrom('modulos')
    .select('id')
    .where('office_id', '=', office_id)
    .where('clerk_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const atDesk = { office_id, clerk_id }
  const { clerk_id: colleague_id } = await database.db
    .selectFrom('modulos')
    .select('clerk_id')
    .where('office_id', '=', office_id)
    .where('clerk_id', 'is not', null)
    .$narrowType<{ clerk_id: number }>()
    .executeTakeFirstOrThrow()
  let browsers: Chromium[] = []
  let slot = 0

  async function open(
    cookie: { name: string; value: string },
    options: ChromiumOptions,
  ): Promise<Chromium & { faults: string[] }> {
    // Cameras and notices are asked for by what stands around a page.
    const chromium = await launchChromium({ isWhole: true, flags: [LOOPBACK, DEVICES, YES], ...options })
    browsers.push(chromium)
    const faults: string[] = []
    chromium.page.on('pageerror', error => faults.push(error.message))
    await chromium.context.addCookies([{ ...cookie, url: server.origin, httpOnly: true }])
    await chromium.context.addInitScript(keepPeers(turn ? 'relay' : 'all'))
    return { ...chromium, faults }
  }
  /** Taken by the customer's phone, in the line that is attended by video unless told; gives its tuid. */
  async function takeNumber(line_id = virtualLine): Promise<string> {
    const response = await server.ask('v1', `/offices/${office_id}/tickets/new`, {
      token: customer.token,
      body: { line_id, request_id: systemRandom.uuid() },
    })
    if (!response.ok) throw new Error(`no number: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { tuid: string }).tuid
  }
  const [name = '', value = ''] = customer.cookie.split('=')
  async function deskBrowser(clerk: number, options: ChromiumOptions = {}) {
    const { cookieToken } = await startSession(identity, database.db, { clerk_id: clerk })
    return open(
      { name: `${name}-desk`, value: cookieToken },
      { viewport: { width: 1280, height: 800 }, ...options },
    )
  }
  return {
    server,
    turn: turn as TurnServer,
    stranger: async () => (await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })).user_id,
    /** A reservation by video, now unless told; each in a place of its own. */
    reserve: (change: Partial<Parameters<typeof appointment>[1]> = {}) =>
      appointment(database, {
        office_id,
        line_id: lineId('firmas'),
        user_id: customer.user_id,
        slot: ++slot,
        ...change,
      }),
    takeNumber,
    /** Another number of theirs, in a line where people come; a colleague calls it. */
    async waitElsewhere() {
      const { id: line } = await database.db
        .insertInto('lines')
        .values({ office_id, slug: 'entregas', name: 'Entregas', prefix: 'E', type: 'normal' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const asked = { office_id, clerk_id: colleague_id, line_ids: [line] }
      return { tuid: await takeNumber(line), call: () => callNext(server.queue, asked) }
    },
    /** The clerk sits down at a module. */
    openModulo: () => openModulo(server.queue, { ...atDesk, modulo_id }),
    callNumber: async () =>
      callNext(server.queue, {
        ...atDesk,
        line_ids: [virtualLine],
        ...(await whoCame(server.database, atDesk)),
      }),
    callAgain: () => callAgain(server.queue, atDesk),
    park: () => parkTicket(server.queue, atDesk),
    callParked: (tuid: string) => callParked(server.queue, { ...atDesk, tuid }),
    markAttended: () => markAttended(server.queue, atDesk),
    markAbsent: () => markAbsent(server.queue, atDesk),
    lineAt: `${server.origin}/offices/notaria-91/lines/asesoria`,
    numberAt: (tuid: string) => `${server.origin}/tickets/${tuid}`,
    deskAt: `${server.origin}/desk?office=${office_id}`,
    clerkAtNumber: (tuid: string) => `${server.origin}/desk?office=${office_id}&meet-number=${tuid}`,
    customerBrowser: (options: ChromiumOptions = {}) => open({ name, value }, options),
    clerkBrowser: (options: ChromiumOptions = {}) => deskBrowser(clerk_id, options),
    /** Of another clerk of the same office. */
    colleagueBrowser: () => deskBrowser(colleague_id),
    customerAt: (reservation: string) => `${server.origin}/reservations/${reservation}/meet`,
    clerkAt: (reservation: string) => `${server.origin}/desk?office=${office_id}&meet=${reservation}`,
    async closeBrowsers() {
      await Promise.all(browsers.map(browser => browser.close()))
      browsers = []
    },
    async close() {
      await this.closeBrowsers()
      await server.close()
      await turn?.close()
    },
  }
}

export type Meeting = Awaited<ReturnType<typeof openMeeting>>
