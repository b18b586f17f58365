


SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;


CREATE FUNCTION public.end_line_choice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    update modulos set changed_at = new.chosen_at
    where clerk_id = new.clerk_id and office_id = new.office_id and break_until is null
      and prescribed_lines is null and changed_at < new.chosen_at;
    return new;
  end $$;



CREATE FUNCTION public.end_sessions_of_link() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    update sessions set revoked_at = new.revoked_at where office_link_id = new.id and revoked_at is null;
    return null;
  end $$;



CREATE FUNCTION public.end_sitting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    new.break_until := null;
    new.help_asked_at := null;
    new.help_clerk_id := null;
    return new;
  end $$;



CREATE FUNCTION public.forget_day_figures() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    delete from day_figures where office_id = old.office_id and day = old.day;
    return null;
  end $$;



CREATE FUNCTION public.forget_day_of_services() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    delete from day_figures k using tickets t
    where t.id = coalesce(new.ticket_id, old.ticket_id) and k.office_id = t.office_id and k.day = t.day;
    return null;
  end $$;



CREATE FUNCTION public.forget_office_figures() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    delete from day_figures where office_id = old.id;
    return null;
  end $$;



CREATE FUNCTION public.keep_final_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    return null;
  end $$;



CREATE FUNCTION public.note_modulo_hours() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into modulo_hours (office_id, modulo_id, opened_at, closed_at, line_ids)
    values (old.office_id, old.id, old.changed_at, new.changed_at, coalesce(
      old.prescribed_lines,
      (select c.line_ids from clerk_lines c where c.clerk_id = old.clerk_id and c.office_id = old.office_id),
      (select jsonb_agg(l.id order by l.id) from lines l where l.office_id = old.office_id and l.active),
      '[]'
    ));
    return null;
  end $$;



CREATE FUNCTION public.policies_keep_their_texts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    raise exception 'the text of policy % is accepted as it is', old.version using errcode = 'check_violation';
  end $$;



CREATE FUNCTION public.refuse_of_erased() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  declare
    gone timestamptz;
  begin
    if new.user_id is null then
      return new;
    end if;
    select erased_at into gone from users where id = new.user_id for key share;
    if gone is not null then
      raise exception 'whose this would be was erased'
        using errcode = 'foreign_key_violation', constraint = 'users_erased_get_nothing';
    end if;
    return new;
  end $$;



CREATE FUNCTION public.tell_clerk_retired() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    perform pg_notify('numerito_session_ends', 'clerk:' || old.id::text || ' ' || id::text)
    from sessions where clerk_id = old.id and revoked_at is null;
    return null;
  end $$;



CREATE FUNCTION public.tell_session_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    perform pg_notify(
      'numerito_session_ends',
      coalesce('user:' || old.user_id::text, 'clerk:' || old.clerk_id::text, 'link:' || old.office_link_id::text)
        || ' ' || old.id::text
    );
    return null;
  end $$;



CREATE FUNCTION public.users_document_proof_is_of_it() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    new.document_proven_at := null;
    new.document_proven_by := null;
    return new;
  end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;


CREATE TABLE public.account_links (
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    email_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_links_kind_check CHECK ((kind = ANY (ARRAY['confirm-email'::text, 'reset-password'::text])))
);



CREATE TABLE public.accounts (
    user_id uuid NOT NULL,
    email_hash bytea NOT NULL,
    email_confirmed_at timestamp with time zone,
    password_hash text,
    created_at timestamp with time zone NOT NULL
);



CREATE TABLE public.administrators (
    clerk_id integer NOT NULL,
    organization_id integer NOT NULL
);



CREATE TABLE public.call_reasons (
    office_id integer NOT NULL,
    seq bigint NOT NULL,
    rule text NOT NULL,
    line_ids jsonb NOT NULL,
    stood jsonb NOT NULL,
    CONSTRAINT call_reasons_rule_check CHECK ((rule = ANY (ARRAY['preference'::text, 'reservation'::text, 'order'::text, 'chosen'::text])))
);



CREATE TABLE public.clerk_lines (
    clerk_id integer NOT NULL,
    office_id integer NOT NULL,
    line_ids jsonb,
    chosen_at timestamp with time zone NOT NULL
);



CREATE TABLE public.clerk_offices (
    clerk_id integer NOT NULL,
    office_id integer NOT NULL,
    role text DEFAULT 'clerk'::text NOT NULL,
    CONSTRAINT clerk_offices_role CHECK ((role = ANY (ARRAY['clerk'::text, 'supervisor'::text])))
);



CREATE TABLE public.clerks (
    id integer NOT NULL,
    user_name text NOT NULL,
    name text NOT NULL,
    password_hash text,
    active boolean DEFAULT true NOT NULL
);



ALTER TABLE public.clerks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clerks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.day_figures (
    office_id integer NOT NULL,
    day date NOT NULL,
    turns jsonb NOT NULL,
    final boolean DEFAULT false NOT NULL,
    ratings jsonb,
    CONSTRAINT day_figures_final CHECK (((final = (ratings IS NOT NULL)) AND ((NOT final) OR ((turns -> 'services'::text) IS NOT NULL))))
);



CREATE TABLE public.desk_acts (
    id bigint NOT NULL,
    office_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    clerk_id integer NOT NULL,
    act text NOT NULL,
    ticket_id uuid,
    reservation_id uuid,
    line_id integer,
    modulo_id integer,
    reason text,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT desk_acts_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 300)))
);



ALTER TABLE public.desk_acts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.desk_acts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.desk_invitations (
    id uuid NOT NULL,
    kind text NOT NULL,
    token_hash bytea NOT NULL,
    office_id integer,
    role text NOT NULL,
    clerk_id integer,
    invited_by integer,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    used_by integer,
    revoked_at timestamp with time zone,
    CONSTRAINT desk_invitations_kind_check CHECK ((kind = ANY (ARRAY['join'::text, 'password'::text, 'first'::text]))),
    CONSTRAINT desk_invitations_of_whom CHECK (((clerk_id IS NOT NULL) = (kind = 'password'::text))),
    CONSTRAINT desk_invitations_role_check CHECK ((role = ANY (ARRAY['clerk'::text, 'supervisor'::text, 'administrator'::text]))),
    CONSTRAINT desk_invitations_to_an_office CHECK (((office_id IS NULL) = (kind = 'first'::text))),
    CONSTRAINT desk_invitations_used_by CHECK (((used_at IS NULL) = (used_by IS NULL))),
    CONSTRAINT desk_invitations_used_or_revoked CHECK (((used_at IS NULL) OR (revoked_at IS NULL)))
);



CREATE TABLE public.desk_presses (
    clerk_id integer NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    done boolean NOT NULL
);



CREATE TABLE public.offices (
    id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    category_slug text NOT NULL,
    organization_id integer NOT NULL,
    address text NOT NULL,
    district text NOT NULL,
    region text NOT NULL,
    latitude double precision,
    longitude double precision,
    time_zone text NOT NULL,
    hours jsonb NOT NULL,
    closures jsonb DEFAULT '[]'::jsonb NOT NULL,
    web_only boolean DEFAULT false NOT NULL,
    rut_ticket_limit integer DEFAULT 0 NOT NULL,
    active boolean DEFAULT true NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    reserve_one_per text,
    networks jsonb DEFAULT '[]'::jsonb NOT NULL,
    policy_version text,
    proven_document boolean DEFAULT false NOT NULL,
    missed_grace_minutes integer DEFAULT 15 NOT NULL,
    call_repeats integer DEFAULT 2 NOT NULL,
    preference jsonb,
    closing text DEFAULT 'finish'::text NOT NULL,
    until_closing boolean DEFAULT false NOT NULL,
    messages jsonb DEFAULT '[]'::jsonb NOT NULL,
    warnings jsonb,
    open_on_holidays boolean DEFAULT false NOT NULL,
    services jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT offices_call_repeats_check CHECK (((call_repeats >= 0) AND (call_repeats <= 5))),
    CONSTRAINT offices_closing_check CHECK ((closing = ANY (ARRAY['finish'::text, 'send-home'::text]))),
    CONSTRAINT offices_missed_grace_minutes_check CHECK (((missed_grace_minutes >= 0) AND (missed_grace_minutes <= 120))),
    CONSTRAINT offices_reserve_one_per_check CHECK ((reserve_one_per = ANY (ARRAY['line'::text, 'office'::text, 'organization'::text]))),
    CONSTRAINT offices_rut_ticket_limit_check CHECK ((rut_ticket_limit >= 0))
);



CREATE VIEW public.desk_roles AS
 SELECT reach.clerk_id,
    reach.office_id,
        CASE
            WHEN bool_or(reach.administers) THEN 'administrator'::text
            ELSE max(reach.role)
        END AS role
   FROM ( SELECT clerk_offices.clerk_id,
            clerk_offices.office_id,
            clerk_offices.role,
            false AS administers
           FROM public.clerk_offices
        UNION ALL
         SELECT a.clerk_id,
            o.id,
            NULL::text,
            true
           FROM (public.administrators a
             JOIN public.offices o ON ((o.organization_id = a.organization_id)))
          WHERE o.active) reach
  GROUP BY reach.clerk_id, reach.office_id;



CREATE TABLE public.facts (
    office_id integer NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    line_id integer,
    ticket_id uuid,
    user_id uuid,
    detail jsonb NOT NULL,
    reservation_id uuid,
    CONSTRAINT facts_of_a_line CHECK (((line_id IS NULL) = (kind = 'office:changed'::text)))
);



CREATE TABLE public.favorite_lines (
    user_id uuid NOT NULL,
    line_id integer NOT NULL,
    place smallint NOT NULL,
    added_at timestamp with time zone NOT NULL,
    CONSTRAINT favorite_lines_place_check CHECK (((place >= 1) AND (place <= 100)))
);



CREATE TABLE public.favorite_offices (
    user_id uuid NOT NULL,
    office_id integer NOT NULL,
    place smallint NOT NULL,
    added_at timestamp with time zone NOT NULL,
    CONSTRAINT favorite_offices_place_check CHECK (((place >= 1) AND (place <= 100)))
);



CREATE TABLE public.flags (
    name text NOT NULL,
    enabled boolean NOT NULL,
    variant jsonb
);



CREATE TABLE public.handover_codes (
    code_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);



CREATE TABLE public.holidays (
    day date NOT NULL
);



CREATE TABLE public.jobs (
    id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    payload jsonb NOT NULL,
    run_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone,
    last_error text
);



ALTER TABLE public.jobs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.knocks (
    kind text NOT NULL,
    key text NOT NULL,
    since timestamp with time zone NOT NULL,
    times integer NOT NULL
);



CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);



COMMENT ON TABLE public.kysely_migration IS '0.3.0';



CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);



CREATE TABLE public.line_categories (
    id integer NOT NULL,
    organization_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL
);



ALTER TABLE public.line_categories ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.line_categories_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.line_days (
    line_id integer NOT NULL,
    day date NOT NULL,
    last_number integer DEFAULT 0 NOT NULL
);



CREATE TABLE public.line_habits (
    line_id integer NOT NULL,
    learned_on date NOT NULL,
    per_call real,
    habits jsonb,
    calibration jsonb,
    CONSTRAINT line_habits_whole CHECK ((((habits IS NULL) = (per_call IS NULL)) AND (per_call > (0)::double precision)))
);



CREATE TABLE public.line_moves (
    office_id integer NOT NULL,
    seq bigint NOT NULL,
    ticket_id uuid NOT NULL,
    ahead integer NOT NULL,
    CONSTRAINT line_moves_ahead_check CHECK ((ahead >= 0))
);



