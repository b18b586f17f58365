import * as v from 'valibot'
import {
  CALL_REPEATS,
  MESSAGE_LENGTH_MAX,
  MESSAGES_MAX,
  MISSED_GRACE_MINUTES,
  SERVICE_NAME_MAX,
  SERVICES_MAX,
} from '#contract/desk-limits.ts'
import { isoDay } from '#contract/primitives.ts'
import { deskRole } from '#contract/rest/desk-acts.ts'
import { CLOSINGS } from '#contract/rest/desk-day.ts'
import { policyTexts, policyVersion } from '#contract/rest/policies.ts'
import { LINE_TYPES } from '#contract/rest/offices.ts'
import { networkOf } from '#server/platform/network.ts'
import { slug, text, whole } from './entry-words.ts'
import { hoursEntry } from './hours-entry.ts'
import { formEntry } from './question-entry.ts'
import { preferenceEntry } from './preference-entry.ts'
import { lineReservationsEntry, officeReservationsEntry } from './reservations-entry.ts'

/**
 * The shape of the offices file: what an operator writes, and `npm run offices` loads. Unknown keys are
 * refused, or a misspelt one would silently mean its default. What one part says about another is
 * check-offices-file.ts's. docs/offices-file.md explains it to people, docs/offices.schema.json (drawn from
 * here) to editors.
 */

const limits = v.optional(
  v.strictObject({
    rut_tickets: v.pipe(
      v.optional(whole(0, 1_000), 0),
      v.description('Numbers that one rut or dni may take in a day; 0 is no limit.'),
    ),
  }),
  {},
)

const documentEntry = v.pipe(
  v.optional(v.picklist(['declared', 'proven']), 'declared'),
  v.description(
    'proven: numbers and times only for people whose document a provider vouches for (NUMERITO_DOCUMENT_ISSUER).',
  ),
)

export const lineEntry = v.strictObject({
  slug,
  name: text(80),
  prefix: v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^[A-ZÑ]{1,3}$/, 'a prefix is one to three capital letters'))),
    v.description('Before the number: A042. Needed where the line gives numbers.'),
  ),
  priority: v.pipe(
    v.optional(whole(-1_000, 1_000), 0),
    v.description('Higher comes first, in lists and among the desk’s next calls.'),
  ),
  type: v.pipe(
    v.optional(v.picklist(LINE_TYPES), 'normal'),
    v.description('hidden: reached by its link only; kiosk: gives numbers at the office only.'),
  ),
  virtual: v.pipe(v.optional(v.boolean(), false), v.description('Attended by video.')),
  executive: v.pipe(
    v.optional(v.nullable(text(80)), null),
    v.description('The person who attends, where the line is one person’s.'),
  ),
  folder: v.pipe(v.optional(v.nullable(text(80)), null), v.description('The heading it stands under.')),
  line_category: v.pipe(
    v.optional(v.nullable(slug), null),
    v.description('The kind of service: a slug of the organization’s line_categories.'),
  ),
  takes_tickets: v.optional(v.boolean(), true),
  takes_reservations: v.optional(v.boolean(), false),
  frozen: v.pipe(
    v.optional(v.boolean(), false),
    v.description(
      'How the line begins. After that the desk freezes and thaws it, and loading again leaves that be.',
    ),
  ),
  fallback_minutes: v.pipe(
    v.optional(whole(1, 480), 5),
    v.description('Minutes that one attention takes, until the line’s own pace is known.'),
  ),
  limits,
  document: documentEntry,
  ticket_form: v.pipe(v.optional(formEntry, []), v.description('What is asked before a number is given.')),
  reservations: v.pipe(
    v.optional(lineReservationsEntry),
    v.description('Which times may be booked, where takes_reservations is true.'),
  ),
})
export type LineEntry = v.InferOutput<typeof lineEntry>

const messageText = text(MESSAGE_LENGTH_MAX)
const messageEntry = v.strictObject({
  slug,
  texts: v.strictObject({ es: messageText, en: messageText, pt: messageText }),
})

const steps = v.strictObject({ amber: whole(1, 1_000), red: whole(1, 1_000) })
const warningsEntry = v.strictObject({
  waiting: v.pipe(steps, v.description('People who wait.')),
  minutes: v.pipe(steps, v.description('Minutes of the one who waits longest.')),
})

const policyEntry = v.strictObject({ version: policyVersion, ...policyTexts.entries })
export type PolicyEntry = v.InferOutput<typeof policyEntry>

