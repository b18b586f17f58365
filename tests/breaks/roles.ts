import type { Break } from './break.ts'

const STAFF = 'tests/wire/staff.test.ts'
const FIRST = 'tests/wire/first-start.test.ts'
const ROLES = 'tests/wire/roles.test.ts'
const LOADED = 'tests/wire/offices-load.test.ts'

/** Who may do what at an office, who came by which link, and who did what. */
export const roles: Break[] = [
  {
    file: 'server/offices/load/load-clerks.ts',
    stands: ', ...comparison.retired]',
    becomes: ']',
    harm: 'whoever was retired by the file comes back to all their roles, by any invitation',
    tests: [LOADED],
  },
  {
    file: 'server/offices/load/load-clerks.ts',
    stands: "others === 'keep' ? await withKept",
    becomes: "others !== 'keep' ? await withKept",
    harm: 'a clerk whom the file of one office names may call nobody at all others any more',
    tests: [LOADED],
  },
  {
    file: 'server/offices/load/roles-elsewhere.ts',
    stands: 'places.filter(({ office_id }) => !named.has(office_id))',
    becomes: 'places',
    harm: 'a file that gives a clerk another role at its office is not loaded, for they have one there',
    tests: [LOADED],
  },
  {
    file: 'server/offices/load/roles-elsewhere.ts',
    stands: ' || beyond.has(id)',
    becomes: '',
    harm: 'the file of one office takes the administrator of its organization away from all its others',
    tests: [LOADED],
  },
  {
    file: 'server/offices/load/roles-elsewhere.ts',
    stands: '!touched.has(id) || beyond.has(id)',
    becomes: 'id > 0',
    harm: 'a file with all offices of an organization cannot end that somebody administrates it',
    tests: [LOADED],
  },
  {
    file: 'server/facts/clerk-office.ts',
    stands: "if (office.role === 'clerk') {",
    becomes: 'if (office.id === 0) {',
    harm: 'every clerk invites and retires people',
    tests: [ROLES, STAFF],
  },
  {
    file: 'server/staff/accept-invitation.ts',
    stands: '      await holdAdministrators(transaction, invited.office_id)\n',
    becomes: '',
    harm: 'somebody becomes an administrator by a link of one whom another office just took the role from',
    tests: [STAFF],
    on: 'postgres',
  },
  {
    file: 'server/staff/accept-invitation.ts',
    stands: "standingInvitation(transaction, context, said.token, 'holds')",
    becomes: "standingInvitation(transaction, context, said.token, 'looks')",
    harm: 'two people come in by the link for the first administrator',
    tests: [FIRST],
    on: 'postgres',
    mendedBy: '[ADMIN-04] of two who come by the link in one moment one founds',
  },
  {
    file: 'server/staff/standing-invitation.ts',
    stands: 'found.expires_at <= clock.now() || found.revoked_at !== null',
    becomes: 'found.expires_at <= clock.now()',
    harm: 'a link that was taken back still lets somebody in',
    tests: [STAFF],
  },
  {
    file: 'server/staff/standing-invitation.ts',
    stands: " where i.kind = 'join'\n",
    becomes: ' where false\n',
    harm: 'who was retired comes back by a link that they made before',
    tests: [STAFF],
    mendedBy: '[ADMIN-03] nobody who was retired, or may less by now, comes back by a link of their own',
  },
  {
    file: 'server/staff/standing-invitation.ts',
    stands: " where i.kind = 'password' and w.clerk_id = i.clerk_id",
    becomes: ' where false',
    harm: 'a link that was kept opens the other office at which its person works since',
    tests: [STAFF],
    mendedBy:
      '[ADMIN-01] a link for a password is over once its person works where nobody who made it answers',
  },
  {
    file: 'server/staff/invite.ts',
    stands: "    if (clerk_id === by.clerk_id) throw notFound('the clerk')\n",
    becomes: '',
    harm: 'whoever finds a supervisor’s desk open takes the account over, by a link',
    tests: [STAFF],
    mendedBy: '[ADMIN-03] nobody makes a link for their own password: whoever finds their desk open would',
  },
  {
    file: 'server/staff/invite.ts',
    stands: '    await demandAnswersForAll(transaction, by.clerk_id, whom.clerk_id)\n',
    becomes: '',
    harm: 'a supervisor takes over the account of somebody who works at another office, too',
    tests: [STAFF],
  },
  {
    file: 'server/staff/lead-office.ts',
    stands: "if (role !== 'administrator' && roles.includes('administrator'))",
    becomes: "if (role === 'clerk' && roles.includes('administrator'))",
    harm: 'a supervisor makes themselves an administrator',
    tests: [STAFF],
  },
  {
    file: 'server/staff/lead-office.ts',
    stands:
      '      await holdAdministrators(transaction, by.office_id)\n      const { role, organization_id } = await requireSupervisor({ db: transaction }, by)\n',
    becomes:
      '      const { role, organization_id } = await requireSupervisor({ db: transaction }, by)\n      await holdAdministrators(transaction, by.office_id)\n',
    harm: 'two administrators of two offices take the role from each other, the second when it is theirs no more',
    tests: [STAFF],
    on: 'postgres',
  },
  {
    file: 'server/staff/lead-office.ts',
    stands: 'if (!rows[0]?.leads)',
    becomes: 'if (!rows[0])',
    harm: 'the last supervisor leaves, and nobody can invite anybody',
    tests: [STAFF],
  },
  {
    file: 'server/staff/retire-clerk.ts',
    stands: 'ended: await endClerkSessions(transaction, clerk_id, at), standing',
    becomes: 'ended: [], standing',
    harm: 'who was retired and works elsewhere too goes on with the session that is open',
    tests: [STAFF],
  },
  {
    file: 'server/staff/change-password.ts',
    stands: 'if (!(await verifyPassword(clerk.password_hash, samePassword(said.current)))) throw wrong()',
    becomes: 'await verifyPassword(clerk.password_hash, samePassword(said.current))',
    harm: 'whoever finds a desk open takes the account over',
    tests: [STAFF],
  },
  {
    file: 'server/offices/set-clerk-password.ts',
    stands: ".updateTable('desk_invitations')\n      .set({ revoked_at })",
    becomes: ".updateTable('desk_invitations')\n      .set({ revoked_at: null })",
    harm: 'whoever holds a link for the clerk’s password chooses the next, after the operator gave them one',
    tests: [STAFF],
  },
  {
    file: 'server/staff/first-link.ts',
    stands: '    if (clerk) return null\n',
    becomes: '',
    harm: 'a start where somebody works already prints a way in',
    tests: [FIRST],
  },
  {
    file: 'server/offices/load/load-office.ts',
    stands: '    if (named) return wrong(',
    becomes: '    if (named && office_id !== null) return wrong(',
    harm: 'a new office with the slug of another ends in a failure without a word',
    tests: [FIRST],
  },
  {
    file: 'server/offices/load/load-modulos.ts',
    stands:
      "'prescribed_lines', 'active'])\n    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds.values()]}::integer[])`))\n",
    becomes: "'prescribed_lines', 'active'])\n",
    harm: 'opening a second office takes the módulos of the first away',
    tests: [FIRST],
  },
  {
    file: 'server/staff/read-acts.ts',
    stands: ', ${reservationCode}, a.detail',
    becomes: ", 'RV' || right(a.reservation_id::text, 3), a.detail",
    harm: 'who looks for what became of a reservation by its code finds nothing of its arrival',
    tests: [STAFF],
    mendedBy: '[DESK-12] a reservation is found by the code that the desk shows, from its arrival on',
  },
  {
    file: 'src/desk/found/said-so-far.ts',
    stands: 'numerito-desk-found-${clerkId}',
    becomes: 'numerito-desk-found',
    harm: 'whoever comes to the same machine finds what somebody else answered',
    tests: ['tests/unit/desk/said-so-far.test.ts'],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: ', noted as (${writeActs(acts)})',
    becomes: '',
    harm: 'nobody knows who called whom',
    tests: [ROLES],
  },
  {
    file: 'server/staff/lead-office.ts',
    stands: '  await requireSupervisor(context.database, by)\n  const { answer }',
    becomes: '  const { answer }',
    harm: 'who asks to change people at an office that is none gets an error of ours',
    tests: ['tests/wire/fuzz.test.ts'],
  },
]