CREATE TABLE public.lines (
    id integer NOT NULL,
    office_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    type text NOT NULL,
    virtual boolean DEFAULT false NOT NULL,
    executive text,
    folder text,
    line_category_id integer,
    takes_tickets boolean DEFAULT true NOT NULL,
    takes_reservations boolean DEFAULT false NOT NULL,
    frozen boolean DEFAULT false NOT NULL,
    fallback_minutes integer DEFAULT 5 NOT NULL,
    rut_ticket_limit integer DEFAULT 0 NOT NULL,
    ticket_form jsonb,
    active boolean DEFAULT true NOT NULL,
    reserve_minutes integer DEFAULT 15 NOT NULL,
    reserve_slots integer DEFAULT 1 NOT NULL,
    reserve_days_ahead integer DEFAULT 30 NOT NULL,
    reserve_hours jsonb,
    unavailable_days jsonb DEFAULT '[]'::jsonb NOT NULL,
    reserve_modalities text DEFAULT 'in-person'::text NOT NULL,
    reserve_confirm_minutes integer,
    reserve_form jsonb,
    proven_document boolean DEFAULT false NOT NULL,
    frozen_reason text,
    frozen_note text,
    frozen_until timestamp with time zone,
    closed_until timestamp with time zone,
    closed_by_clock boolean DEFAULT false NOT NULL,
    CONSTRAINT lines_fallback_minutes_check CHECK ((fallback_minutes > 0)),
    CONSTRAINT lines_frozen_note_check CHECK (((length(frozen_note) >= 1) AND (length(frozen_note) <= 120))),
    CONSTRAINT lines_frozen_reason_check CHECK ((frozen_reason = ANY (ARRAY['system-down'::text, 'short-staffed'::text, 'full'::text, 'meeting'::text]))),
    CONSTRAINT lines_reserve_confirm_minutes_check CHECK (((reserve_confirm_minutes >= 1) AND (reserve_confirm_minutes <= 10080))),
    CONSTRAINT lines_reserve_days_ahead_check CHECK (((reserve_days_ahead >= 0) AND (reserve_days_ahead <= 365))),
    CONSTRAINT lines_reserve_minutes_check CHECK (((reserve_minutes >= 5) AND (reserve_minutes <= 480))),
    CONSTRAINT lines_reserve_modalities_check CHECK ((reserve_modalities = ANY (ARRAY['in-person'::text, 'video'::text, 'both'::text]))),
    CONSTRAINT lines_reserve_slots_check CHECK (((reserve_slots >= 1) AND (reserve_slots <= 100))),
    CONSTRAINT lines_rut_ticket_limit_check CHECK ((rut_ticket_limit >= 0)),
    CONSTRAINT lines_type_check CHECK ((type = ANY (ARRAY['normal'::text, 'kiosk'::text, 'hidden'::text])))
);



ALTER TABLE public.lines ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.lines_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.modulo_hours (
    office_id integer NOT NULL,
    modulo_id integer NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone NOT NULL,
    line_ids jsonb,
    CONSTRAINT modulo_hours_last CHECK ((opened_at < closed_at))
);



CREATE TABLE public.modulos (
    id integer NOT NULL,
    office_id integer NOT NULL,
    name text NOT NULL,
    clerk_id integer,
    opened_at timestamp with time zone,
    active boolean DEFAULT true NOT NULL,
    break_until timestamp with time zone,
    help_asked_at timestamp with time zone,
    help_clerk_id integer,
    changed_at timestamp with time zone,
    prescribed_lines jsonb,
    CONSTRAINT modulos_break_of_clerk CHECK (((break_until IS NULL) OR (clerk_id IS NOT NULL))),
    CONSTRAINT modulos_check CHECK (((clerk_id IS NULL) = (opened_at IS NULL))),
    CONSTRAINT modulos_help_answers CHECK (((help_clerk_id IS NULL) OR (help_asked_at IS NOT NULL))),
    CONSTRAINT modulos_help_of_clerk CHECK (((help_asked_at IS NULL) OR (clerk_id IS NOT NULL)))
);



ALTER TABLE public.modulos ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.modulos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.moves (
    way text NOT NULL,
    id uuid NOT NULL,
    place text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT moves_way_check CHECK ((way = ANY (ARRAY['away'::text, 'here'::text])))
);



CREATE TABLE public.office_changes (
    id bigint NOT NULL,
    office_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    clerk_id integer NOT NULL,
    before jsonb NOT NULL,
    version text NOT NULL
);



ALTER TABLE public.office_changes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.office_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.office_links (
    id integer NOT NULL,
    office_id integer NOT NULL,
    use text NOT NULL,
    name text NOT NULL,
    languages jsonb NOT NULL,
    secret_hash bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    made_by integer,
    revoked_at timestamp with time zone,
    gives boolean DEFAULT false NOT NULL,
    CONSTRAINT office_links_gives CHECK (((use = 'machine'::text) OR (NOT gives))),
    CONSTRAINT office_links_use_check CHECK ((use = ANY (ARRAY['wall'::text, 'kiosk'::text, 'machine'::text])))
);



ALTER TABLE public.office_links ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.office_links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.office_sequences (
    office_id integer NOT NULL,
    last_seq bigint DEFAULT 0 NOT NULL
);



ALTER TABLE public.offices ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.offices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.opening_wishes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    office_id integer NOT NULL,
    line_id integer,
    wished_at timestamp with time zone NOT NULL
);



CREATE TABLE public.policies (
    version text NOT NULL,
    texts jsonb NOT NULL,
    for_all boolean DEFAULT false NOT NULL
);



CREATE TABLE public.policy_acceptances (
    user_id uuid NOT NULL,
    version text NOT NULL,
    accepted_at timestamp with time zone NOT NULL
);



CREATE TABLE public.polls (
    ticket_id uuid NOT NULL,
    rating smallint,
    description bytea,
    answered_at timestamp with time zone,
    declined_at timestamp with time zone,
    line_id integer,
    day date,
    CONSTRAINT polls_described_when_rated CHECK (((description IS NULL) OR (rating IS NOT NULL))),
    CONSTRAINT polls_description_check CHECK ((octet_length(description) <= 4096)),
    CONSTRAINT polls_rated_when_answered CHECK (((rating IS NULL) = (answered_at IS NULL))),
    CONSTRAINT polls_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT polls_say_something CHECK (((answered_at IS NOT NULL) OR (declined_at IS NOT NULL)))
);



CREATE TABLE public.preferences (
    user_id uuid NOT NULL,
    site text NOT NULL,
    notifications jsonb NOT NULL
);



CREATE TABLE public.provider_identities (
    provider text NOT NULL,
    subject_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT provider_identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'facebook'::text, 'microsoft'::text, 'document'::text])))
);



CREATE TABLE public.push_deliveries (
    id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    user_id uuid NOT NULL,
    ticket_id uuid,
    kind text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    status integer,
    shown_at timestamp with time zone,
    calls integer,
    CONSTRAINT push_deliveries_calls_check CHECK ((calls >= 1)),
    CONSTRAINT push_deliveries_calls_of_ticket CHECK (((calls IS NULL) OR (ticket_id IS NOT NULL)))
);



CREATE TABLE public.push_keys (
    id integer NOT NULL,
    public_key text NOT NULL,
    private_key bytea NOT NULL,
    CONSTRAINT push_keys_id_check CHECK ((id = 1))
);



CREATE TABLE public.push_subscriptions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text NOT NULL,
    created_at timestamp with time zone NOT NULL
);



CREATE TABLE public.reservations (
    id uuid NOT NULL,
    office_id integer NOT NULL,
    line_id integer NOT NULL,
    user_id uuid,
    identity_hash bytea,
    request_id uuid NOT NULL,
    state text NOT NULL,
    block_from timestamp with time zone NOT NULL,
    block_to timestamp with time zone NOT NULL,
    slot integer NOT NULL,
    slots integer NOT NULL,
    meet boolean DEFAULT false NOT NULL,
    once_in text,
    inserted_at timestamp with time zone NOT NULL,
    confirm_by timestamp with time zone,
    confirmed_at timestamp with time zone,
    deleted_at timestamp with time zone,
    called_at timestamp with time zone,
    ended_at timestamp with time zone,
    meta bytea,
    disputed boolean DEFAULT false NOT NULL,
    proven boolean DEFAULT false NOT NULL,
    before_call text,
    arrived_at timestamp with time zone,
    booked_for bytea,
    CONSTRAINT reservations_before_call_check CHECK ((before_call = ANY (ARRAY['confirmed'::text, 'user-confirmed'::text]))),
    CONSTRAINT reservations_check CHECK ((block_from < block_to)),
    CONSTRAINT reservations_deleted CHECK (((deleted_at IS NULL) = (state <> ALL (ARRAY['cancelled'::text, 'expired'::text, 'removed'::text])))),
    CONSTRAINT reservations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'user-confirmed'::text, 'called'::text, 'attended'::text, 'missed'::text, 'cancelled'::text, 'expired'::text, 'removed'::text]))),
    CONSTRAINT reservations_within_capacity CHECK (((slot >= 1) AND (slot <= slots)))
);



CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid,
    clerk_id integer,
    cookie_hash bytea NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    device text,
    office_link_id integer,
    CONSTRAINT sessions_device_check CHECK ((length(device) <= 60)),
    CONSTRAINT sessions_of_one CHECK ((num_nonnulls(user_id, clerk_id, office_link_id) = 1))
);



CREATE TABLE public.sign_in_attempts (
    id uuid NOT NULL,
    provider text NOT NULL,
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    secrets bytea NOT NULL,
    asked_by uuid,
    mode text NOT NULL,
    origin text NOT NULL,
    next text NOT NULL,
    language text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    returned_at timestamp with time zone,
    outcome bytea,
    failure text,
    claims integer DEFAULT 0 NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT sign_in_attempts_check CHECK (((outcome IS NULL) OR (failure IS NULL))),
    CONSTRAINT sign_in_attempts_mode_check CHECK ((mode = ANY (ARRAY['popup'::text, 'redirect'::text])))
);



CREATE TABLE public.ticket_addresses (
    ticket_id uuid NOT NULL,
    key text NOT NULL
);



CREATE TABLE public.ticket_notes (
    ticket_id uuid NOT NULL,
    note bytea NOT NULL,
    noted_at timestamp with time zone NOT NULL
);



CREATE TABLE public.ticket_services (
    ticket_id uuid NOT NULL,
    service text NOT NULL,
    quantity smallint NOT NULL,
    noted_at timestamp with time zone NOT NULL,
    CONSTRAINT ticket_services_named CHECK ((service <> ''::text)),
    CONSTRAINT ticket_services_quantity CHECK (((quantity >= 1) AND (quantity <= 99)))
);



CREATE TABLE public.tickets (
    id uuid NOT NULL,
    office_id integer NOT NULL,
    line_id integer NOT NULL,
    day date NOT NULL,
    number integer,
    prefix text NOT NULL,
    user_id uuid,
    identity_hash bytea,
    request_id uuid,
    state text NOT NULL,
    place numeric NOT NULL,
    passes integer DEFAULT 0 NOT NULL,
    told_10 boolean DEFAULT false NOT NULL,
    told_5 boolean DEFAULT false NOT NULL,
    on_my_way boolean DEFAULT false NOT NULL,
    inserted_at timestamp with time zone NOT NULL,
    called_at timestamp with time zone,
    calls integer DEFAULT 0 NOT NULL,
    modulo_id integer,
    clerk_id integer,
    ended_at timestamp with time zone,
    meta bytea,
    reservation_id uuid,
    disputed boolean DEFAULT false NOT NULL,
    hand integer,
    proven boolean DEFAULT false NOT NULL,
    arrived_at timestamp with time zone,
    calls_taken_back integer DEFAULT 0 NOT NULL,
    before_call jsonb,
    parked_at timestamp with time zone,
    returns integer DEFAULT 0 NOT NULL,
    given_in integer,
    for_modulo_id integer,
    preference text,
    arrival_place numeric,
    message jsonb,
    told_from smallint,
    told_to smallint,
    told_flow real,
    CONSTRAINT tickets_hand_check CHECK (((hand >= 1) AND (hand <= 5))),
    CONSTRAINT tickets_number_check CHECK ((number > 0)),
    CONSTRAINT tickets_number_or_reservation CHECK (((number IS NULL) = ((reservation_id IS NOT NULL) OR (state = 'taken-back'::text)))),
    CONSTRAINT tickets_parked_since CHECK (((state <> 'parked'::text) OR (parked_at IS NOT NULL))),
    CONSTRAINT tickets_preference_check CHECK ((preference = ANY (ARRAY['declared'::text, 'given'::text, 'refused'::text]))),
    CONSTRAINT tickets_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'called'::text, 'parked'::text, 'attended'::text, 'skipped'::text, 'given-up'::text, 'expired'::text, 'removed'::text, 'sent-home'::text, 'taken-back'::text]))),
    CONSTRAINT tickets_told_flow CHECK ((told_flow >= (0)::double precision)),
    CONSTRAINT tickets_told_range CHECK ((((told_from IS NULL) = (told_to IS NULL)) AND (told_from >= 0) AND (told_from <= told_to)))
);



