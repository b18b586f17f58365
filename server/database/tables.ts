import type {
  AdministratorsTable,
  ClerkLinesTable,
  ClerkOfficesTable,
  ClerksTable,
  DeskInvitationsTable,
  DeskRolesView,
  HolidaysTable,
  LineCategoriesTable,
  LinesTable,
  ModuloHoursTable,
  ModulosTable,
  OfficeChangesTable,
  OfficeLinksTable,
  OfficesTable,
} from './tables/offices.ts'
import type {
  AccountLinksTable,
  AccountsTable,
  FavoriteLinesTable,
  FavoriteOfficesTable,
  HandoverCodesTable,
  PoliciesTable,
  PolicyAcceptancesTable,
  PreferencesTable,
  SessionsTable,
  UsedCaptchasTable,
  UsersTable,
} from './tables/people.ts'
import type { ProviderIdentitiesTable, SignInAttemptsTable } from './tables/social.ts'
import type {
  DayFiguresTable,
  KnocksTable,
  LineDaysTable,
  LineHabitsTable,
  OfficeSequencesTable,
  PollsTable,
  ReservationsTable,
  TicketAddressesTable,
  TicketNotesTable,
  TicketServicesTable,
  TicketsTable,
} from './tables/turns.ts'
import type {
  CallReasonsTable,
  DeskActsTable,
  DeskPressesTable,
  FactsTable,
  FlagsTable,
  JobsTable,
  LineMovesTable,
  MovesTable,
  WriteProbeTable,
} from './tables/log.ts'
import type {
  MeetSeatsTable,
  OpeningWishesTable,
  PushDeliveriesTable,
  PushKeysTable,
  PushSubscriptionsTable,
  WebhooksTable,
  WhatsappMessagesTable,
  WhatsappNumbersTable,
} from './tables/notices.ts'

/** The database as Kysely knows it; migrations/ makes it so. */
export interface Tables {
  offices: OfficesTable
  holidays: HolidaysTable
  office_changes: OfficeChangesTable
  line_categories: LineCategoriesTable
  lines: LinesTable
  clerks: ClerksTable
  clerk_offices: ClerkOfficesTable
  administrators: AdministratorsTable
  desk_roles: DeskRolesView
  desk_invitations: DeskInvitationsTable
  modulos: ModulosTable
  modulo_hours: ModuloHoursTable
  clerk_lines: ClerkLinesTable
  office_links: OfficeLinksTable
  users: UsersTable
  policies: PoliciesTable
  policy_acceptances: PolicyAcceptancesTable
  sessions: SessionsTable
  accounts: AccountsTable
  account_links: AccountLinksTable
  used_captchas: UsedCaptchasTable
  handover_codes: HandoverCodesTable
  preferences: PreferencesTable
  provider_identities: ProviderIdentitiesTable
  sign_in_attempts: SignInAttemptsTable
  favorite_offices: FavoriteOfficesTable
  favorite_lines: FavoriteLinesTable
  line_days: LineDaysTable
  line_habits: LineHabitsTable
  office_sequences: OfficeSequencesTable
  tickets: TicketsTable
  reservations: ReservationsTable
  day_figures: DayFiguresTable
  ticket_addresses: TicketAddressesTable
  ticket_notes: TicketNotesTable
  ticket_services: TicketServicesTable
  polls: PollsTable
  knocks: KnocksTable
  facts: FactsTable
  call_reasons: CallReasonsTable
  line_moves: LineMovesTable
  desk_acts: DeskActsTable
  desk_presses: DeskPressesTable
  meet_seats: MeetSeatsTable
  jobs: JobsTable
  push_keys: PushKeysTable
  push_subscriptions: PushSubscriptionsTable
  push_deliveries: PushDeliveriesTable
  opening_wishes: OpeningWishesTable
  webhooks: WebhooksTable
  whatsapp_numbers: WhatsappNumbersTable
  whatsapp_messages: WhatsappMessagesTable
  flags: FlagsTable
  moves: MovesTable
  write_probe: WriteProbeTable
}
