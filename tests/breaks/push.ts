import type { Break } from './break.ts'

/** Notices: what is sent, to whom, how urgently, and what becomes of it. */
export const push: Break[] = [
  {
    file: 'src/flows/push/renew-push.ts',
    stands: 'else await pushDoor.unsubscribe()',
    becomes: '',
    harm: 'a subscription that the push service gave up is registered again, and stays silent',
    tests: ['tests/unit/flows/push.test.ts'],
  },
  {
    file: 'src/flows/push/test-push.ts',
    stands: 'waited < PUSH_TEST_PATIENCE_MS',
    becomes: 'waited < 4 * PUSH_TEST_PATIENCE_MS',
    harm: '«Probar el aviso» turns for a minute before it says that nothing came',
    tests: ['tests/unit/flows/push.test.ts'],
  },
  {
    file: 'src/domain/may-ask-for-push.ts',
    stands: "asked.where !== 'after-ticket' || !asked.neverAgain",
    becomes: "asked.where !== 'after-ticket' || asked.neverAgain",
    harm: 'who said never again is asked each time, and nobody else is',
    tests: ['tests/unit/flows/push.test.ts'],
  },
  {
    file: 'src/flows/push/wish-opening.ts',
    stands: "if (state !== 'on') return { status: 'unheard', state }",
    becomes: '',
    harm: 'who wishes to be told when an office opens, on a phone that will not ring, waits for nothing',
    tests: ['tests/unit/flows/push.test.ts'],
  },
  {
    file: 'src/screens/office/shut-door.tsx',
    stands: "door === 'shut' || door === 'frozen'",
    becomes: "door === 'frozen'",
    harm: 'who comes too early to take a number is not asked whether to be told, nor sent to an open office',
    tests: ['tests/browser/shut-office.test.ts'],
  },
  {
    file: 'server/notify/push-ticket-news.ts',
    stands: "newsOf('call', job, row, null), {\n      standsMs,\n      urgency: 'high',",
    becomes: "newsOf('call', job, row, null), {\n      standsMs,\n      urgency: 'normal',",
    harm: 'a call waits until the phone wakes by itself',
    tests: ['tests/wire/notify-news.test.ts'],
  },
  {
    file: 'server/notify/deliver-push.ts',
    stands: 'ttl: Math.max(1, Math.ceil(standsMs / 1000)),',
    becomes: 'ttl: 0,',
    harm: 'no sleeping phone ever hears of its call',
    tests: ['tests/wire/notify-news.test.ts'],
  },
  {
    file: 'server/notify/push-ticket-news.ts',
    stands: 'if (job.ahead > NEAREST && row.told_5) return',
    becomes: '',
    harm: '«faltan 10» that comes late replaces «faltan 5»',
    tests: ['tests/wire/notify-news.test.ts'],
  },
  {
    file: 'server/notify/post-to-push-service.ts',
    stands: 'Number(said) * 1_000',
    becomes: 'Number(said)',
    harm: 'a push service that asks for peace is asked again at once, and shuts us out',
    tests: ['tests/wire/notify-answers.test.ts'],
  },
  {
    file: 'server/notify/register-subscription.ts',
    stands: 'const owned = {\n      user_id: userId,',
    becomes: 'const owned = {\n      ...(false as boolean as false && { user_id: userId }),',
    harm: 'a phone that changed hands rings for its former user',
    tests: ['tests/wire/notify-registration.test.ts'],
  },
  {
    file: 'server/notify/register-subscription.ts',
    stands:
      "    await changePreferences(transaction, userId, { site: 'web', notifications: { push: true } })\n",
    becomes: '',
    harm: 'the switch says on and nothing rings',
    tests: ['tests/wire/notify-registration.test.ts'],
  },
  {
    file: 'server/queue/lines/stop-news.ts',
    stands: 'if (!stopped) await wakeWishes(transaction, { line_id }, at)',
    becomes: 'if (stopped) await wakeWishes(transaction, { line_id }, at)',
    harm: 'who waits for a line to thaw is never told',
    tests: ['tests/wire/notify-openings.test.ts'],
  },
  {
    file: 'src/flows/push/save-preferences.ts',
    stands: 'notifications: change,',
    becomes: 'notifications: { ...preferences.current(), ...change },',
    harm: 'who changes the language before their preferences are known is not called any more',
    tests: ['tests/unit/flows/push.test.ts'],
    mendedBy:
      '[PUSH-06] [I18N-01] what was chosen before is kept by whoever is quicker than the answer that tells it',
  },
  {
    file: 'server/identity/preferences.ts',
    stands: 'sql`preferences.notifications || ${json(change)}::jsonb`',
    becomes: 'json({ ...DEFAULT_PREFERENCES, ...change })',
    harm: 'one window switches off the notices that another has just switched on',
    tests: ['tests/wire/identity-preferences.test.ts'],
    mendedBy:
      '[PROF-02] what is left out stays as it was chosen last, or by default, also where two are saved at once',
  },
  {
    file: 'src/app/start-late.ts',
    stands: "['pointerup', 'keydown'] as const",
    becomes: "['pointerdown', 'keydown'] as const",
    harm: 'on a phone no call ever sounds: a finger’s coming down is no press yet',
    tests: ['tests/browser/alarm.test.ts'],
  },
  {
    file: 'src/app/start-late.ts',
    stands: "['pointerup', 'keydown'] as const",
    becomes: "['pointerup'] as const",
    harm: 'no call ever sounds for who steers by keys',
    tests: ['tests/browser/alarm.test.ts'],
  },
  {
    file: 'src/app/start-late.ts',
    stands: 'if (navigator.userActivation?.hasBeenActive) unlockSoon()',
    becomes: 'void 0',
    harm: 'no call sounds for who pressed before the page had come whole',
    tests: ['tests/browser/alarm.test.ts'],
  },
]