CREATE TABLE public.used_captchas (
    signature text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);



CREATE TABLE public.users (
    id uuid NOT NULL,
    temporal boolean NOT NULL,
    language text DEFAULT 'es'::text NOT NULL,
    person bytea,
    identity_type text,
    identity_hash bytea,
    login_attempt uuid,
    created_at timestamp with time zone NOT NULL,
    last_turn_at timestamp with time zone,
    document_changes integer DEFAULT 0 NOT NULL,
    document_proven_at timestamp with time zone,
    document_proven_by text,
    erased_at timestamp with time zone,
    CONSTRAINT users_document_proven_by CHECK (((document_proven_at IS NULL) = (document_proven_by IS NULL))),
    CONSTRAINT users_erased_are_nobody CHECK (((erased_at IS NULL) OR ((person IS NULL) AND (identity_type IS NULL) AND (identity_hash IS NULL) AND (login_attempt IS NULL)))),
    CONSTRAINT users_identity_type_check CHECK ((identity_type = ANY (ARRAY['rut'::text, 'dni'::text])))
);



CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    office_id integer NOT NULL,
    url text NOT NULL,
    topics jsonb NOT NULL,
    secret bytea NOT NULL,
    former_secret bytea,
    former_until timestamp with time zone,
    made_at timestamp with time zone NOT NULL,
    told_seq bigint NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    off_at timestamp with time zone,
    last_answer text,
    last_answer_at timestamp with time zone,
    CONSTRAINT webhooks_failing CHECK (((failing_since IS NULL) = (failures = 0))),
    CONSTRAINT webhooks_former CHECK (((former_secret IS NULL) = (former_until IS NULL)))
);



CREATE TABLE public.whatsapp_messages (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    ticket_id uuid,
    kind text NOT NULL,
    calls integer,
    message_hash bytea,
    sent_at timestamp with time zone NOT NULL,
    status text NOT NULL,
    status_at timestamp with time zone NOT NULL,
    error_code integer,
    billed text,
    CONSTRAINT whatsapp_messages_calls_check CHECK ((calls >= 1)),
    CONSTRAINT whatsapp_messages_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'code'::text]))),
    CONSTRAINT whatsapp_messages_of_call CHECK (((kind = 'call'::text) = ((ticket_id IS NOT NULL) AND (calls IS NOT NULL)))),
    CONSTRAINT whatsapp_messages_status_check CHECK ((status = ANY (ARRAY['postponed'::text, 'sending'::text, 'accepted'::text, 'sent'::text, 'failed'::text, 'delivered'::text, 'read'::text])))
);



CREATE TABLE public.whatsapp_numbers (
    user_id uuid NOT NULL,
    number bytea NOT NULL,
    number_hash bytea NOT NULL,
    code_hash bytea,
    code_expires_at timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    confirmed_at timestamp with time zone,
    CONSTRAINT whatsapp_numbers_code_ends CHECK (((code_hash IS NULL) = (code_expires_at IS NULL))),
    CONSTRAINT whatsapp_numbers_confirmed_or_asked CHECK (((confirmed_at IS NULL) = (code_hash IS NOT NULL))),
    CONSTRAINT whatsapp_numbers_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);



CREATE UNLOGGED TABLE public.write_probe (
    ballast bytea NOT NULL
);
ALTER TABLE ONLY public.write_probe ALTER COLUMN ballast SET STORAGE EXTERNAL;












INSERT INTO public.call_reasons VALUES
	(1, 8, 'order', '[1, 2]', '[]'),
	(1, 10, 'order', '[1, 2]', '[]'),
	(1, 12, 'order', '[1, 2]', '[]');






INSERT INTO public.clerk_offices VALUES
	(1, 1, 'clerk');



INSERT INTO public.clerks VALUES
	(1, 'clerk-316dc95e-497a', 'Ana', NULL, true);






INSERT INTO public.desk_acts VALUES
	(1, 1, '2026-11-21 15:00:00+00', 1, 'modulo-opened', NULL, NULL, NULL, 1, NULL, '{}'),
	(2, 1, '2026-11-21 15:00:00+00', 1, 'called', 'a4e938e3-876c-4363-b40a-749e368d6cc8', NULL, 1, 1, NULL, '{}'),
	(3, 1, '2026-11-21 15:00:00+00', 1, 'attended', 'a4e938e3-876c-4363-b40a-749e368d6cc8', NULL, 1, 1, NULL, '{}'),
	(4, 1, '2026-11-21 15:00:00+00', 1, 'called', '592472ca-2940-41bb-8def-879a395bea54', NULL, 1, 1, NULL, '{}'),
	(5, 1, '2026-11-21 15:00:00+00', 1, 'attended', '592472ca-2940-41bb-8def-879a395bea54', NULL, 1, 1, NULL, '{}'),
	(6, 1, '2026-11-21 15:00:00+00', 1, 'called', 'b5c476fb-3715-41f4-8d81-279ed6ea4099', NULL, 1, 1, NULL, '{}'),
	(7, 1, '2026-11-21 15:00:00+00', 1, 'absent', 'b5c476fb-3715-41f4-8d81-279ed6ea4099', NULL, 1, 1, NULL, '{}');









INSERT INTO public.facts VALUES
	(1, 1, 'ticket:created', '2026-11-21 15:00:00+00', 1, 'a4e938e3-876c-4363-b40a-749e368d6cc8', '64e884a3-18d5-4a16-98d4-ade39721b48f', '{"ticket": "A001", "waiting": 1}', NULL),
	(1, 2, 'ticket:created', '2026-11-21 15:00:00+00', 1, '592472ca-2940-41bb-8def-879a395bea54', '6365d99c-dc07-4a9b-b13c-b8de64af9617', '{"ticket": "A002", "waiting": 2}', NULL),
	(1, 3, 'ticket:created', '2026-11-21 15:00:00+00', 1, 'b5c476fb-3715-41f4-8d81-279ed6ea4099', '2f05091d-6878-4bb0-87ab-c16a9384ad06', '{"ticket": "A003", "waiting": 3}', NULL),
	(1, 4, 'ticket:created', '2026-11-21 15:00:00+00', 1, '366f87fb-95e2-4789-98c9-25778aa53354', '6eca42ae-e2fc-4729-bfa7-8f4ddf151c8e', '{"ticket": "A004", "waiting": 4}', NULL),
	(1, 5, 'ticket:created', '2026-11-21 15:00:00+00', 1, 'c13cfc43-296d-4906-9ca1-f51cad86a324', 'f4441608-85dd-4bfe-adf5-32034e2c824f', '{"ticket": "A005", "waiting": 5}', NULL),
	(1, 6, 'ticket:created', '2026-11-21 15:00:00+00', 1, '2d110c5c-b88c-4e07-a595-1adba2bd1d1e', NULL, '{"ticket": "A006", "waiting": 6}', NULL),
	(1, 7, 'ticket:left', '2026-11-21 15:00:00+00', 1, '366f87fb-95e2-4789-98c9-25778aa53354', '6eca42ae-e2fc-4729-bfa7-8f4ddf151c8e', '{"why": "given-up", "ticket": "A004", "waiting": 5}', NULL),
	(1, 8, 'call:created', '2026-11-21 15:00:00+00', 1, 'a4e938e3-876c-4363-b40a-749e368d6cc8', '64e884a3-18d5-4a16-98d4-ade39721b48f', '{"wait": {"to": 42, "from": 8, "desks": 1}, "calls": 1, "modulo": "Módulo 1", "ticket": "A001", "waiting": 4}', NULL),
	(1, 9, 'ticket:attended', '2026-11-21 15:00:00+00', 1, 'a4e938e3-876c-4363-b40a-749e368d6cc8', '64e884a3-18d5-4a16-98d4-ade39721b48f', '{"ticket": "A001"}', NULL),
	(1, 10, 'call:created', '2026-11-21 15:00:00+00', 1, '592472ca-2940-41bb-8def-879a395bea54', '6365d99c-dc07-4a9b-b13c-b8de64af9617', '{"wait": {"to": 18, "from": 2, "desks": 1}, "calls": 1, "modulo": "Módulo 1", "ticket": "A002", "waiting": 3}', NULL),
	(1, 11, 'ticket:attended', '2026-11-21 15:00:00+00', 1, '592472ca-2940-41bb-8def-879a395bea54', '6365d99c-dc07-4a9b-b13c-b8de64af9617', '{"ticket": "A002"}', NULL),
	(1, 12, 'call:created', '2026-11-21 15:00:00+00', 1, 'b5c476fb-3715-41f4-8d81-279ed6ea4099', '2f05091d-6878-4bb0-87ab-c16a9384ad06', '{"wait": {"to": 10, "from": 0, "desks": 1}, "calls": 1, "modulo": "Módulo 1", "ticket": "A003", "waiting": 2}', NULL),
	(1, 13, 'ticket:skipped', '2026-11-21 15:00:00+00', 1, 'b5c476fb-3715-41f4-8d81-279ed6ea4099', '2f05091d-6878-4bb0-87ab-c16a9384ad06', '{"ticket": "A003"}', NULL),
	(1, 14, 'reserve:updated', '2026-11-21 15:00:00+00', 2, NULL, '8848a3f3-34be-4c9b-823a-9862683dd7a5', '{"state": "confirmed", "blocks": [{"to": "2026-11-24T03:15:00.000Z", "from": "2026-11-24T03:00:00.000Z", "availables": 0}]}', '741621d0-35f2-41c1-8c35-d5ff2acc24ec'),
	(1, 15, 'reserve:updated', '2026-11-21 15:00:00+00', 2, NULL, 'c566f5fa-b979-4254-9620-9744239fe537', '{"state": "confirmed", "blocks": [{"to": "2026-11-24T03:30:00.000Z", "from": "2026-11-24T03:15:00.000Z", "availables": 0}]}', '835fdfaf-ac22-4b53-bccb-d89608dda889'),
	(1, 16, 'reserve:updated', '2026-11-21 15:00:00+00', 2, NULL, 'c566f5fa-b979-4254-9620-9744239fe537', '{"state": "confirmed", "blocks": [{"to": "2026-11-24T03:30:00.000Z", "from": "2026-11-24T03:15:00.000Z", "availables": 1}, {"to": "2026-11-24T04:00:00.000Z", "from": "2026-11-24T03:45:00.000Z", "availables": 0}]}', '835fdfaf-ac22-4b53-bccb-d89608dda889'),
	(1, 17, 'reserve:updated', '2026-11-21 15:00:00+00', 2, NULL, '54d51a86-d778-49d5-a90f-e14bf50164f2', '{"state": "confirmed", "blocks": [{"to": "2026-11-24T03:45:00.000Z", "from": "2026-11-24T03:30:00.000Z", "availables": 0}]}', '502ffb1e-4e3c-472e-8fff-26d55e0472f7'),
	(1, 18, 'reserve:updated', '2026-11-21 15:00:00+00', 2, NULL, '54d51a86-d778-49d5-a90f-e14bf50164f2', '{"state": "cancelled", "blocks": [{"to": "2026-11-24T03:45:00.000Z", "from": "2026-11-24T03:30:00.000Z", "availables": 1}]}', '502ffb1e-4e3c-472e-8fff-26d55e0472f7');


















