import * as v from 'valibot'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import { isoDay } from '#contract/primitives.ts'
import { FIELD_TYPES } from '#contract/rest/forms.ts'
import { LINE_TYPES } from '#contract/rest/offices.ts'

/**
 * The shape of the offices file: what an operator writes, and `npm run offices` loads. Unknown keys are refused, or a
 * misspelt one would silently mean its default. What one part says about another is check-offices-file.ts's.
 * docs/offices-file.md explains it to people, docs/offices.schema.json (drawn from here) to editors.
 */

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/
const slug = v.pipe(
  v.string(),
  v.regex(slugShape, 'a slug is small letters and digits, joined by single dashes'),
  v.maxLength(64),
)
const text = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest))
const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const clockTime = (shape: RegExp, message: string) => v.pipe(v.string(), v.regex(shape, message))

export const hoursEntry = v.strictObject({
  days: v.pipe(v.array(whole(1, 7)), v.minLength(1), v.description('Weekdays, 1 Monday to 7 Sunday.')),
  from: v.pipe(
    clockTime(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM, from 00:00 to 23:59'),
    v.description('HH:MM on the office’s own wall.'),
  ),
  to: v.pipe(
    clockTime(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time is HH:MM, up to 24:00'),
    v.description('HH:MM; 24:00 is the end of the day.'),
  ),
})
export type HoursEntry = v.InferOutput<typeof hoursEntry>

export const questionEntry = v.strictObject({
  id: v.pipe(slug, v.description('By this the answer is kept.')),
  fieldType: v.picklist(FIELD_TYPES),
  question: v.pipe(text(200), v.description('What the person reads.')),
  options: v.optional(
    v.pipe(
      v.array(text(120)),
      v.minLength(1),
      v.description('What may be chosen: of a select, and only there.'),
    ),
  ),
  limit: v.pipe(
    v.optional(v.nullable(whole(1, ANSWER_LENGTH_MAX)), null),
    v.description('The longest answer, in characters; null is the general limit.'),
  ),
  required: v.optional(v.boolean(), true),
  validCharacter: v.pipe(
    v.optional(v.nullable(text(300)), null),
    v.description('A regular expression that the whole answer must match.'),
  ),
  validMessage: v.pipe(
    v.optional(v.nullable(text(200)), null),
    v.description('What the person reads when the answer does not do.'),
  ),
  active: v.pipe(v.optional(v.boolean(), true), v.description('False: kept in the file, but not asked.')),
})
export type QuestionEntry = v.InferOutput<typeof questionEntry>

const limits = v.optional(
  v.strictObject({
    rut_tickets: v.pipe(
      v.optional(whole(0, 1_000), 0),
      v.description('Numbers that one rut or dni may take in a day; 0 is no limit.'),
    ),
  }),
  {},
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
  ticket_form: v.pipe(
    v.optional(v.pipe(v.array(questionEntry), v.maxLength(30)), []),
    v.description('What is asked before a number is given.'),
  ),
})
export type LineEntry = v.InferOutput<typeof lineEntry>

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
  lines: v.array(lineEntry),
  modulos: v.pipe(
    v.optional(v.array(text(20)), []),
    v.description('Names of the desks, as they are called out.'),
  ),
})
export type OfficeEntry = v.InferOutput<typeof officeEntry>

export const organizationEntry = v.strictObject({
  category: v.pipe(slug, v.description('The category whose organization this is.')),
  line_categories: v.array(v.strictObject({ slug, name: text(80) })),
})
export type OrganizationEntry = v.InferOutput<typeof organizationEntry>

export const clerkEntry = v.strictObject({
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
})
export type ClerkEntry = v.InferOutput<typeof clerkEntry>

export const officesFile = v.strictObject({
  $schema: v.optional(v.string()),
  holidays: v.pipe(
    v.optional(v.array(isoDay), []),
    v.description('Days without service at every office that does not say open_on_holidays.'),
  ),
  organizations: v.optional(v.array(organizationEntry), []),
  offices: v.optional(v.array(officeEntry), []),
  clerks: v.optional(v.array(clerkEntry), []),
})
export type OfficesFile = v.InferOutput<typeof officesFile>
