import type { Break } from './break.ts'

const tests = ['tests/histories/histories.test.ts']

/** What only shows when everybody does everything at once, among faults: found without being looked for. */
export const histories: Break[] = [
  {
    file: 'server/realtime/office-feed.ts',
    stands: '          say()\n          this.#last = seq',
    becomes: '          say()\n          say()\n          this.#last = seq',
    harm: 'a phone is told twice of each call',
    tests,
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands:
      "      { ...aboutTurn(turn, at), name: 'call:taken_back', detail: { ticket, waiting, ahead } },\n",
    becomes: '',
    harm: 'a call is taken back, and the log forgets it: whoever was called goes to a desk for nothing',
    tests,
  },
  {
    file: 'server/reservations/free-slots.ts',
    stands: "and (state <> 'pending' or confirm_by > ${at}::timestamptz)",
    becomes: "and (state = 'pending' and confirm_by > ${at}::timestamptz)",
    harm: 'a slot that somebody holds is told as free once more',
    tests,
  },
  {
    file: 'server/reservations/move-reservation.ts',
    stands: '[stretchOf(standing), block], at)',
    becomes: '[block], at)',
    harm: 'who moves gives their time back, and nobody is told that it is free',
    tests,
  },
  {
    file: 'server/queue/take/take-number.ts',
    stands: 'await writeTake(db, seqs, given)',
    becomes: 'await writeTake(db, seqs, given.slice(0, 1))',
    harm: 'of those who press in one moment all are told a number, and one has it',
    tests,
  },
  {
    file: 'server/queue/hold/let-others-pass.ts',
    stands: 'detail: { ticket: moved.ticket, places: moved.places },',
    becomes: 'detail: { ticket: moved.ticket, places: input.places },',
    harm: 'who lets two pass where one stands is behind nobody when the day is lived again',
    tests,
  },
]