INSERT INTO public.jobs VALUES
	(1, 'push-call', 'a4e938e3-876c-4363-b40a-749e368d6cc8:1', '{"seq": 8, "calls": 1, "user_id": "64e884a3-18d5-4a16-98d4-ade39721b48f", "office_id": 1, "ticket_id": "a4e938e3-876c-4363-b40a-749e368d6cc8"}', '2026-11-21 15:00:00+00', 0, NULL, NULL),
	(2, 'repeat-call', 'a4e938e3-876c-4363-b40a-749e368d6cc8:1', '{"calls": 1, "repeats": 0, "office_id": 1, "ticket_id": "a4e938e3-876c-4363-b40a-749e368d6cc8"}', '2026-11-21 15:00:40+00', 0, NULL, NULL),
	(3, 'push-call', '592472ca-2940-41bb-8def-879a395bea54:1', '{"seq": 10, "calls": 1, "user_id": "6365d99c-dc07-4a9b-b13c-b8de64af9617", "office_id": 1, "ticket_id": "592472ca-2940-41bb-8def-879a395bea54"}', '2026-11-21 15:00:00+00', 0, NULL, NULL),
	(4, 'ask-poll', 'a4e938e3-876c-4363-b40a-749e368d6cc8', '{"ticket_id": "a4e938e3-876c-4363-b40a-749e368d6cc8"}', '2026-11-21 15:02:00+00', 0, NULL, NULL),
	(5, 'repeat-call', '592472ca-2940-41bb-8def-879a395bea54:1', '{"calls": 1, "repeats": 0, "office_id": 1, "ticket_id": "592472ca-2940-41bb-8def-879a395bea54"}', '2026-11-21 15:00:40+00', 0, NULL, NULL),
	(6, 'push-call', 'b5c476fb-3715-41f4-8d81-279ed6ea4099:1', '{"seq": 12, "calls": 1, "user_id": "2f05091d-6878-4bb0-87ab-c16a9384ad06", "office_id": 1, "ticket_id": "b5c476fb-3715-41f4-8d81-279ed6ea4099"}', '2026-11-21 15:00:00+00', 0, NULL, NULL),
	(7, 'ask-poll', '592472ca-2940-41bb-8def-879a395bea54', '{"ticket_id": "592472ca-2940-41bb-8def-879a395bea54"}', '2026-11-21 15:02:00+00', 0, NULL, NULL),
	(8, 'repeat-call', 'b5c476fb-3715-41f4-8d81-279ed6ea4099:1', '{"calls": 1, "repeats": 0, "office_id": 1, "ticket_id": "b5c476fb-3715-41f4-8d81-279ed6ea4099"}', '2026-11-21 15:00:40+00', 0, NULL, NULL),
	(9, 'push-skipped', 'b5c476fb-3715-41f4-8d81-279ed6ea4099:13', '{"seq": 13, "user_id": "2f05091d-6878-4bb0-87ab-c16a9384ad06", "office_id": 1, "ticket_id": "b5c476fb-3715-41f4-8d81-279ed6ea4099"}', '2026-11-21 15:00:00+00', 0, NULL, NULL),
	(10, 'remind-reservation', '741621d0-35f2-41c1-8c35-d5ff2acc24ec:2026-11-24T03:00:00.000Z:day', '{"from": "2026-11-24T03:00:00.000Z", "when": "day", "user_id": "8848a3f3-34be-4c9b-823a-9862683dd7a5", "office_id": 1, "reservation_id": "741621d0-35f2-41c1-8c35-d5ff2acc24ec"}', '2026-11-23 03:00:00+00', 0, NULL, NULL),
	(11, 'remind-reservation', '741621d0-35f2-41c1-8c35-d5ff2acc24ec:2026-11-24T03:00:00.000Z:soon', '{"from": "2026-11-24T03:00:00.000Z", "when": "soon", "user_id": "8848a3f3-34be-4c9b-823a-9862683dd7a5", "office_id": 1, "reservation_id": "741621d0-35f2-41c1-8c35-d5ff2acc24ec"}', '2026-11-24 02:30:00+00', 0, NULL, NULL),
	(12, 'remind-reservation', '835fdfaf-ac22-4b53-bccb-d89608dda889:2026-11-24T03:15:00.000Z:day', '{"from": "2026-11-24T03:15:00.000Z", "when": "day", "user_id": "c566f5fa-b979-4254-9620-9744239fe537", "office_id": 1, "reservation_id": "835fdfaf-ac22-4b53-bccb-d89608dda889"}', '2026-11-23 03:15:00+00', 0, NULL, NULL),
	(13, 'remind-reservation', '835fdfaf-ac22-4b53-bccb-d89608dda889:2026-11-24T03:15:00.000Z:soon', '{"from": "2026-11-24T03:15:00.000Z", "when": "soon", "user_id": "c566f5fa-b979-4254-9620-9744239fe537", "office_id": 1, "reservation_id": "835fdfaf-ac22-4b53-bccb-d89608dda889"}', '2026-11-24 02:45:00+00', 0, NULL, NULL),
	(14, 'remind-reservation', '835fdfaf-ac22-4b53-bccb-d89608dda889:2026-11-24T03:45:00.000Z:day', '{"from": "2026-11-24T03:45:00.000Z", "when": "day", "user_id": "c566f5fa-b979-4254-9620-9744239fe537", "office_id": 1, "reservation_id": "835fdfaf-ac22-4b53-bccb-d89608dda889"}', '2026-11-23 03:45:00+00', 0, NULL, NULL),
	(15, 'remind-reservation', '835fdfaf-ac22-4b53-bccb-d89608dda889:2026-11-24T03:45:00.000Z:soon', '{"from": "2026-11-24T03:45:00.000Z", "when": "soon", "user_id": "c566f5fa-b979-4254-9620-9744239fe537", "office_id": 1, "reservation_id": "835fdfaf-ac22-4b53-bccb-d89608dda889"}', '2026-11-24 03:15:00+00', 0, NULL, NULL),
	(16, 'remind-reservation', '502ffb1e-4e3c-472e-8fff-26d55e0472f7:2026-11-24T03:30:00.000Z:day', '{"from": "2026-11-24T03:30:00.000Z", "when": "day", "user_id": "54d51a86-d778-49d5-a90f-e14bf50164f2", "office_id": 1, "reservation_id": "502ffb1e-4e3c-472e-8fff-26d55e0472f7"}', '2026-11-23 03:30:00+00', 0, NULL, NULL),
	(17, 'remind-reservation', '502ffb1e-4e3c-472e-8fff-26d55e0472f7:2026-11-24T03:30:00.000Z:soon', '{"from": "2026-11-24T03:30:00.000Z", "when": "soon", "user_id": "54d51a86-d778-49d5-a90f-e14bf50164f2", "office_id": 1, "reservation_id": "502ffb1e-4e3c-472e-8fff-26d55e0472f7"}', '2026-11-24 03:00:00+00', 0, NULL, NULL);



INSERT INTO public.knocks VALUES
	('number', 'address HgDyzOkznG8Zt4pw34GHRUAxICiMXaS7J_JFllK9MRU', '2026-11-21 15:00:00+00', 5);



INSERT INTO public.kysely_migration VALUES
	('0001-first-number', '2026-11-26T21:43:21.231Z'),
	('0002-reservations', '2026-11-26T21:43:21.278Z'),
	('0003-documents', '2026-11-26T21:43:21.311Z'),
	('0005-write-probe', '2026-11-26T21:43:21.324Z'),
	('0006-acknowledged-call', '2026-11-26T21:43:21.325Z'),
	('0007-session-ends', '2026-11-26T21:43:21.328Z'),
	('0009-opening-wishes', '2026-11-26T21:43:21.340Z'),
	('0010-policies', '2026-11-26T21:43:21.356Z'),
	('0011-rounds', '2026-11-26T21:43:21.365Z'),
	('0012-accounts', '2026-11-26T21:43:21.372Z'),
	('0013-social-sign-in', '2026-11-26T21:43:21.383Z'),
	('0014-favorites', '2026-11-26T21:43:21.388Z'),
	('0015-polls', '2026-11-26T21:43:21.391Z'),
	('0016-whatsapp', '2026-11-26T21:43:21.398Z'),
	('0017-erased-people', '2026-11-26T21:43:21.407Z'),
	('0018-roles-and-acts', '2026-11-26T21:43:21.416Z'),
	('0019-said-arrivals', '2026-11-26T21:43:21.419Z'),
	('0020-after-the-call', '2026-11-26T21:43:21.428Z'),
	('0021-one-order', '2026-11-26T21:43:21.434Z'),
	('0022-a-day', '2026-11-26T21:43:21.439Z'),
	('0023-office-links', '2026-11-26T21:43:21.445Z'),
	('0024-invitations', '2026-11-26T21:43:21.451Z'),
	('0025-figures', '2026-11-26T21:43:21.457Z'),
	('0026-settings', '2026-11-26T21:43:21.463Z'),
	('0027-booked-for-somebody', '2026-11-26T21:43:21.466Z'),
	('0028-machines', '2026-11-26T21:43:21.470Z'),
	('0029-desk-presses', '2026-11-26T21:43:21.473Z'),
	('0030-booked-slips', '2026-11-26T21:43:21.475Z'),
	('0031-modulo-hours', '2026-11-26T21:43:21.479Z'),
	('0032-turn-notes', '2026-11-26T21:43:21.481Z'),
	('0033-services-delivered', '2026-11-26T21:43:21.484Z'),
	('0034-served-lines', '2026-11-26T21:43:21.488Z'),
	('0035-learned-waits', '2026-11-26T21:43:21.491Z'),
	('0036-moves', '2026-11-26T21:43:21.493Z'),
	('0037-days-for-good', '2026-11-26T21:43:21.498Z'),
	('0038-closed-by-the-clock', '2026-11-26T21:43:21.499Z'),
	('0039-counted-slots', '2026-11-26T21:43:21.501Z');



INSERT INTO public.kysely_migration_lock VALUES
	('migration_lock', 0);






INSERT INTO public.line_days VALUES
	(1, '2026-11-21', 6);









INSERT INTO public.lines VALUES
	(1, 1, 'fila-1e2fdea6-a9d0', 'fila-1e2fdea6-a9d0', 'A', 0, 'normal', false, NULL, NULL, NULL, true, false, false, 5, 0, NULL, true, 15, 1, 30, NULL, '[]', 'in-person', NULL, NULL, false, NULL, NULL, NULL, NULL, false),
	(2, 1, 'fila-740ce474-235a', 'fila-740ce474-235a', 'A', 0, 'normal', false, NULL, NULL, NULL, true, true, false, 5, 0, NULL, true, 15, 1, 30, NULL, '[]', 'both', NULL, NULL, false, NULL, NULL, NULL, NULL, false);






INSERT INTO public.modulos VALUES
	(1, 1, 'Módulo 1', 1, '2026-11-21 15:00:00+00', true, NULL, NULL, NULL, '2026-11-21 15:00:00+00', NULL);












INSERT INTO public.office_sequences VALUES
	(1, 18);



