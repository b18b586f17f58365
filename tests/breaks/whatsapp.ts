import type { Break } from './break.ts'

/** The second way to a phone: when it is gone, how often, to whom, and who is believed. */
export const whatsapp: Break[] = [
  {
    file: 'server/whatsapp/ask-code.ts',
    stands:
      "    if (refusal.code !== 'whatsapp-undeliverable') await uncountCode(context, userId, number_hash)\n",
    becomes: '',
    harm: 'who asked for a code three times while WhatsApp was down is kept out for an hour',
    tests: ['tests/wire/whatsapp-number.test.ts'],
  },
  {
    file: 'server/notify/push-ticket-news.ts',
    stands: 'new Date(clock.now().getTime() + DELIVERY_RECEIPT_WAIT_MS)',
    becomes: 'new Date(clock.now().getTime())',
    harm: 'everybody who wished it is written to for each call, whatever their phone showed',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/notify/push-ticket-news.ts',
    stands: 'if (second && sent.accepted + sent.heard === 0)',
    becomes: 'if (second && sent.accepted + sent.heard < 0)',
    harm: 'who has no browser that rings waits 15 s for a receipt that cannot come',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/call-by-whatsapp.ts',
    stands: "d.kind = 'call' and d.calls = t.calls and d.shown_at is not null",
    becomes: "d.kind = 'call' and d.shown_at is not null",
    harm: 'a receipt of the first call keeps the second from going out',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/call-by-whatsapp.ts',
    stands: "p.notifications->'whatsapp' = 'true'::jsonb",
    becomes: "p.notifications->'whatsapp' is not null",
    harm: 'who says no while the receipt is awaited is written to',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/arrange-call.ts',
    stands: ".where('confirmed_at', 'is not', null)",
    becomes: '',
    harm: 'for a number that nobody showed to be theirs a way is arranged at each call',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/call-by-whatsapp.ts',
    stands: "eb('whatsapp_messages.status', '=', 'postponed'),",
    becomes: "eb('whatsapp_messages.status', '!=', 'read'),",
    harm: 'a job that runs twice writes twice',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/call-by-whatsapp.ts',
    stands: "eb('whatsapp_messages.sent_at', '<=', died),",
    becomes: "eb('whatsapp_messages.sent_at', '<', new Date(0)),",
    harm: 'a call over which a server died goes out never',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/post-to-whatsapp.ts',
    stands: 'status === 429 || status >= 500 || (code !== null && PASSING.has(code))',
    becomes: 'status === 429 || status >= 500',
    harm: 'a limit that comes as a 400 loses the call',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/hear-statuses.ts',
    stands:
      'array_position(${ORDER}::text[], status) < array_position(${ORDER}::text[], ${told.status}::text)',
    becomes: 'true',
    harm: 'what is told late takes back what is known, and is counted again',
    tests: ['tests/wire/whatsapp-call.test.ts'],
  },
  {
    file: 'server/whatsapp/webhook-routes.ts',
    stands: "if (hex === undefined || !timingSafeEqual(own, Buffer.from(hex, 'hex')))",
    becomes: 'if (hex === undefined)',
    harm: 'anybody tells a desk that a notice was received',
    tests: ['tests/wire/whatsapp-webhook.test.ts'],
  },
  {
    file: 'server/whatsapp/confirm-number.ts',
    stands: ".where('tries', '<', WHATSAPP_CODE_TRIES)",
    becomes: '',
    harm: 'a code is guessed at without end',
    tests: ['tests/wire/whatsapp-number.test.ts'],
  },
  {
    file: 'server/whatsapp/ask-code.ts',
    stands: '> WHATSAPP_CODES_MAX.number) throw tooMany()',
    becomes: '> 1_000) throw tooMany()',
    harm: 'a stranger’s phone rings with codes all day',
    tests: ['tests/wire/whatsapp-number.test.ts'],
  },
  {
    file: 'server/whatsapp/send-message.ts',
    stands: "protection.whatsappHash('message', messageId)",
    becomes: 'Buffer.from(messageId)',
    harm: 'the number can be read from what the message is called',
    tests: ['tests/wire/whatsapp-number.test.ts'],
  },
  {
    file: 'server/identity/forget-temporary-people.ts',
    stands: "await transaction.deleteFrom('whatsapp_numbers').where('user_id', 'in', ids).execute()",
    becomes: '',
    harm: 'the number of somebody who was forgotten is kept for ever',
    tests: ['tests/wire/whatsapp-number.test.ts'],
  },
]
