import type { OfficeEvent, OfficeFactName } from '#contract/channel/office-channel.ts'
import { isConfirmed } from '#contract/rules/reservation-state.ts'
import type { Fact } from '#server/facts/fact.ts'
import type { KnownOffice } from './office-directory.ts'
import type { Owned } from './owned.ts'

/** A fact as it is said on the office's topic. */
export interface OfficeEventCopies {
  event: OfficeFactName
  /** What the wall display may show; null where only the owner is told. */
  everyone: OfficeEvent<OfficeFactName> | null
  /** The same with what belongs to the ticket's owner; null where nobody owns it. */
  owner: OfficeEvent<OfficeFactName> | null
}

/**
 * Words a fact for the wire, once for everybody and once for its owner.
 *
 * The last is what belongs to its owner's copy (owned.ts), empty where the owner is not here.
 */
export function officeEventOf(
  fact: Fact,
  office: KnownOffice,
  { ticket, reservation }: Owned,
): OfficeEventCopies {
  const placed = { seq: fact.seq, at: fact.at.toISOString(), officeSlug: office.slug }
  const tuid = fact.ticket_id ?? undefined
  const ruid = fact.reservation_id ?? undefined
  const line_name = fact.line_id === null ? '' : (office.lines.get(fact.line_id) ?? '')
  const names = { line_name, office_name: office.name }
  const owned = ticket && { owned: ticket }
  const forOwner = <Copy>(copy: Copy): Copy | null => (fact.user_id === null ? null : copy)
  switch (fact.name) {
    case 'ticket:created': {
      const everyone = { ...placed, line_id: fact.line_id, ...fact.detail }
      return { event: fact.name, everyone, owner: ticket ? { ...everyone, owned: ticket } : null }
    }
    case 'call:created': {
      const { wait = null, repeat: _repeat, ...detail } = fact.detail
      const everyone = { ...placed, line_id: fact.line_id, ...detail, wait, reserve_id: null, ruid: null }
      const reserve = { reserve_id: ruid ?? null, ruid: ruid ?? null }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, ...reserve, tuid, ...names }) }
    }
    case 'call:taken_back': {
      const { ticket, waiting } = fact.detail
      const everyone = { ...placed, line_id: fact.line_id, ticket, waiting }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, tuid, ruid }) }
    }
    case 'ticket:left': {
      const { ticket, waiting } = fact.detail
      const everyone = { ...placed, line_id: fact.line_id, ticket, waiting }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, tuid }) }
    }
    case 'ticket:returned': {
      const { from: _from, by: _by, ...detail } = fact.detail
      const everyone = { ...placed, line_id: fact.line_id, ...detail }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, tuid, ...owned }) }
    }
    case 'ticket:transferred': {
      const everyone = { ...placed, line_id: fact.line_id, ...fact.detail }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, tuid, ...owned }) }
    }
    case 'ticket:skipped':
    case 'ticket:parked': {
      const everyone = { ...placed, line_id: fact.line_id, ticket: fact.detail.ticket }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, tuid, ...owned }) }
    }
    case 'ticket:attended':
    case 'ticket:passed': {
      const everyone = { ...placed, line_id: fact.line_id, ticket: fact.detail.ticket }
      return { event: fact.name, everyone, owner: forOwner({ ...everyone, tuid }) }
    }
    case 'ticket:followed': {
      const copy = { ...placed, line_id: fact.line_id, ...fact.detail, tuid: tuid ?? '' }
      return {
        event: fact.name,
        everyone: null,
        owner: forOwner({ ...copy, ...owned }),
      }
    }
    case 'ticket:almost_there': {
      const copy = {
        ...placed,
        line_id: fact.line_id,
        ...fact.detail,
        tuid: tuid ?? '',
        line_name: names.line_name,
      }
      return { event: fact.name, everyone: null, owner: forOwner(copy) }
    }
    case 'ticket:message': {
      const copy = { ...placed, line_id: fact.line_id, ...fact.detail, tuid: tuid ?? '' }
      return { event: fact.name, everyone: null, owner: forOwner(copy) }
    }
    case 'reserve:updated': {
      const { state, blocks } = fact.detail
      const confirmed = isConfirmed(state)
      const everyone = { ...placed, line_id: fact.line_id, confirmed, blocks }
      const owner = forOwner({ ...everyone, ruid, ...(reservation && { owned: reservation }) })
      return { event: fact.name, everyone, owner }
    }
    case 'office:changed':
      return { event: fact.name, everyone: placed, owner: null }
    case 'line:reordered':
      return { event: fact.name, everyone: { ...placed, line_id: fact.line_id }, owner: null }
    case 'line:frozen':
      return { event: fact.name, everyone: { ...placed, line_id: fact.line_id, ...fact.detail }, owner: null }
    default: {
      // Of a newer release that serves beside this one: passed over, for what comes after it must be heard.
      const { name } = fact satisfies never as Fact
      return { event: name, everyone: null, owner: null }
    }
  }
}