INSERT INTO public.offices VALUES
	(1, 'office-5dc2e631-7522', 'Sucursal office-5dc2e631-7522', false, 'notarias', 1, 'Bandera 100', 'Santiago', 'Metropolitana', -33.44, -70.65, 'America/Santiago', '[{"to": "24:00", "from": "00:00", "weekday": 1}, {"to": "24:00", "from": "00:00", "weekday": 2}, {"to": "24:00", "from": "00:00", "weekday": 3}, {"to": "24:00", "from": "00:00", "weekday": 4}, {"to": "24:00", "from": "00:00", "weekday": 5}, {"to": "24:00", "from": "00:00", "weekday": 6}, {"to": "24:00", "from": "00:00", "weekday": 7}]', '[]', false, 0, true, '2026-11-21 15:00:00+00', NULL, '[]', NULL, false, 15, 0, NULL, 'finish', false, '[]', NULL, false, '[]');






INSERT INTO public.policies VALUES
	('numerito-2026-11', '{"en": "To give you a number or an appointment we ask for your name, your document (RUT or DNI), your phone and your e-mail, and for whatever the office asks in its form.\n\nWe use them only to attend to you: to recognise you at the office, to call you, to notify you, and to keep anybody from holding two places. The office that attends to you sees them. We do not sell them or use them for advertising.\n\nYour name, document, phone and e-mail are kept encrypted. We forget them 30 days after your last turn; after that only the count of how many people were attended to and how long they waited remains, without names.\n\nIn this browser we keep your numbers and receipts, without your document. When you leave, under Profile, they are erased here and we stop notifying you.\n\nYou can correct your data under Profile. What you accepted stays there too, with its version and date.", "es": "Para darte un número o una hora te pedimos tu nombre, tu documento (RUT o DNI), tu teléfono y tu correo, y lo que la oficina pregunte en su formulario.\n\nLos usamos solo para atenderte: para reconocerte en la oficina, llamarte, avisarte y evitar que alguien ocupe dos lugares. Los ve la oficina que te atiende. No los vendemos ni los usamos para publicidad.\n\nTu nombre, documento, teléfono y correo se guardan cifrados. Los olvidamos 30 días después de tu último turno; después queda solo la cuenta de cuántas personas se atendieron y cuánto esperaron, sin nombres.\n\nEn este navegador guardamos tus números y recibos, sin tu documento. Al salir, en Perfil, se borran de aquí y dejamos de avisarte.\n\nPuedes corregir tus datos en Perfil. Lo que aceptaste queda ahí mismo, con su versión y su fecha.", "pt": "Para dar a você uma senha ou um horário pedimos seu nome, seu documento (RUT ou DNI), seu telefone e seu e-mail, e o que a agência perguntar no formulário dela.\n\nUsamos esses dados só para atender você: para reconhecer você na agência, chamar, avisar e evitar que alguém ocupe dois lugares. Quem os vê é a agência que atende você. Não os vendemos nem os usamos para publicidade.\n\nSeu nome, documento, telefone e e-mail ficam guardados com criptografia. Nós os esquecemos 30 dias depois da sua última vez; depois fica só a conta de quantas pessoas foram atendidas e quanto esperaram, sem nomes.\n\nNeste navegador guardamos suas senhas e comprovantes, sem o seu documento. Ao sair, em Perfil, eles são apagados daqui e deixamos de avisar você.\n\nVocê pode corrigir seus dados em Perfil. O que você aceitou também fica ali, com a versão e a data."}', false);



