import { MEET_EVENTS, meetSignal } from './meet-channel.ts'
import { OFFICE_EVENTS, ticketNew } from './office-channel.ts'

/**
 * Every channel, by the pattern of its topics: what a client may say there, and what the server says. Nothing
 * else is joined, said or heard.
 */
export const CHANNELS = {
  'web:*': { pushes: { 'ticket:new': ticketNew }, events: OFFICE_EVENTS },
  'meet:*': { pushes: { 'meet:signal': meetSignal }, events: MEET_EVENTS },
} as const
export type ChannelName = keyof typeof CHANNELS
