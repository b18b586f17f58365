import type { Break } from './break.ts'

const STAFF = 'tests/wire/staff.test.ts'
const FIRST = 'tests/wire/first-start.test.ts'
const ROLES = 'tests/wire/roles.test.ts'

/** Who may do what at an office, who came by which link, and who did what. */
export const roles: Break[] = [
  {
    file: 'server/facts/clerk-office.ts',
    stands: "if (office.role === 'clerk') {",
    becomes: 'if (office.id === 0) {',
    harm: 'every clerk invites and retires people',
    tests: [ROLES, STAFF],
  },
  {
    file: 'server/staff/accept-invitation.ts',
    stands: "standingInvitation(transaction, context, said.token, 'holds')",
    becomes: "standingInvitation(transaction, context, said.token, 'looks')",
    harm: 'on PostgreSQL two people come in by one link',
    tests: [STAFF],
  },
  {
    file: 'server/staff/standing-invitation.ts',
    stands: 'found.expires_at <= clock.now() || found.revoked_at !== null',
    becomes: 'found.expires_at <= clock.now()',
    harm: 'a link that was taken back still lets somebody in',
    tests: [STAFF],
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
      "    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds.values()]}::integer[])`))\n",
    becomes: '',
    harm: 'opening a second office takes the módulos of the first away',
    tests: [FIRST],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: ', noted as (${writeActs(acts)})',
    becomes: '',
    harm: 'nobody knows who called whom',
    tests: [ROLES],
  },
]