INSERT INTO public.policy_acceptances VALUES
	('2f05091d-6878-4bb0-87ab-c16a9384ad06', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('64e884a3-18d5-4a16-98d4-ade39721b48f', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('f4441608-85dd-4bfe-adf5-32034e2c824f', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('6365d99c-dc07-4a9b-b13c-b8de64af9617', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('6eca42ae-e2fc-4729-bfa7-8f4ddf151c8e', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('c566f5fa-b979-4254-9620-9744239fe537', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('54d51a86-d778-49d5-a90f-e14bf50164f2', 'numerito-2026-11', '2026-11-21 15:00:00+00'),
	('8848a3f3-34be-4c9b-823a-9862683dd7a5', 'numerito-2026-11', '2026-11-21 15:00:00+00');






INSERT INTO public.preferences VALUES
	('f4441608-85dd-4bfe-adf5-32034e2c824f', 'web', '{"push": false, "whatsapp": "prompt", "never_show_popup_notifications": true}');









INSERT INTO public.push_keys VALUES
	(1, 'BIcIBF6MUi5FaKOA__M7dh7WKINWq8XXJUkuJtCBnE1IVfWLv_Ai17N4uJXjyBncNuPxfgRx9qBJ2_XlT8IC-hI', '\x0190dd5b0a1b0b7cd645f9fed1fe3f1d3314b4695b649352ea9c5b0cc592999ea1a9c5cee2647f2e03fad29106322edc14c0129af41ed6b69c341962fee7ec2e7d6be71336ec8d32');






INSERT INTO public.reservations VALUES
	('741621d0-35f2-41c1-8c35-d5ff2acc24ec', 1, 2, '8848a3f3-34be-4c9b-823a-9862683dd7a5', '\x709863779ef4e9fb3e758e121ebffd22ad554ecc220d4b15c2496aa3e4446fa4', 'b309995e-fada-4dc4-901b-cbc044a2f7d9', 'confirmed', '2026-11-24 03:00:00+00', '2026-11-24 03:15:00+00', 1, 1, false, NULL, '2026-11-21 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL, NULL, '\x01719ee8fb0d6d0cff8cbe6ca77fbd3adbb9e0654263f8d3466fc41c9644795e860734e0fa9a240ca77ebe6249919b2262f4aba8d7aa7c59cd5d216af0fbcec86ec346e05796bd9a363ca0c81b20375ec5068985140fe958f68254153eb2eefc41d23771dbcadc616a6f8f95d0b650', false, false, NULL, NULL, NULL),
	('835fdfaf-ac22-4b53-bccb-d89608dda889', 1, 2, 'c566f5fa-b979-4254-9620-9744239fe537', '\x13a14f7222f464c1ca63913e8bb55fb66f6690aa720f05a83e49a62ffc789c22', '092e2789-e4b8-417c-8969-03124b974cfa', 'confirmed', '2026-11-24 03:45:00+00', '2026-11-24 04:00:00+00', 1, 1, true, NULL, '2026-11-21 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL, NULL, '\x013d5c7cc081971f1cfb6cbc3ff18470fac21032c92ecd1f63d4ea9f6ad6d3b1e8eecab1324b3a6609b2d3bdb7b3326e2d51b3bead880553eb5734af508210b87f1fc2f273a8fa8140ba2cb4b830617d0ed301cb6ea2ee5a74a6641335a3a111addb93c72cea0883ea5d827e4480db', false, false, NULL, NULL, NULL),
	('502ffb1e-4e3c-472e-8fff-26d55e0472f7', 1, 2, '54d51a86-d778-49d5-a90f-e14bf50164f2', '\x9c9ea6d7f5641a6c578dd439815cb6f40ad574b62984d6d9ecd808423ad18e58', '08d24075-a538-4fa8-80c9-3a10db52d4f9', 'cancelled', '2026-11-24 03:30:00+00', '2026-11-24 03:45:00+00', 1, 1, false, NULL, '2026-11-21 15:00:00+00', NULL, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', NULL, '2026-11-21 15:00:00+00', '\x015233a474ac21871be58114017b0623a209c3e6df0f0fe4467ad7d2717d808740bc04fbab5aa8513a3c0d8b701f95d214227b9688b54a7ee2d69ade80db35713b8c929ec0a3953eee289fe59945f58a1408986f064cbd35d268e62f56f9592b74f3e867f649b418c75c5d90c52fcb', false, false, NULL, NULL, NULL);



INSERT INTO public.sessions VALUES
	('032fc840-ebe3-4d4d-ab44-d83b40f07509', '2f05091d-6878-4bb0-87ab-c16a9384ad06', NULL, '\x9ec92a7b4f321b94a62cf8c33aa8fa923b7e056037ac6361488f763a5f3770b3', '\xb09dce71da51bbe980fab40f0e3ed4e5c2c67e84533f239f0116b7e2e878a045', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('6ef5b48d-e9ef-4cd7-a84b-7184d396ff6c', '6365d99c-dc07-4a9b-b13c-b8de64af9617', NULL, '\xaa629651ecd6f86b124d55f782d75293ce1e46f07efcf021e45903bb990313c8', '\x19f2316f5adaf5bdaf6d4a679bd14caa2bbd4cfa68f4f6a315cdfa66c854aeba', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('4c39ee22-914c-4ee1-abf1-9fd8a1bd3c24', '64e884a3-18d5-4a16-98d4-ade39721b48f', NULL, '\x394bd97def879ab2de4a77a7e4c201428e8cdef65d54dde8136e4787741704a0', '\xc327f0e513c7ef247cd003ed9b3e3fecc0721d8ae12ab8ce688f7681b313a6c8', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('700a68ec-c11b-48e7-a665-a6605454b44e', 'f4441608-85dd-4bfe-adf5-32034e2c824f', NULL, '\xf90e08e57e20806a0252e1de14b6bc2ca39bd3fec7c2a6b981044bd46e54269c', '\x8ef3147b0321608500e8fb5c1a55b8018c6bcfceb0423fd863368c40e6726ee6', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('c0166116-e8ea-45a4-830e-b0b5a1013f95', '6eca42ae-e2fc-4729-bfa7-8f4ddf151c8e', NULL, '\x9fa8c6c567cecbc109726c21625336da36d99119edb5728e16d3d59534937dfd', '\xd71951d14b515e9d8d5f899380a573e5eaca5196dd445fc0c06d1ece8ff2b3b0', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('2f7a57a7-a0de-45f1-a278-4455cb071300', '8848a3f3-34be-4c9b-823a-9862683dd7a5', NULL, '\x4dc6d7d97759486772020f47b0c24e2ddbb1a5ab1024df5c60b61f5e35195c17', '\x2ff0405a456913392ce6f75be4d213d992932200f3ef9b5f312037e3cfd8418b', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('51d2708f-8f7e-43f0-8cfb-e71ca58902e9', '54d51a86-d778-49d5-a90f-e14bf50164f2', NULL, '\x944105783370f68a5c9cf0741b69bf18f27638e0b815decd873a11ba60318e44', '\x27d96ff7ae53dfb297ad625678046ea3693e54eec7f70fd0822554bcb979b990', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL),
	('b496ab8c-f436-405c-ac70-9086e57761a7', 'c566f5fa-b979-4254-9620-9744239fe537', NULL, '\x1a3658dc33bb710dd7cecfd4354b68cf09a423d91a2c57bf2637eed7fb969b9c', '\x4adc0fa5d7144307f25bcd64ade135532e39e89cf42a9662d3a2bd980ccdfad3', '2026-11-21 15:00:00+00', '2026-12-06 15:00:00+00', NULL, '2026-11-21 15:00:00+00', NULL, NULL);






INSERT INTO public.ticket_addresses VALUES
	('a4e938e3-876c-4363-b40a-749e368d6cc8', 'address HgDyzOkznG8Zt4pw34GHRUAxICiMXaS7J_JFllK9MRU'),
	('592472ca-2940-41bb-8def-879a395bea54', 'address HgDyzOkznG8Zt4pw34GHRUAxICiMXaS7J_JFllK9MRU'),
	('b5c476fb-3715-41f4-8d81-279ed6ea4099', 'address HgDyzOkznG8Zt4pw34GHRUAxICiMXaS7J_JFllK9MRU'),
	('366f87fb-95e2-4789-98c9-25778aa53354', 'address HgDyzOkznG8Zt4pw34GHRUAxICiMXaS7J_JFllK9MRU'),
	('c13cfc43-296d-4906-9ca1-f51cad86a324', 'address HgDyzOkznG8Zt4pw34GHRUAxICiMXaS7J_JFllK9MRU');









INSERT INTO public.tickets VALUES
	('c13cfc43-296d-4906-9ca1-f51cad86a324', 1, 1, '2026-11-21', 5, 'A', 'f4441608-85dd-4bfe-adf5-32034e2c824f', '\x047e388704b469b6d2f92c8efdbc39903b10217bc5e1bfdd181ef8181f46d8de', '57ac6249-ac6d-40fe-a48f-244387cd69ee', 'waiting', 9821000005, 0, true, true, false, '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL, NULL, NULL, false, 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 8, 42, NULL),
	('2d110c5c-b88c-4e07-a595-1adba2bd1d1e', 1, 1, '2026-11-21', 6, 'A', NULL, NULL, NULL, 'waiting', 9821000006, 0, true, true, false, '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL, NULL, NULL, false, NULL, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('366f87fb-95e2-4789-98c9-25778aa53354', 1, 1, '2026-11-21', 4, 'A', '6eca42ae-e2fc-4729-bfa7-8f4ddf151c8e', '\x351a180272fea9f51a8b9b77e541ccb703739900971ad895701b4bed018ad2fe', '85fa84c0-7bed-41d0-94c2-d96fcf0f2b41', 'given-up', 9821000004, 0, true, true, false, '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, '2026-11-21 15:00:00+00', NULL, NULL, false, 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 6, 34, NULL),
	('a4e938e3-876c-4363-b40a-749e368d6cc8', 1, 1, '2026-11-21', 1, 'A', '64e884a3-18d5-4a16-98d4-ade39721b48f', '\x3701174ea43386f91dbbcbb3f6b4d7f8d93cd1f5817b3e7decc4703a98732cf0', '50f85532-3ba0-4f6d-97e3-cfa268616624', 'attended', 9821000001, 0, true, true, false, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', 1, 1, 1, '2026-11-21 15:00:00+00', NULL, NULL, false, 1, false, '2026-11-21 15:00:00+00', 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('592472ca-2940-41bb-8def-879a395bea54', 1, 1, '2026-11-21', 2, 'A', '6365d99c-dc07-4a9b-b13c-b8de64af9617', '\x6a03f3a0b68f52e42de6bf268cd87a3ba77fe56ba24ca549dd62a9702787b5e4', '0de01f2b-35dc-4a0d-a962-29c87832ed7e', 'attended', 9821000002, 0, true, true, false, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', 1, 1, 1, '2026-11-21 15:00:00+00', NULL, NULL, false, 1, false, '2026-11-21 15:00:00+00', 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 3, 20, NULL),
	('b5c476fb-3715-41f4-8d81-279ed6ea4099', 1, 1, '2026-11-21', 3, 'A', '2f05091d-6878-4bb0-87ab-c16a9384ad06', '\x9af04c89267fd1f248aa3d5c993f19ed0045be1c821eaac1d40b3dadd80c5dbc', '5972388b-b3bb-4c92-98d6-8b88cb4e60e9', 'skipped', 9821000003, 0, true, true, false, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', 1, 1, 1, '2026-11-21 15:00:00+00', NULL, NULL, false, 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 4, 28, NULL);



INSERT INTO public.used_captchas VALUES
	('a6e01e54d22c4b39f3524bc28b1aac922799f15c23c993d0f224c369d56c0d51', '2026-11-21 15:05:00+00'),
	('844d24b0e6802983b5f76c28dd794af1a5c355ed86caa19c0d2cf9e3b232b5fe', '2026-11-21 15:05:00+00'),
	('d3e81653169069172af563b4fccac2cc411e55e5de9caf7b922dbecdd7eda058', '2026-11-21 15:05:00+00'),
	('cb8b2c50b988c22fbcff4cb8897abcd1b0a1f46cb17b2ea291adee2a9e3e747f', '2026-11-21 15:05:00+00'),
	('be171bd0ed34f7639aea4ee04eaa79818dfb3030a45106fbf7dcbb7aac709805', '2026-11-21 15:05:00+00'),
	('aacff6b1c9817fb6749d77ec3db9b57bd1887691b37688092e0cfd8eb2aeb9d9', '2026-11-21 15:05:00+00'),
	('13667648a9cef6e01aa07608f4daf186006cd6f6ae29394534d782b093693263', '2026-11-21 15:05:00+00'),
	('c2a54f2b8c054573b8808103944c6ceeaa7e4deef5d981167c7728355dd5a198', '2026-11-21 15:05:00+00');



INSERT INTO public.users VALUES
	('2f05091d-6878-4bb0-87ab-c16a9384ad06', true, 'es', '\x012103862ddb14d422472abdbf3ab29389ad46ed17c46536bf5ac65fe4f2716f85eb7dbe6a0e2efeefc7635cc39205560b7511efb68c1b928a57e76525775ad711450819c6c8dae2cea60da37f1066940f1f8945b9dd781b59ce55e2ba17825e09eb6ca56e83c3e0c40f92511b3c444a0ee95fbb7d34bc6fe53f4e52a18d5eab931462edc4', 'dni', '\x9af04c89267fd1f248aa3d5c993f19ed0045be1c821eaac1d40b3dadd80c5dbc', '9269a317-5318-f45b-7403-63b6ad1c2883', '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL),
	('64e884a3-18d5-4a16-98d4-ade39721b48f', true, 'es', '\x014a7665037af0be5d63e7034dd0d600d49d410dd7f0c31a166cb793ac83a7fd525ced1c5326141f820515e6535f93f22aa9ab21ea9df652c87d855ad28d557f3daafb72094f90cc59c95cc02775a746a6a3885fc2972884e9e94f530068f3b09d812839403f4101b9dd3325a7518978d8c4bbdbd874313c6cb5e09ebbda83077b7b42f1f6', 'dni', '\x3701174ea43386f91dbbcbb3f6b4d7f8d93cd1f5817b3e7decc4703a98732cf0', 'd895a77f-8f1c-3c44-2e28-6066bad061d3', '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL),
	('6365d99c-dc07-4a9b-b13c-b8de64af9617', true, 'es', '\x0175518b795782deac8f403f64e281406b7e0ff8d8d630becb1aba0be2cff885fdba7fb1a8c8bfe78941794bde28512aa11ebc87ead2812cc5f13df64518c1cc0a941861c4cbab2f9f814ea717c3dea145bbdf04cabe48cf6bae9e8d827cb89819fafc81760bc6b9338fcee9ad624ff6958f19aacea21ab66ffd994900c7f8be29115bb479', 'dni', '\x6a03f3a0b68f52e42de6bf268cd87a3ba77fe56ba24ca549dd62a9702787b5e4', '1702656b-bafb-bbc0-d6dc-8f6fc15946cf', '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL),
	('f4441608-85dd-4bfe-adf5-32034e2c824f', true, 'es', '\x01e215ca77c0b62891be33230e4700d51de43be4c8f4f217c8d05b2acdee6afe9f3555ec16e6267716f0c6b838911eb52f38a545a7d7a76707efbb872d02ed39ec4ecb2418f39466889500811ab9ff58c58eaa84f7c3359dcb7faed5ae6d6bcc9abd7634ad9c3273bfef2cf90c2b7a79020c7c431e3d038cee8342edd1983a91eb58d24d17', 'dni', '\x047e388704b469b6d2f92c8efdbc39903b10217bc5e1bfdd181ef8181f46d8de', '1407e374-7f36-65ca-b311-bf6dd733b2ed', '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL),
	('6eca42ae-e2fc-4729-bfa7-8f4ddf151c8e', true, 'es', '\x01b346076a1c3b5e3174dbd756d9f51df047eb0dafa247260b007961fd712185d79b0725251acdcc9476f27ee5e7d52f0ff5f25ca9be5198c7ee98252e641b46c10a389b0279c013febb97d9e8d340dcb4537dde67c14f98d60f0768f6e8cecfb428f66081c8b2e9fe88b971431cfb450b2ec159fa871cff3e9ef3512cc981a13af39d67f6', 'dni', '\x351a180272fea9f51a8b9b77e541ccb703739900971ad895701b4bed018ad2fe', 'cffbfed4-c477-b8c6-bbaa-b7694b6b1d0e', '2026-11-21 15:00:00+00', NULL, 0, NULL, NULL, NULL),
	('8848a3f3-34be-4c9b-823a-9862683dd7a5', true, 'es', '\x01aa3655fd7c0c45a6f2fc90fd323df9e8d9aec3e2070f3d90dd9c88a80c00d6734a8a94b7956d5718701677a93193549e207741a7131b0765802fb795f4b12b92bf1746854138a8ac509fbc89927f400632e195710422817714798df9a1ba641e74cd140cc0b219d22de779342123e035bc7187edb28a105db2055fc1d15eac1cb525e9b9', 'dni', '\x709863779ef4e9fb3e758e121ebffd22ad554ecc220d4b15c2496aa3e4446fa4', '71119501-571a-8487-3ddf-7903e4942c62', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', 0, NULL, NULL, NULL),
	('c566f5fa-b979-4254-9620-9744239fe537', true, 'es', '\x016572f92afa6b5165f29c6f2768355ed5466b12da7dd81c28065a94f59bf74cd6d85bf272346a0531c80f69969922ccc7197f1f7e49049468fd57f8c185834c6b43bf289bd30001ef2943f34330f28c1e84a95308684b60538c43a59e76afe0869a8a124b608a249313f813f354d55bcff8cbf701174efdf9d3e94a46a7cbf4f3956747d3', 'dni', '\x13a14f7222f464c1ca63913e8bb55fb66f6690aa720f05a83e49a62ffc789c22', '53110bd6-1b4f-5f4d-6666-5697bf1b29a7', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', 0, NULL, NULL, NULL),
	('54d51a86-d778-49d5-a90f-e14bf50164f2', true, 'es', '\x0118b79921e3ed91fc48c1ac94cc519b951e652ff387d4e5dce722f39f8577b48603d020c1b25f19e20f49289e83e04ac502f7871432f8c877cdf28233f8468475fe908b5b347b9b339cf13f8d7e41d105e02bc052fe4e975fdb7e3ee9aab3dba9ca3400da9d6fb74d41c8ed3a6a21491dcc351a5d9794303d9426a8370ddb0e2fe2bc80eb', 'dni', '\x9c9ea6d7f5641a6c578dd439815cb6f40ad574b62984d6d9ecd808423ad18e58', '48dd9450-6f26-3533-c628-077735c0498b', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00', 0, NULL, NULL, NULL);















SELECT pg_catalog.setval('public.clerks_id_seq', 1, true);



SELECT pg_catalog.setval('public.desk_acts_id_seq', 7, true);



SELECT pg_catalog.setval('public.jobs_id_seq', 17, true);



SELECT pg_catalog.setval('public.line_categories_id_seq', 1, false);



SELECT pg_catalog.setval('public.lines_id_seq', 2, true);



SELECT pg_catalog.setval('public.modulos_id_seq', 1, true);



SELECT pg_catalog.setval('public.office_changes_id_seq', 1, false);



SELECT pg_catalog.setval('public.office_links_id_seq', 1, false);



SELECT pg_catalog.setval('public.offices_id_seq', 1, true);



ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (token_hash);



ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_once UNIQUE (email_hash);



ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (user_id);



ALTER TABLE ONLY public.administrators
    ADD CONSTRAINT administrators_pkey PRIMARY KEY (clerk_id, organization_id);



ALTER TABLE ONLY public.call_reasons
    ADD CONSTRAINT call_reasons_pkey PRIMARY KEY (office_id, seq);



ALTER TABLE ONLY public.clerk_lines
    ADD CONSTRAINT clerk_lines_pkey PRIMARY KEY (clerk_id, office_id);



ALTER TABLE ONLY public.clerk_offices
    ADD CONSTRAINT clerk_offices_pkey PRIMARY KEY (clerk_id, office_id);



ALTER TABLE ONLY public.clerks
    ADD CONSTRAINT clerks_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.clerks
    ADD CONSTRAINT clerks_user_name_key UNIQUE (user_name);



ALTER TABLE ONLY public.day_figures
    ADD CONSTRAINT day_figures_pkey PRIMARY KEY (office_id, day);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.desk_invitations
    ADD CONSTRAINT desk_invitations_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.desk_invitations
    ADD CONSTRAINT desk_invitations_token_hash_key UNIQUE (token_hash);



ALTER TABLE ONLY public.desk_presses
    ADD CONSTRAINT desk_presses_pkey PRIMARY KEY (clerk_id, id);



ALTER TABLE ONLY public.facts
    ADD CONSTRAINT facts_pkey PRIMARY KEY (office_id, seq);



ALTER TABLE ONLY public.favorite_lines
    ADD CONSTRAINT favorite_lines_pkey PRIMARY KEY (user_id, line_id);



ALTER TABLE ONLY public.favorite_lines
    ADD CONSTRAINT favorite_lines_place_once UNIQUE (user_id, place);



ALTER TABLE ONLY public.favorite_offices
    ADD CONSTRAINT favorite_offices_pkey PRIMARY KEY (user_id, office_id);



ALTER TABLE ONLY public.favorite_offices
    ADD CONSTRAINT favorite_offices_place_once UNIQUE (user_id, place);



ALTER TABLE ONLY public.flags
    ADD CONSTRAINT flags_pkey PRIMARY KEY (name);



ALTER TABLE ONLY public.handover_codes
    ADD CONSTRAINT handover_codes_pkey PRIMARY KEY (code_hash);



ALTER TABLE ONLY public.holidays
    ADD CONSTRAINT holidays_pkey PRIMARY KEY (day);



ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_once UNIQUE (kind, key);



ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.knocks
    ADD CONSTRAINT knocks_pkey PRIMARY KEY (kind, key);



ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);



ALTER TABLE ONLY public.line_categories
    ADD CONSTRAINT line_categories_organization_id_slug_key UNIQUE (organization_id, slug);



ALTER TABLE ONLY public.line_categories
    ADD CONSTRAINT line_categories_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.line_days
    ADD CONSTRAINT line_days_pkey PRIMARY KEY (line_id, day);



ALTER TABLE ONLY public.line_habits
    ADD CONSTRAINT line_habits_pkey PRIMARY KEY (line_id);



ALTER TABLE ONLY public.line_moves
    ADD CONSTRAINT line_moves_pkey PRIMARY KEY (office_id, seq);



ALTER TABLE ONLY public.lines
    ADD CONSTRAINT lines_of_office UNIQUE (id, office_id);



ALTER TABLE ONLY public.lines
    ADD CONSTRAINT lines_office_id_slug_key UNIQUE (office_id, slug);



ALTER TABLE ONLY public.lines
    ADD CONSTRAINT lines_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.modulos
    ADD CONSTRAINT modulos_clerk_id_key UNIQUE (clerk_id);



ALTER TABLE ONLY public.modulos
    ADD CONSTRAINT modulos_office_id_name_key UNIQUE (office_id, name);



ALTER TABLE ONLY public.modulos
    ADD CONSTRAINT modulos_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.moves
    ADD CONSTRAINT moves_pkey PRIMARY KEY (way);



ALTER TABLE ONLY public.office_changes
    ADD CONSTRAINT office_changes_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.office_links
    ADD CONSTRAINT office_links_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.office_links
    ADD CONSTRAINT office_links_secret_hash_key UNIQUE (secret_hash);



ALTER TABLE ONLY public.office_sequences
    ADD CONSTRAINT office_sequences_pkey PRIMARY KEY (office_id);



ALTER TABLE ONLY public.offices
    ADD CONSTRAINT offices_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.offices
    ADD CONSTRAINT offices_slug_key UNIQUE (slug);



ALTER TABLE ONLY public.opening_wishes
    ADD CONSTRAINT opening_wishes_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.policies
    ADD CONSTRAINT policies_pkey PRIMARY KEY (version);



ALTER TABLE ONLY public.policy_acceptances
    ADD CONSTRAINT policy_acceptances_pkey PRIMARY KEY (user_id, version);



ALTER TABLE ONLY public.polls
    ADD CONSTRAINT polls_pkey PRIMARY KEY (ticket_id);



ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (user_id, site);



ALTER TABLE ONLY public.provider_identities
    ADD CONSTRAINT provider_identities_one_per_user UNIQUE (user_id, provider);



ALTER TABLE ONLY public.provider_identities
    ADD CONSTRAINT provider_identities_pkey PRIMARY KEY (provider, subject_hash);



ALTER TABLE ONLY public.push_deliveries
    ADD CONSTRAINT push_deliveries_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint);



ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_slot_apart EXCLUDE USING gist (int4range(line_id, line_id, '[]'::text) WITH =, int4range(slot, slot, '[]'::text) WITH =, tstzrange(block_from, block_to) WITH &&) WHERE ((state <> ALL (ARRAY['cancelled'::text, 'expired'::text, 'removed'::text])));



ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_cookie_hash_key UNIQUE (cookie_hash);



ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);



ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_state_hash_key UNIQUE (state_hash);



ALTER TABLE ONLY public.ticket_addresses
    ADD CONSTRAINT ticket_addresses_pkey PRIMARY KEY (ticket_id);



ALTER TABLE ONLY public.ticket_notes
    ADD CONSTRAINT ticket_notes_pkey PRIMARY KEY (ticket_id);



ALTER TABLE ONLY public.ticket_services
    ADD CONSTRAINT ticket_services_pkey PRIMARY KEY (ticket_id, service);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.used_captchas
    ADD CONSTRAINT used_captchas_pkey PRIMARY KEY (signature);



ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_login_attempt_key UNIQUE (login_attempt);



ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.whatsapp_messages
    ADD CONSTRAINT whatsapp_messages_call_once UNIQUE (ticket_id, calls);



ALTER TABLE ONLY public.whatsapp_messages
    ADD CONSTRAINT whatsapp_messages_message_hash_key UNIQUE (message_hash);



ALTER TABLE ONLY public.whatsapp_messages
    ADD CONSTRAINT whatsapp_messages_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.whatsapp_numbers
    ADD CONSTRAINT whatsapp_numbers_pkey PRIMARY KEY (user_id);



CREATE INDEX account_links_by_age ON public.account_links USING btree (expires_at);



CREATE INDEX account_links_of_user ON public.account_links USING btree (user_id);



CREATE INDEX clerk_offices_of_office ON public.clerk_offices USING btree (office_id);



CREATE INDEX desk_acts_of_office ON public.desk_acts USING btree (office_id, at, id);



CREATE INDEX desk_acts_of_preference ON public.desk_acts USING btree (office_id) WHERE ((act = ANY (ARRAY['preference-given'::text, 'preference-taken'::text])) AND (ticket_id IS NOT NULL));



CREATE INDEX desk_acts_of_reservation ON public.desk_acts USING btree (reservation_id) WHERE (reservation_id IS NOT NULL);



CREATE INDEX desk_acts_of_ticket ON public.desk_acts USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);



CREATE INDEX desk_acts_old ON public.desk_acts USING btree (at);



CREATE INDEX desk_invitations_of_office ON public.desk_invitations USING btree (office_id, expires_at);



CREATE INDEX desk_presses_old ON public.desk_presses USING btree (at);



CREATE INDEX facts_by_age ON public.facts USING btree (at);



CREATE INDEX jobs_due ON public.jobs USING btree (run_at);



CREATE INDEX knocks_by_age ON public.knocks USING btree (since);



CREATE INDEX lines_by_category ON public.lines USING btree (line_category_id);



CREATE INDEX lines_closed_until ON public.lines USING btree (closed_until) WHERE (closed_until IS NOT NULL);



CREATE INDEX lines_frozen_until ON public.lines USING btree (frozen_until) WHERE (frozen_until IS NOT NULL);



CREATE INDEX modulo_hours_of_office ON public.modulo_hours USING btree (office_id, closed_at);



CREATE INDEX office_changes_of_office ON public.office_changes USING btree (office_id, id);



CREATE INDEX office_links_of_office ON public.office_links USING btree (office_id);



CREATE INDEX opening_wishes_of_line ON public.opening_wishes USING btree (line_id) WHERE (line_id IS NOT NULL);



CREATE INDEX opening_wishes_of_session ON public.opening_wishes USING btree (session_id);



CREATE UNIQUE INDEX opening_wishes_once ON public.opening_wishes USING btree (user_id, office_id, COALESCE(line_id, 0));



CREATE UNIQUE INDEX policies_one_for_all ON public.policies USING btree (for_all) WHERE for_all;



CREATE INDEX polls_rated ON public.polls USING btree (line_id, day) INCLUDE (rating) WHERE (rating IS NOT NULL);



CREATE INDEX push_deliveries_of_ticket ON public.push_deliveries USING btree (ticket_id);



CREATE INDEX push_subscriptions_of_user ON public.push_subscriptions USING btree (user_id);



CREATE INDEX reservations_by_identity ON public.reservations USING btree (identity_hash, block_from) WHERE (deleted_at IS NULL);



CREATE UNIQUE INDEX reservations_desk_request_once ON public.reservations USING btree (office_id, request_id) WHERE (booked_for IS NOT NULL);



CREATE UNIQUE INDEX reservations_disputed_once ON public.reservations USING btree (line_id, identity_hash) WHERE ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'user-confirmed'::text])) AND disputed);



CREATE INDEX reservations_of_office ON public.reservations USING btree (office_id, block_from) WHERE (deleted_at IS NULL);



CREATE INDEX reservations_of_user ON public.reservations USING btree (user_id, block_from DESC);



CREATE UNIQUE INDEX reservations_once_per_identity ON public.reservations USING btree (identity_hash, once_in) WHERE ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'user-confirmed'::text])) AND (once_in IS NOT NULL) AND (NOT disputed) AND (NOT proven));



CREATE UNIQUE INDEX reservations_once_per_user ON public.reservations USING btree (user_id, once_in) WHERE ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'user-confirmed'::text])) AND (once_in IS NOT NULL));



CREATE INDEX reservations_over ON public.reservations USING btree (block_to) WHERE (state = ANY (ARRAY['attended'::text, 'missed'::text, 'cancelled'::text, 'expired'::text, 'removed'::text]));



CREATE UNIQUE INDEX reservations_request_once ON public.reservations USING btree (user_id, request_id);



CREATE UNIQUE INDEX reservations_slot_once ON public.reservations USING btree (line_id, block_from, slot) WHERE (deleted_at IS NULL);



CREATE INDEX reservations_to_confirm ON public.reservations USING btree (confirm_by) WHERE (state = 'pending'::text);



CREATE INDEX reservations_to_end ON public.reservations USING btree (block_to) WHERE (state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'user-confirmed'::text]));



CREATE INDEX reservations_to_forget ON public.reservations USING btree (block_to) WHERE (booked_for IS NOT NULL);



CREATE INDEX sessions_expired ON public.sessions USING btree (expires_at);



CREATE INDEX sessions_of_clerk ON public.sessions USING btree (clerk_id, created_at) WHERE (clerk_id IS NOT NULL);



CREATE INDEX sessions_of_office_link ON public.sessions USING btree (office_link_id) WHERE (office_link_id IS NOT NULL);



CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);



CREATE INDEX sign_in_attempts_over ON public.sign_in_attempts USING btree (expires_at);



CREATE INDEX ticket_addresses_by_key ON public.ticket_addresses USING btree (key);



CREATE INDEX tickets_by_identity ON public.tickets USING btree (office_id, identity_hash, day);



CREATE UNIQUE INDEX tickets_disputed_once ON public.tickets USING btree (line_id, day, identity_hash) WHERE (disputed AND (state <> ALL (ARRAY['given-up'::text, 'removed'::text])));



CREATE INDEX tickets_for_modulo ON public.tickets USING btree (for_modulo_id, line_id) WHERE ((state = 'waiting'::text) AND (for_modulo_id IS NOT NULL));



CREATE UNIQUE INDEX tickets_in_hand ON public.tickets USING btree (user_id, hand) WHERE (state = ANY (ARRAY['waiting'::text, 'parked'::text]));



CREATE INDEX tickets_line_calls ON public.tickets USING btree (line_id, called_at DESC) WHERE (called_at IS NOT NULL);



CREATE UNIQUE INDEX tickets_number_once ON public.tickets USING btree (COALESCE(given_in, line_id), day, number);



CREATE UNIQUE INDEX tickets_of_reservation ON public.tickets USING btree (reservation_id) WHERE (reservation_id IS NOT NULL);



CREATE INDEX tickets_of_user ON public.tickets USING btree (user_id, inserted_at DESC);



CREATE UNIQUE INDEX tickets_one_at_modulo ON public.tickets USING btree (modulo_id) WHERE (state = 'called'::text);



CREATE UNIQUE INDEX tickets_one_waiting_per_identity ON public.tickets USING btree (line_id, identity_hash) WHERE ((state = ANY (ARRAY['waiting'::text, 'parked'::text])) AND (NOT disputed) AND (NOT proven));



CREATE UNIQUE INDEX tickets_one_waiting_per_user ON public.tickets USING btree (line_id, user_id) WHERE (state = ANY (ARRAY['waiting'::text, 'parked'::text]));



CREATE INDEX tickets_over ON public.tickets USING btree (office_id, ended_at DESC) WHERE (ended_at IS NOT NULL);



CREATE INDEX tickets_parked ON public.tickets USING btree (office_id, parked_at) WHERE (state = 'parked'::text);



CREATE INDEX tickets_preferential ON public.tickets USING btree (line_id, place, number) WHERE ((state = 'waiting'::text) AND (preference = ANY (ARRAY['declared'::text, 'given'::text])));



CREATE INDEX tickets_queue ON public.tickets USING btree (line_id, place, number) WHERE (state = 'waiting'::text);



CREATE UNIQUE INDEX tickets_request_once ON public.tickets USING btree (user_id, request_id);



CREATE INDEX tickets_waiting_since ON public.tickets USING btree (inserted_at) WHERE (state = 'waiting'::text);



CREATE INDEX tickets_with_preference ON public.tickets USING btree (office_id, day) WHERE (preference IS NOT NULL);



CREATE UNIQUE INDEX users_document_proven ON public.users USING btree (identity_hash) WHERE (document_proven_at IS NOT NULL);



CREATE INDEX users_erased ON public.users USING btree (erased_at) WHERE (erased_at IS NOT NULL);



CREATE INDEX users_to_forget ON public.users USING btree (last_turn_at) WHERE ((person IS NOT NULL) AND temporal);



CREATE INDEX webhooks_of_office ON public.webhooks USING btree (office_id);



CREATE INDEX whatsapp_messages_by_age ON public.whatsapp_messages USING btree (sent_at);



CREATE INDEX whatsapp_messages_of_user ON public.whatsapp_messages USING btree (user_id, sent_at);



CREATE TRIGGER account_links_of_erased BEFORE INSERT ON public.account_links FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER accounts_of_erased BEFORE INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER clerk_lines_change BEFORE INSERT OR UPDATE ON public.clerk_lines FOR EACH ROW EXECUTE FUNCTION public.end_line_choice();



CREATE TRIGGER clerks_retirement_is_told AFTER UPDATE OF active ON public.clerks FOR EACH ROW WHEN ((old.active AND (NOT new.active))) EXECUTE FUNCTION public.tell_clerk_retired();



CREATE TRIGGER day_figures_final_stay BEFORE DELETE ON public.day_figures FOR EACH ROW WHEN (old.final) EXECUTE FUNCTION public.keep_final_days();



CREATE TRIGGER favorite_lines_of_erased BEFORE INSERT ON public.favorite_lines FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER favorite_offices_of_erased BEFORE INSERT ON public.favorite_offices FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER handover_codes_of_erased BEFORE INSERT ON public.handover_codes FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER modulos_sitting_ends BEFORE UPDATE ON public.modulos FOR EACH ROW WHEN ((old.clerk_id IS DISTINCT FROM new.clerk_id)) EXECUTE FUNCTION public.end_sitting();



CREATE TRIGGER modulos_were_open AFTER UPDATE ON public.modulos FOR EACH ROW WHEN (((old.clerk_id IS NOT NULL) AND (old.break_until IS NULL) AND (old.changed_at < new.changed_at))) EXECUTE FUNCTION public.note_modulo_hours();



CREATE TRIGGER office_links_revocation_ends_sessions AFTER UPDATE OF revoked_at ON public.office_links FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION public.end_sessions_of_link();



CREATE TRIGGER offices_change_day_figures AFTER UPDATE OF time_zone ON public.offices FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION public.forget_office_figures();



CREATE TRIGGER opening_wishes_of_erased BEFORE INSERT ON public.opening_wishes FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER policies_keep_their_texts BEFORE UPDATE OF texts ON public.policies FOR EACH ROW WHEN ((old.texts IS DISTINCT FROM new.texts)) EXECUTE FUNCTION public.policies_keep_their_texts();



CREATE TRIGGER policy_acceptances_of_erased BEFORE INSERT ON public.policy_acceptances FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER preferences_of_erased BEFORE INSERT ON public.preferences FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER provider_identities_of_erased BEFORE INSERT ON public.provider_identities FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER push_subscriptions_of_erased BEFORE INSERT ON public.push_subscriptions FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER sessions_end_is_told AFTER UPDATE OF revoked_at ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION public.tell_session_end();



CREATE TRIGGER sessions_erasure_is_told AFTER DELETE ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (old.expires_at > CURRENT_TIMESTAMP))) EXECUTE FUNCTION public.tell_session_end();



CREATE TRIGGER sessions_of_erased BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER ticket_services_change_day_figures AFTER INSERT OR DELETE OR UPDATE ON public.ticket_services FOR EACH ROW EXECUTE FUNCTION public.forget_day_of_services();



CREATE TRIGGER tickets_change_day_figures AFTER UPDATE OF state, line_id, given_in, day, inserted_at, called_at, ended_at, clerk_id, reservation_id, told_from, told_to ON public.tickets FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION public.forget_day_figures();



CREATE TRIGGER users_document_proof_is_of_it BEFORE UPDATE OF identity_hash ON public.users FOR EACH ROW WHEN (((old.document_proven_at IS NOT NULL) AND (old.identity_hash IS DISTINCT FROM new.identity_hash) AND (NOT (old.document_proven_at IS DISTINCT FROM new.document_proven_at)))) EXECUTE FUNCTION public.users_document_proof_is_of_it();



CREATE TRIGGER whatsapp_messages_of_erased BEFORE INSERT ON public.whatsapp_messages FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



CREATE TRIGGER whatsapp_numbers_of_erased BEFORE INSERT ON public.whatsapp_numbers FOR EACH ROW EXECUTE FUNCTION public.refuse_of_erased();



ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.administrators
    ADD CONSTRAINT administrators_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.call_reasons
    ADD CONSTRAINT call_reasons_office_id_seq_fkey FOREIGN KEY (office_id, seq) REFERENCES public.facts(office_id, seq) ON DELETE CASCADE;



ALTER TABLE ONLY public.clerk_lines
    ADD CONSTRAINT clerk_lines_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.clerk_lines
    ADD CONSTRAINT clerk_lines_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.clerk_offices
    ADD CONSTRAINT clerk_offices_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.clerk_offices
    ADD CONSTRAINT clerk_offices_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.day_figures
    ADD CONSTRAINT day_figures_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.lines(id);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_modulo_id_fkey FOREIGN KEY (modulo_id) REFERENCES public.modulos(id);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES public.reservations(id);



ALTER TABLE ONLY public.desk_acts
    ADD CONSTRAINT desk_acts_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);



ALTER TABLE ONLY public.desk_invitations
    ADD CONSTRAINT desk_invitations_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.desk_invitations
    ADD CONSTRAINT desk_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.desk_invitations
    ADD CONSTRAINT desk_invitations_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.desk_invitations
    ADD CONSTRAINT desk_invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.desk_presses
    ADD CONSTRAINT desk_presses_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.favorite_lines
    ADD CONSTRAINT favorite_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.lines(id);



ALTER TABLE ONLY public.favorite_lines
    ADD CONSTRAINT favorite_lines_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.favorite_offices
    ADD CONSTRAINT favorite_offices_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.favorite_offices
    ADD CONSTRAINT favorite_offices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.handover_codes
    ADD CONSTRAINT handover_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.line_days
    ADD CONSTRAINT line_days_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.lines(id);



ALTER TABLE ONLY public.line_habits
    ADD CONSTRAINT line_habits_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.lines(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.line_moves
    ADD CONSTRAINT line_moves_office_id_seq_fkey FOREIGN KEY (office_id, seq) REFERENCES public.facts(office_id, seq) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.lines
    ADD CONSTRAINT lines_line_category_id_fkey FOREIGN KEY (line_category_id) REFERENCES public.line_categories(id);



ALTER TABLE ONLY public.lines
    ADD CONSTRAINT lines_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.modulo_hours
    ADD CONSTRAINT modulo_hours_modulo_id_fkey FOREIGN KEY (modulo_id) REFERENCES public.modulos(id);



ALTER TABLE ONLY public.modulo_hours
    ADD CONSTRAINT modulo_hours_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.modulos
    ADD CONSTRAINT modulos_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.modulos
    ADD CONSTRAINT modulos_help_clerk_id_fkey FOREIGN KEY (help_clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.modulos
    ADD CONSTRAINT modulos_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.office_changes
    ADD CONSTRAINT office_changes_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.office_changes
    ADD CONSTRAINT office_changes_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.office_links
    ADD CONSTRAINT office_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.office_links
    ADD CONSTRAINT office_links_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.office_sequences
    ADD CONSTRAINT office_sequences_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.offices
    ADD CONSTRAINT offices_policy_version_fkey FOREIGN KEY (policy_version) REFERENCES public.policies(version);



ALTER TABLE ONLY public.opening_wishes
    ADD CONSTRAINT opening_wishes_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.lines(id);



ALTER TABLE ONLY public.opening_wishes
    ADD CONSTRAINT opening_wishes_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.opening_wishes
    ADD CONSTRAINT opening_wishes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.opening_wishes
    ADD CONSTRAINT opening_wishes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.policy_acceptances
    ADD CONSTRAINT policy_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.policy_acceptances
    ADD CONSTRAINT policy_acceptances_version_fkey FOREIGN KEY (version) REFERENCES public.policies(version);



ALTER TABLE ONLY public.polls
    ADD CONSTRAINT polls_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);



ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.provider_identities
    ADD CONSTRAINT provider_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.push_deliveries
    ADD CONSTRAINT push_deliveries_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);



ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_line_of_office FOREIGN KEY (line_id, office_id) REFERENCES public.lines(id, office_id);



ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_office_link_id_fkey FOREIGN KEY (office_link_id) REFERENCES public.office_links(id);



ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.ticket_addresses
    ADD CONSTRAINT ticket_addresses_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);



ALTER TABLE ONLY public.ticket_notes
    ADD CONSTRAINT ticket_notes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.ticket_services
    ADD CONSTRAINT ticket_services_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES public.clerks(id);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_for_modulo_id_fkey FOREIGN KEY (for_modulo_id) REFERENCES public.modulos(id);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_given_in_fkey FOREIGN KEY (given_in) REFERENCES public.lines(id);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_line_of_office FOREIGN KEY (line_id, office_id) REFERENCES public.lines(id, office_id);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_modulo_id_fkey FOREIGN KEY (modulo_id) REFERENCES public.modulos(id);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES public.reservations(id);



ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);



ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.offices(id);



ALTER TABLE ONLY public.whatsapp_messages
    ADD CONSTRAINT whatsapp_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.whatsapp_messages
    ADD CONSTRAINT whatsapp_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.whatsapp_numbers
    ADD CONSTRAINT whatsapp_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;