export const officeEntry = v.strictObject({
  slug,
  name: text(120),
  category: v.pipe(slug, v.description('A slug of the fixed categories; it says the organization too.')),
  demo: v.pipe(v.optional(v.boolean(), false), v.description('Shown as "Demostración".')),
  address: text(160),
  district: v.pipe(text(80), v.description('The commune.')),
  region: text(80),
  latitude: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))), null),
  longitude: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))), null),
  time_zone: v.pipe(text(60), v.description('Of the IANA list: America/Santiago.')),
  hours: v.array(hoursEntry),
  closures: v.pipe(v.optional(v.array(isoDay), []), v.description('Days without service, YYYY-MM-DD.')),
  open_on_holidays: v.pipe(
    v.optional(v.boolean(), false),
    v.description('True: the file’s holidays do not close it.'),
  ),
  options: v.optional(
    v.strictObject({
      web_only: v.pipe(
        v.optional(v.boolean(), false),
        v.description('There is no place to go to: no coordinates, no directions.'),
      ),
    }),
    {},
  ),
  limits,
  calls: v.optional(
    v.strictObject({
      repeats: v.pipe(
        v.optional(whole(CALL_REPEATS.min, CALL_REPEATS.max), CALL_REPEATS.default),
        v.description('How often a call repeats by itself, after 40 s each, before it is missed; 0: never.'),
      ),
      grace_minutes: v.pipe(
        v.optional(whole(MISSED_GRACE_MINUTES.min, MISSED_GRACE_MINUTES.max), MISSED_GRACE_MINUTES.default),
        v.description('Whoever missed their call comes back to the front so long, and to the end later.'),
      ),
    }),
    {},
  ),
  document: documentEntry,
  networks: v.pipe(
    v.optional(
      v.array(
        v.strictObject({
          address: v.pipe(
            text(50),
            v.check(address => networkOf(address) !== null, 'an address, or a range such as 200.1.2.0/24'),
          ),
          numbers: whole(1, 10_000),
        }),
      ),
      [],
    ),
    v.description('Addresses of its own, such as its Wi-Fi’s, and how many numbers of each may wait.'),
  ),
  policy: v.pipe(
    v.optional(policyEntry),
    v.description('What ‘Acepto la política’ accepts here; without it, the file’s policy.'),
  ),
  preference: v.pipe(
    v.optional(v.nullable(preferenceEntry), null),
    v.description('Whom the law lets go first, and how; without it nobody is asked.'),
  ),
  reservations: v.optional(officeReservationsEntry, {}),
  closing: v.pipe(
    v.optional(v.picklist(CLOSINGS), 'finish'),
    v.description(
      'What happens to those who wait when the office closes: finish attends them still, send-home ends their numbers and tells them.',
    ),
  ),
  until_closing: v.pipe(
    v.optional(v.boolean(), false),
    v.description('True: no number is given that cannot be served before the office closes.'),
  ),
  messages: v.pipe(
    v.optional(v.pipe(v.array(messageEntry), v.maxLength(MESSAGES_MAX)), []),
    v.description('What its desks may say to those who wait, beside the sentences that every office has.'),
  ),
  warnings: v.pipe(
    v.optional(v.nullable(warningsEntry), null),
    v.description('From when on the desk’s light is amber, and red.'),
  ),
  services: v.pipe(
    v.optional(v.pipe(v.array(text(SERVICE_NAME_MAX)), v.maxLength(SERVICES_MAX)), []),
    v.description('What it does for people, by its own names: clerks note how often, and it is counted.'),
  ),
  lines: v.array(lineEntry),
  modulos: v.pipe(
    v.optional(v.array(text(20)), []),
    v.description('Names of the desks, as they are called out.'),
  ),
  modulo_lines: v.pipe(
    v.optional(
      v.array(v.strictObject({ modulo: text(20), lines: v.pipe(v.array(slug), v.minLength(1)) })),
      [],
    ),
    v.description('Desks that call from these lines alone; at all others whoever sits there chooses.'),
  ),
})
export type OfficeEntry = v.InferOutput<typeof officeEntry>

const organizationEntry = v.strictObject({
  category: v.pipe(slug, v.description('The category whose organization this is.')),
  line_categories: v.array(v.strictObject({ slug, name: text(80) })),
})
export type OrganizationEntry = v.InferOutput<typeof organizationEntry>

const clerkEntry = v.strictObject({
  user: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, 'a user is small letters and digits, joined by . _ or -'),
    v.maxLength(60),
    v.description(
      'The name to sign in with. The password is set by `npm run offices -- clerk-password USER`.',
    ),
  ),
  name: text(80),
  offices: v.pipe(
    v.array(slug),
    v.minLength(1),
    v.description('Slugs of the offices where the clerk works.'),
  ),
  role: v.pipe(
    v.optional(deskRole, 'clerk'),
    v.description(
      'What they may do there. An administrator reaches all offices of the organizations of these offices.',
    ),
  ),
})
export type ClerkEntry = v.InferOutput<typeof clerkEntry>

export const officesFile = v.strictObject({
  $schema: v.optional(v.string()),
  holidays: v.pipe(
    v.optional(v.array(isoDay), []),
    v.description('Days without service at every office that does not say open_on_holidays.'),
  ),
  policy: v.pipe(
    v.optional(policyEntry),
    v.description('What ‘Acepto la política’ accepts at every office that has no policy of its own.'),
  ),
  organizations: v.optional(v.array(organizationEntry), []),
  offices: v.optional(v.array(officeEntry), []),
  clerks: v.optional(v.array(clerkEntry), []),
})
export type OfficesFile = v.InferOutput<typeof officesFile>
