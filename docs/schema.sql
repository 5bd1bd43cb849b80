-- The schema after all migrations, without partitions and rows. Written by `npm run schema`, and held by
-- `npm run check`; for reading only, since migrations alone change a database.

create extension btree_gin;

create extension pg_trgm;

create type job_request as (
  kind text,
  lane text,
  max_inflight integer,
  run_at timestamp with time zone,
  after_seconds double precision,
  payload jsonb
);

create table account_links (
  id bigint not null generated always as identity,
  account_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  token_sealed text,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_token_hash_key UNIQUE (token_hash),
  constraint account_links_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table accounts (
  id bigint not null generated always as identity,
  email text not null,
  email_key text not null,
  password_hash text,
  created_at timestamp(3) with time zone not null default app_now(),
  passkey_handle uuid not null default gen_random_uuid(),
  locale text,
  time_zone text,
  name text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key_key UNIQUE (email_key),
  constraint accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);

create table activity_events (
  organization_id bigint not null,
  number integer not null,
  type text not null,
  user_id bigint,
  address text not null,
  subject_kind text,
  subject_id bigint,
  data jsonb not null,
  created_at timestamp(3) with time zone not null,
  previous bytea,
  hash bytea not null,
  constraint activity_events_pkey PRIMARY KEY (organization_id, number),
  constraint activity_events_check CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
  constraint activity_events_check1 CHECK (((number = 1) = (previous IS NULL))),
  constraint activity_events_hash_check CHECK ((length(hash) = 32)),
  constraint activity_events_number_check CHECK ((number > 0)),
  constraint activity_events_previous_check CHECK ((length(previous) = 32)),
  constraint activity_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint activity_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table api_keys (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  created_by_user_id bigint not null,
  key_hash bytea not null,
  display_prefix text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null default app_now(),
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  last_used_address text,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table app_clock (
  singleton boolean not null default true,
  clock_offset interval not null default '00:00:00'::interval,
  constraint app_clock_pkey PRIMARY KEY (singleton),
  constraint app_clock_singleton_check CHECK (singleton)
);

create table authenticators (
  account_id bigint not null,
  secret_sealed text not null,
  last_step bigint not null default 0,
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint authenticators_pkey PRIMARY KEY (account_id),
  constraint authenticators_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table bulk_send_files (
  organization_id bigint not null,
  bulk_send_id bigint not null,
  sealed bytea not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint bulk_send_files_pkey PRIMARY KEY (organization_id, bulk_send_id),
  constraint bulk_send_files_organization_id_bulk_send_id_fkey FOREIGN KEY (organization_id, bulk_send_id) REFERENCES bulk_sends(organization_id, id)
);

create table bulk_send_rows (
  organization_id bigint not null,
  bulk_send_id bigint not null,
  number integer not null,
  line integer not null,
  reference text,
  state text not null,
  warned boolean not null,
  sealed bytea,
  signature_id bigint,
  created_at timestamp(3) with time zone,
  constraint bulk_send_rows_pkey PRIMARY KEY (organization_id, bulk_send_id, number),
  constraint bulk_send_rows_check CHECK (((state = 'created'::text) = (signature_id IS NOT NULL))),
  constraint bulk_send_rows_line_check CHECK ((line > 0)),
  constraint bulk_send_rows_number_check CHECK ((number > 0)),
  constraint bulk_send_rows_state_check CHECK ((state = ANY (ARRAY['valid'::text, 'invalid'::text, 'created'::text, 'failed'::text, 'cancelled'::text]))),
  constraint bulk_send_rows_organization_id_bulk_send_id_fkey FOREIGN KEY (organization_id, bulk_send_id) REFERENCES bulk_sends(organization_id, id),
  constraint bulk_send_rows_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table bulk_sends (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  name text not null,
  template_id bigint not null,
  version integer not null,
  state text not null default 'empty'::text,
  on_invalid text not null,
  defaults jsonb not null,
  file jsonb,
  rows_digest bytea,
  to_create integer,
  paused_because text,
  started_by jsonb,
  created_by_user_id bigint not null,
  created_at timestamp(3) with time zone not null default app_now(),
  uploaded_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  rows_removed_at timestamp(3) with time zone,
  constraint bulk_sends_pkey PRIMARY KEY (organization_id, id),
  constraint bulk_sends_on_invalid_check CHECK ((on_invalid = ANY (ARRAY['stop'::text, 'skip'::text]))),
  constraint bulk_sends_state_check CHECK ((state = ANY (ARRAY['empty'::text, 'checked'::text, 'running'::text, 'paused'::text, 'finished'::text, 'cancelled'::text]))),
  constraint bulk_sends_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  constraint bulk_sends_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint bulk_sends_organization_id_template_id_version_fkey FOREIGN KEY (organization_id, template_id, version) REFERENCES template_versions(organization_id, template_id, number)
);

create table dashboard_sessions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  address text not null,
  user_agent text not null,
  confirmed_at timestamp(3) with time zone default app_now(),
  last_used_at timestamp(3) with time zone not null default app_now(),
  created_at timestamp(3) with time zone not null default app_now(),
  identity_id bigint,
  browser_id bigint,
  constraint dashboard_sessions_pkey PRIMARY KEY (id),
  constraint dashboard_sessions_token_hash_key UNIQUE (token_hash),
  constraint dashboard_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint dashboard_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint dashboard_sessions_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES known_browsers(id) ON DELETE SET NULL,
  constraint dashboard_sessions_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES sign_on_identities(id) ON DELETE CASCADE,
  constraint dashboard_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table data_format (
  singleton boolean not null default true,
  minimum_version integer not null default 1,
  constraint data_format_pkey PRIMARY KEY (singleton),
  constraint data_format_minimum_version_check CHECK ((minimum_version > 0)),
  constraint data_format_singleton_check CHECK (singleton)
);

create table disruptions (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  what text not null,
  began_at timestamp(3) with time zone not null default app_now(),
  told_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  subject bigint not null default 0,
  reason text,
  constraint disruptions_pkey PRIMARY KEY (id),
  constraint disruptions_what_check CHECK ((what = ANY (ARRAY['mail'::text, 'endpoint'::text]))),
  constraint disruptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table document_reports (
  verification_id bigint not null,
  organization_id bigint not null,
  result text not null,
  document_type text,
  match_score double precision not null,
  extracted_data jsonb not null,
  liveness_result jsonb,
  checks jsonb not null,
  reasons text[] not null,
  completed_at timestamp(3) with time zone not null default app_now(),
  constraint document_reports_pkey PRIMARY KEY (verification_id),
  constraint document_reports_match_score_check CHECK (((match_score >= (0)::double precision) AND (match_score <= (1)::double precision))),
  constraint document_reports_result_check CHECK ((result = ANY (ARRAY['approved'::text, 'rejected'::text, 'manual_review'::text]))),
  constraint document_reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint document_reports_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table failed_jobs (
  id bigint not null,
  kind text not null,
  payload jsonb not null,
  attempts integer not null,
  error text not null,
  failed_at timestamp with time zone not null default app_now(),
  constraint failed_jobs_pkey PRIMARY KEY (id)
);

create table file_deletions (
  storage_key text not null,
  organization_id bigint not null,
  subject_kind text,
  subject_id bigint,
  attempts integer not null default 0,
  created_at timestamp(3) with time zone not null default app_now(),
  due_at timestamp(3) with time zone not null default app_now(),
  constraint file_deletions_pkey PRIMARY KEY (storage_key),
  constraint file_deletions_check CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
  constraint file_deletions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table file_sweeps (
  id boolean not null default true,
  holder uuid not null,
  lease_until timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint file_sweeps_pkey PRIMARY KEY (id),
  constraint file_sweeps_id_check CHECK (id)
);

create table form_files (
  organization_id bigint not null,
  signature_id bigint not null,
  id bigint not null generated always as identity,
  signer_id bigint not null,
  field_key text not null,
  storage_key text not null,
  name_sealed bytea not null,
  type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  browser_hash bytea,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint form_files_pkey PRIMARY KEY (organization_id, signature_id, id),
  constraint form_files_sha256_check CHECK ((length(sha256) = 32)),
  constraint form_files_size_bytes_check CHECK ((size_bytes > 0)),
  constraint form_files_type_check CHECK ((type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text]))),
  constraint form_files_organization_id_signature_id_fkey FOREIGN KEY (organization_id, signature_id) REFERENCES request_forms(organization_id, signature_id),
  constraint form_files_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table form_values (
  organization_id bigint not null,
  signature_id bigint not null,
  field_key text not null,
  origin text not null,
  signer_id bigint,
  sealed bytea not null,
  constraint form_values_pkey PRIMARY KEY (organization_id, signature_id, field_key, origin),
  constraint form_values_check CHECK (((origin = 'signer'::text) = (signer_id IS NOT NULL))),
  constraint form_values_origin_check CHECK ((origin = ANY (ARRAY['sender'::text, 'signer'::text]))),
  constraint form_values_organization_id_signature_id_fkey FOREIGN KEY (organization_id, signature_id) REFERENCES request_forms(organization_id, signature_id) ON DELETE CASCADE,
  constraint form_values_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table half_open_sign_ins (
  id bigint not null generated always as identity,
  account_id bigint not null,
  token_hash bytea not null,
  tries integer not null default 0,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint half_open_sign_ins_pkey PRIMARY KEY (id),
  constraint half_open_sign_ins_token_hash_key UNIQUE (token_hash),
  constraint half_open_sign_ins_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint half_open_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table hourly_counts (
  subject bytea not null,
  count integer not null,
  since timestamp(3) with time zone not null default app_now(),
  constraint sign_in_failures_pkey PRIMARY KEY (subject),
  constraint sign_in_failures_subject_check CHECK ((octet_length(subject) = 32))
);

create table idempotency_keys (
  organization_id bigint not null,
  key_hash bytea not null,
  claim uuid not null,
  request_hash bytea,
  status smallint,
  answer_sealed bytea,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, key_hash),
  constraint idempotency_keys_check CHECK ((num_nulls(request_hash, status, answer_sealed) = ANY (ARRAY[0, 3]))),
  constraint idempotency_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint idempotency_keys_request_hash_check CHECK ((octet_length(request_hash) = 32)),
  constraint idempotency_keys_status_check CHECK (((status >= 200) AND (status <= 299))),
  constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table identity_liveness_challenges (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  attempt integer not null,
  nonce_hash bytea not null,
  steps text[] not null,
  state text not null default 'open'::text,
  verdict jsonb,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default app_now(),
  round integer not null default 1,
  constraint identity_liveness_challenges_pkey PRIMARY KEY (id),
  constraint identity_liveness_challenges_nonce_hash_key UNIQUE (nonce_hash),
  constraint identity_liveness_challenges_one_an_attempt UNIQUE (organization_id, verification_id, round, attempt),
  constraint identity_liveness_challenges_attempt_check CHECK (((attempt >= 1) AND (attempt <= 3))),
  constraint identity_liveness_challenges_check CHECK (((verdict IS NOT NULL) OR (state <> 'passed'::text))),
  constraint identity_liveness_challenges_state_check CHECK ((state = ANY (ARRAY['open'::text, 'passed'::text, 'failed'::text]))),
  constraint identity_liveness_challenges_steps_check CHECK (((cardinality(steps) >= 3) AND (cardinality(steps) <= 6))),
  constraint identity_liveness_challenges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_liveness_challenges_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table identity_liveness_frames (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  challenge_id bigint not null,
  number integer not null,
  received_ms integer not null,
  storage_key text,
  sha256 bytea not null,
  observation_sealed bytea,
  created_at timestamp(3) with time zone not null default app_now(),
  answered_ms integer,
  constraint identity_liveness_frames_pkey PRIMARY KEY (id),
  constraint identity_liveness_frames_organization_id_challenge_id_numbe_key UNIQUE (organization_id, challenge_id, number),
  constraint identity_liveness_frames_number_check CHECK (((number >= 1) AND (number <= 180))),
  constraint identity_liveness_frames_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES identity_liveness_challenges(id),
  constraint identity_liveness_frames_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_liveness_frames_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table identity_seen_persons (
  verification_id bigint not null,
  organization_id bigint not null,
  document_hash bytea,
  face_sealed bytea,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint identity_seen_persons_pkey PRIMARY KEY (verification_id),
  constraint identity_seen_persons_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_seen_persons_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table identity_verification_audit_events (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  type text not null,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint identity_verification_audit_events_pkey PRIMARY KEY (id),
  constraint identity_verification_audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_verification_audit_events_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table identity_verification_events (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  type text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint identity_verification_events_pkey PRIMARY KEY (id),
  constraint identity_verification_events_type_check CHECK ((type = ANY (ARRAY['identity_verification.created'::text, 'identity_verification.started'::text, 'identity_verification.document_uploaded'::text, 'identity_verification.completed'::text, 'identity_verification.failed'::text]))),
  constraint identity_verification_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_verification_events_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table identity_verification_images (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  side text not null,
  attempt integer not null,
  storage_key text,
  mime_type text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  analysis text not null default 'waiting'::text,
  retake_reason text,
  created_at timestamp(3) with time zone not null default app_now(),
  findings_sealed bytea,
  round integer not null default 1,
  constraint identity_verification_images_pkey PRIMARY KEY (id),
  constraint identity_verification_images_one_an_attempt UNIQUE (organization_id, verification_id, side, round, attempt),
  constraint identity_verification_images_analysis_check CHECK ((analysis = ANY (ARRAY['waiting'::text, 'accepted'::text, 'retake'::text]))),
  constraint identity_verification_images_attempt_check CHECK (((attempt >= 1) AND (attempt <= 4))),
  constraint identity_verification_images_check CHECK (((retake_reason IS NOT NULL) = (analysis = 'retake'::text))),
  constraint identity_verification_images_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text]))),
  constraint identity_verification_images_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_verification_images_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table identity_verifications (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  session_id uuid not null default gen_random_uuid(),
  short_form boolean not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  full_name text not null,
  document_type text,
  verification_method text not null,
  state text not null default 'pending'::text,
  status text not null generated always as (
CASE state
    WHEN 'reviewing'::text THEN 'failed'::text
    ELSE state
END) stored,
  redirect_url text,
  return_url_sealed text,
  metadata json not null default '{}'::json,
  signature_id bigint,
  signer_id bigint,
  token_hash bytea not null,
  token_sealed text not null,
  expires_at timestamp(3) with time zone not null,
  consented_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone,
  review_due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default app_now(),
  updated_at timestamp(3) with time zone not null default app_now(),
  document_country text,
  human_requested_at timestamp(3) with time zone,
  media_erased_at timestamp(3) with time zone,
  asked_parts text[] not null default '{}'::text[],
  asked_part text,
  ask_reason text,
  review_round integer not null generated always as ((cardinality(asked_parts) + 1)) stored,
  locale text,
  media_erasure_began_at timestamp(3) with time zone,
  begun_by_user_id bigint,
  review_four_eyes boolean not null default false,
  constraint identity_verifications_pkey PRIMARY KEY (id),
  constraint identity_verifications_session_id_key UNIQUE (session_id),
  constraint identity_verifications_token_hash_key UNIQUE (token_hash),
  constraint identity_verifications_asked_parts_check CHECK ((asked_parts <@ '{front,back,face}'::text[])),
  constraint identity_verifications_check CHECK (((document_type IS NOT NULL) OR short_form OR (signer_id IS NOT NULL))),
  constraint identity_verifications_check1 CHECK (((signature_id IS NULL) = (signer_id IS NULL))),
  constraint identity_verifications_check2 CHECK (((review_due_at IS NOT NULL) = (state = 'reviewing'::text))),
  constraint identity_verifications_check3 CHECK (((submitted_at IS NOT NULL) OR (state <> ALL (ARRAY['reviewing'::text, 'completed'::text])))),
  constraint identity_verifications_check4 CHECK (((state <> 'expired'::text) OR (submitted_at IS NULL))),
  constraint identity_verifications_check5 CHECK (((asked_part IS NULL) OR ((asked_part = ANY (asked_parts)) AND (state = 'in_progress'::text)))),
  constraint identity_verifications_check6 CHECK (((asked_part IS NULL) = (ask_reason IS NULL))),
  constraint identity_verifications_document_country_check CHECK ((document_country ~ '^[A-Z]{2}$'::text)),
  constraint identity_verifications_document_type_check CHECK ((document_type = ANY (ARRAY['passport'::text, 'id_card'::text, 'drivers_license'::text]))),
  constraint identity_verifications_locale_check CHECK ((locale ~ '^[a-z]{2}$'::text)),
  constraint identity_verifications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'in_progress'::text, 'reviewing'::text, 'completed'::text, 'failed'::text, 'expired'::text]))),
  constraint identity_verifications_verification_method_check CHECK ((verification_method = ANY (ARRAY['document'::text, 'liveness'::text, 'combined'::text]))),
  constraint identity_verifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table invitations (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  invited_by_user_id bigint not null,
  email text not null,
  email_key text not null,
  role text not null,
  token_hash bytea not null,
  token_sealed text,
  mailing integer not null default 1,
  mail_failure text,
  expires_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  accepted_by_user_id bigint,
  created_at timestamp(3) with time zone not null default app_now(),
  is_reviewer boolean not null default false,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'reviewer'::text]))),
  constraint invitations_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint invitations_accepted_by_user_id_fkey FOREIGN KEY (accepted_by_user_id) REFERENCES users(id),
  constraint invitations_invited_by_user_id_fkey FOREIGN KEY (invited_by_user_id) REFERENCES users(id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table job_lanes (
  id bigint not null generated always as identity,
  key text not null,
  kind text not null,
  inflight integer not null default 0,
  max_inflight integer not null,
  ready_at timestamp with time zone not null default 'infinity'::timestamp with time zone,
  served_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  full_inflight integer not null,
  timeouts integer not null default 0,
  constraint job_lanes_pkey PRIMARY KEY (id),
  constraint job_lanes_key_key UNIQUE (key),
  constraint job_lanes_check CHECK (((inflight >= 0) AND (inflight <= max_inflight)))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table job_paces (
  kind text not null,
  tokens double precision not null default 0,
  refilled_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  begun_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  others_at timestamp with time zone not null default app_now(),
  per_minute double precision,
  slowed_at timestamp with time zone,
  held_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  first_held_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  refusals integer not null default 0,
  refused_at timestamp with time zone,
  refused_since timestamp with time zone,
  quota_since timestamp with time zone,
  answer text,
  constraint job_paces_pkey PRIMARY KEY (kind),
  constraint job_paces_per_minute_check CHECK ((per_minute > (0)::double precision))
) with (fillfactor=50);

create table jobs (
  id bigint not null generated always as identity,
  kind text not null,
  lane_id bigint not null,
  run_at timestamp with time zone not null,
  attempt integer not null default 0,
  lease_until timestamp with time zone,
  lease_token uuid,
  payload jsonb not null,
  deaths integer not null default 0,
  waits integer not null default 0,
  waiting_since timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_check CHECK (((lease_until IS NULL) = (lease_token IS NULL)))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);

create table kept_forms (
  id uuid not null default gen_random_uuid(),
  session_id bigint not null,
  organization_id bigint not null,
  sealed bytea not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint kept_forms_pkey PRIMARY KEY (id),
  constraint kept_forms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint kept_forms_session_id_fkey FOREIGN KEY (session_id) REFERENCES dashboard_sessions(id) ON DELETE CASCADE
);

create table known_browsers (
  id bigint not null generated always as identity,
  account_id bigint not null,
  secret_hash bytea not null,
  last_used_at timestamp(3) with time zone not null default app_now(),
  constraint known_browsers_pkey PRIMARY KEY (id),
  constraint known_browsers_account_id_secret_hash_key UNIQUE (account_id, secret_hash),
  constraint known_browsers_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  constraint known_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table live_processes (
  id uuid not null,
  host text not null,
  pid integer not null,
  role text not null,
  data_version integer not null,
  started_at timestamp(3) with time zone not null default app_now(),
  seen_at timestamp(3) with time zone not null default app_now(),
  constraint live_processes_pkey PRIMARY KEY (id),
  constraint live_processes_data_version_check CHECK ((data_version > 0))
);

create table migrations (
  id integer not null default nextval('migrations_id_seq'::regclass),
  timestamp bigint not null,
  name character varying not null,
  constraint "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id)
);

create table organization_certificates (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  purpose text not null,
  certificate bytea not null,
  private_key_sealed bytea not null,
  issued_by_id bigint,
  not_after timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default app_now(),
  retired_at timestamp(3) with time zone,
  constraint organization_certificates_pkey PRIMARY KEY (id),
  constraint organization_certificates_check CHECK (((purpose = 'seal'::text) = (issued_by_id IS NOT NULL))),
  constraint organization_certificates_purpose_check CHECK ((purpose = ANY (ARRAY['authority'::text, 'seal'::text]))),
  constraint organization_certificates_issued_by_id_fkey FOREIGN KEY (issued_by_id) REFERENCES organization_certificates(id),
  constraint organization_certificates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table organization_days (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  day date not null,
  sent integer not null default 0,
  completed integer not null default 0,
  approved integer not null default 0,
  not_approved integer not null default 0,
  constraint organization_days_pkey PRIMARY KEY (id),
  constraint organization_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
) with (fillfactor=50);

create table organization_logos (
  organization_id bigint not null,
  token text not null,
  storage_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint organization_logos_pkey PRIMARY KEY (organization_id),
  constraint organization_logos_token_key UNIQUE (token),
  constraint organization_logos_height_check CHECK ((height > 0)),
  constraint organization_logos_token_check CHECK ((token ~ '^[0-9a-f]{64}$'::text)),
  constraint organization_logos_width_check CHECK ((width > 0)),
  constraint organization_logos_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table organizations (
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  review_four_eyes boolean not null default false,
  accent_color text,
  contact_line text,
  default_locale text,
  retention_days integer,
  review_mails text not null default 'reviewers'::text,
  review_mailbox text,
  document_retention_days integer,
  draft_retention_days integer,
  retention_looked_at timestamp(3) with time zone,
  review_faces boolean not null default false,
  time_zone text,
  contact_email text,
  review_hour_ends_at timestamp(3) with time zone,
  is_test boolean not null default false,
  test_of bigint,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_test_of_key UNIQUE (test_of),
  constraint organizations_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint organizations_check CHECK (((test_of IS NULL) OR is_test)),
  constraint organizations_contact_line_check CHECK (((char_length(contact_line) >= 1) AND (char_length(contact_line) <= 200))),
  constraint organizations_default_locale_check CHECK ((default_locale ~ '^[a-z]{2}$'::text)),
  constraint organizations_document_retention_days_check CHECK (((document_retention_days >= 30) AND (document_retention_days <= 36500))),
  constraint organizations_draft_retention_days_check CHECK (((draft_retention_days >= 1) AND (draft_retention_days <= 3650))),
  constraint organizations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint organizations_retention_days_check CHECK (((retention_days >= 1) AND (retention_days <= 3650))),
  constraint organizations_review_mailbox CHECK (((review_mails = 'mailbox'::text) = (review_mailbox IS NOT NULL))),
  constraint organizations_review_mails_check CHECK ((review_mails = ANY (ARRAY['reviewers'::text, 'mailbox'::text, 'nobody'::text]))),
  constraint organizations_test_of_fkey FOREIGN KEY (test_of) REFERENCES organizations(id)
);

create table owner_notices (
  organization_id bigint not null,
  kind text not null,
  subject text not null,
  told_at timestamp(3) with time zone not null default app_now(),
  constraint owner_notices_pkey PRIMARY KEY (organization_id, kind, subject),
  constraint owner_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  holder_hash bytea not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint passkey_challenges_holder_hash_check CHECK ((octet_length(holder_hash) = 32)),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'confirm'::text, 'register'::text])))
);

create table passkeys (
  id bigint not null generated always as identity,
  account_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table password_reset_requests (
  id bigint not null generated always as identity,
  email_sealed text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint password_reset_requests_pkey PRIMARY KEY (id)
);

create table pending_erasures (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  entry jsonb not null,
  subjects jsonb not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint pending_erasures_pkey PRIMARY KEY (id),
  constraint pending_erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table recipient_links (
  organization_id bigint not null,
  signature_id bigint not null,
  recipient_id bigint not null,
  id bigint not null generated always as identity,
  token_hash bytea not null,
  token_sealed text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  voided_at timestamp(3) with time zone,
  void_reason text,
  constraint recipient_links_pkey PRIMARY KEY (organization_id, id),
  constraint recipient_links_token_hash_key UNIQUE (token_hash),
  constraint recipient_links_check CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  constraint recipient_links_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint recipient_links_void_reason_check CHECK ((void_reason = ANY (ARRAY['cancelled'::text, 'replaced'::text, 'removed'::text]))),
  constraint recipient_links_organization_id_signature_id_recipient_id_fkey FOREIGN KEY (organization_id, signature_id, recipient_id) REFERENCES request_recipients(organization_id, signature_id, id)
);

create table recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamp(3) with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table request_document_files (
  organization_id bigint not null,
  signature_id bigint not null,
  document_id bigint not null,
  kind text not null,
  storage_key text not null,
  mime_type text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  pages integer not null,
  page_sizes jsonb,
  signed_sha256 bytea,
  redrawn_sha256 bytea,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint request_document_files_pkey PRIMARY KEY (organization_id, signature_id, document_id, kind),
  constraint request_document_files_kind_check CHECK ((kind = ANY (ARRAY['original'::text, 'presented'::text, 'working'::text, 'signed'::text]))),
  constraint request_document_files_pages_check CHECK ((pages > 0)),
  constraint request_document_files_sha256_check CHECK ((length(sha256) = 32)),
  constraint request_document_files_organization_id_signature_id_docume_fkey FOREIGN KEY (organization_id, signature_id, document_id) REFERENCES request_documents(organization_id, signature_id, id) ON DELETE CASCADE
);

create table request_document_signatures (
  organization_id bigint not null,
  signature_id bigint not null,
  document_id bigint not null,
  signer_id bigint not null,
  field_name text not null,
  field_certificate bytea not null,
  field_number integer not null,
  constraint request_document_signatures_pkey PRIMARY KEY (organization_id, signature_id, document_id, signer_id),
  constraint request_document_signatures_field_number_check CHECK ((field_number > 0)),
  constraint request_document_signatures_organization_id_signature_id_d_fkey FOREIGN KEY (organization_id, signature_id, document_id) REFERENCES request_documents(organization_id, signature_id, id) ON DELETE CASCADE,
  constraint request_document_signatures_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table request_documents (
  organization_id bigint not null,
  signature_id bigint not null,
  id bigint not null generated always as identity,
  position integer not null,
  name text not null,
  extension text not null,
  constraint request_documents_pkey PRIMARY KEY (organization_id, signature_id, id),
  constraint request_documents_in_order UNIQUE (organization_id, signature_id, "position") DEFERRABLE,
  constraint request_documents_position_check CHECK ((("position" >= 2) AND ("position" <= 10))),
  constraint request_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint request_documents_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table request_forms (
  organization_id bigint not null,
  signature_id bigint not null,
  definition text,
  sha256 bytea not null,
  role_emails jsonb,
  role_signers jsonb,
  pdf_names jsonb not null default '{}'::jsonb,
  pdf_facts jsonb not null default '{}'::jsonb,
  document_replaced boolean not null default false,
  constraint request_forms_pkey PRIMARY KEY (organization_id, signature_id),
  constraint request_forms_check CHECK (((role_emails IS NULL) OR (role_signers IS NULL))),
  constraint request_forms_sha256_check CHECK ((length(sha256) = 32)),
  constraint request_forms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint request_forms_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table request_recipients (
  organization_id bigint not null,
  signature_id bigint not null,
  id bigint not null generated always as identity,
  email text not null,
  email_key text not null,
  name text,
  locale text,
  action text not null,
  turn_order integer,
  told_when text not null,
  required boolean not null,
  separate_approver boolean not null,
  added_later boolean not null default false,
  status text not null default 'pending'::text,
  told_at timestamp(3) with time zone,
  acted_at timestamp(3) with time zone,
  screen_repeated_at timestamp(3) with time zone,
  rejection_reason text,
  removed_at timestamp(3) with time zone,
  constraint request_recipients_pkey PRIMARY KEY (organization_id, signature_id, id),
  constraint request_recipients_action_check CHECK ((action = ANY (ARRAY['approve'::text, 'view'::text, 'copy'::text]))),
  constraint request_recipients_check CHECK ((((status = 'pending'::text) OR (status =
CASE action
    WHEN 'approve'::text THEN 'approved'::text
    WHEN 'view'::text THEN 'viewed'::text
    ELSE 'told'::text
END)) OR ((status = 'rejected'::text) AND (action = 'approve'::text)))),
  constraint request_recipients_check1 CHECK (((status = 'pending'::text) = (acted_at IS NULL))),
  constraint request_recipients_check2 CHECK (((rejection_reason IS NULL) OR (status = 'rejected'::text))),
  constraint request_recipients_check3 CHECK (((action = 'view'::text) OR (required = (action = 'approve'::text)))),
  constraint request_recipients_told_when_check CHECK ((told_when = ANY (ARRAY['sent'::text, 'turn'::text, 'completed'::text]))),
  constraint request_recipients_turn_order_check CHECK ((turn_order >= 0)),
  constraint request_recipients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint request_recipients_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table request_templates (
  organization_id bigint not null,
  signature_id bigint not null,
  template_id bigint not null,
  version integer not null,
  constraint request_templates_pkey PRIMARY KEY (organization_id, signature_id),
  constraint request_templates_organization_id_template_id_version_fkey FOREIGN KEY (organization_id, template_id, version) REFERENCES template_versions(organization_id, template_id, number),
  constraint request_templates_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table review_claims (
  verification_id bigint not null,
  organization_id bigint not null,
  user_id bigint not null,
  claimed_at timestamp(3) with time zone not null default app_now(),
  expires_at timestamp(3) with time zone not null,
  constraint review_claims_pkey PRIMARY KEY (verification_id),
  constraint review_claims_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint review_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint review_claims_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table review_notes (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  user_id bigint not null,
  words text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint review_notes_pkey PRIMARY KEY (id),
  constraint review_notes_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 1000))),
  constraint review_notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint review_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint review_notes_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table review_notices (
  organization_id bigint not null,
  verification_id bigint not null,
  review_round integer not null,
  mail text not null,
  batch text not null,
  constraint review_notices_pkey PRIMARY KEY (verification_id, review_round, mail),
  constraint review_notices_mail_check CHECK ((mail = ANY (ARRAY['requested'::text, 'due_soon'::text]))),
  constraint review_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint review_notices_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table review_votes (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  verification_id bigint not null,
  round integer not null,
  user_id bigint not null,
  result text not null,
  reason text not null,
  voted_at timestamp(3) with time zone not null default app_now(),
  constraint review_votes_pkey PRIMARY KEY (id),
  constraint review_votes_verification_id_round_user_id_key UNIQUE (verification_id, round, user_id),
  constraint review_votes_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
  constraint review_votes_result_check CHECK ((result = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint review_votes_round_check CHECK ((round >= 1)),
  constraint review_votes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint review_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint review_votes_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES identity_verifications(id)
);

create table seal_failures (
  signature_id bigint not null,
  organization_id bigint not null,
  failures integer not null,
  cause text not null,
  message text not null,
  failed_at timestamp(3) with time zone not null default app_now(),
  constraint seal_failures_pkey PRIMARY KEY (signature_id),
  constraint seal_failures_failures_check CHECK ((failures >= 1)),
  constraint seal_failures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint seal_failures_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table send_plans (
  signature_id bigint not null,
  organization_id bigint not null,
  plan jsonb not null,
  updated_at timestamp(3) with time zone not null default app_now(),
  unfinished jsonb,
  constraint send_plans_pkey PRIMARY KEY (signature_id),
  constraint send_plans_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint send_plans_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table sign_in_guesses (
  subject bytea not null,
  times timestamp(3) with time zone[] not null,
  constraint sign_in_guesses_pkey PRIMARY KEY (subject),
  constraint sign_in_guesses_subject_check CHECK ((octet_length(subject) = 32))
);

create table sign_on_flows (
  state_hash bytea not null,
  holder_hash bytea not null,
  organization_id bigint not null,
  session_id bigint,
  invitation_hash bytea,
  next text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint sign_on_flows_pkey PRIMARY KEY (state_hash),
  constraint sign_on_flows_check CHECK (((session_id IS NULL) OR (invitation_hash IS NULL))),
  constraint sign_on_flows_holder_hash_check CHECK ((octet_length(holder_hash) = 32)),
  constraint sign_on_flows_invitation_hash_check CHECK ((octet_length(invitation_hash) = 32)),
  constraint sign_on_flows_state_hash_check CHECK ((octet_length(state_hash) = 32)),
  constraint sign_on_flows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES sign_ons(organization_id) ON DELETE CASCADE,
  constraint sign_on_flows_session_id_fkey FOREIGN KEY (session_id) REFERENCES dashboard_sessions(id) ON DELETE CASCADE
);

create table sign_on_identities (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint sign_on_identities_pkey PRIMARY KEY (id),
  constraint sign_on_identities_organization_id_issuer_subject_key UNIQUE (organization_id, issuer, subject),
  constraint sign_on_identities_user_id_key UNIQUE (user_id),
  constraint sign_on_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES sign_ons(organization_id) ON DELETE CASCADE,
  constraint sign_on_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table sign_ons (
  organization_id bigint not null,
  code text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  description text,
  described_issuer text,
  constraint sign_ons_pkey PRIMARY KEY (organization_id),
  constraint sign_ons_code_key UNIQUE (code),
  constraint sign_ons_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table signature_audit_events (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  signature_id bigint not null,
  signer_id bigint,
  type text not null,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp(3) with time zone not null default app_now(),
  number integer not null,
  previous bytea,
  hash bytea not null,
  erased_in integer,
  constraint signature_audit_events_pkey PRIMARY KEY (id),
  constraint signature_audit_events_in_order UNIQUE (organization_id, signature_id, number),
  constraint signature_audit_events_check CHECK ((erased_in > number)),
  constraint signature_audit_events_hash_check CHECK ((length(hash) = 32)),
  constraint signature_audit_events_number_check CHECK ((number > 0)),
  constraint signature_audit_events_previous_check CHECK ((length(previous) = 32)),
  constraint signature_audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signature_audit_events_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table signature_documents (
  signature_id bigint not null,
  organization_id bigint not null,
  kind text not null,
  storage_key text not null,
  mime_type text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  pages integer not null,
  created_at timestamp(3) with time zone not null default app_now(),
  page_sizes jsonb,
  signed_sha256 bytea,
  redrawn_sha256 bytea,
  constraint signature_documents_pkey PRIMARY KEY (signature_id, kind),
  constraint signature_documents_kind_check CHECK ((kind = ANY (ARRAY['original'::text, 'presented'::text, 'working'::text, 'signed'::text, 'certificate'::text]))),
  constraint signature_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signature_documents_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table signature_fields (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  signature_id bigint not null,
  signer_id bigint,
  signer_email text,
  signer_number integer,
  kind text not null,
  page integer not null,
  box jsonb not null,
  tag_box jsonb,
  label text not null default ''::text,
  required boolean not null default true,
  value text,
  field_key text,
  option text,
  document integer not null default 1,
  constraint signature_fields_pkey PRIMARY KEY (id),
  constraint signature_fields_check CHECK (
CASE
    WHEN (field_key IS NULL) THEN ((signer_email IS NULL) <> (signer_number IS NULL))
    ELSE (signer_number IS NULL)
END),
  constraint signature_fields_check1 CHECK (((tag_box IS NULL) = (signer_number IS NULL))),
  constraint signature_fields_document_check CHECK (((document >= 1) AND (document <= 10))),
  constraint signature_fields_kind_check CHECK ((kind = ANY (ARRAY['signature'::text, 'initials'::text, 'date'::text, 'name'::text, 'text'::text, 'checkbox'::text, 'number'::text, 'chosen_date'::text, 'choice'::text, 'radio'::text, 'checkboxes'::text, 'image'::text, 'stamp'::text, 'label'::text, 'formula'::text]))),
  constraint signature_fields_of_forms CHECK (((field_key IS NOT NULL) OR (option IS NULL))),
  constraint signature_fields_page_check CHECK ((page >= 1)),
  constraint signature_fields_signer_number_check CHECK (((signer_number >= 1) AND (signer_number <= 100))),
  constraint signature_fields_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signature_fields_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id),
  constraint signature_fields_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table signature_signers (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  signature_id bigint not null,
  email text not null,
  email_key text not null,
  name text,
  signing_order integer not null default 0,
  status text not null default 'pending'::text,
  opened_at timestamp(3) with time zone,
  code_verified_at timestamp(3) with time zone,
  signed_at timestamp(3) with time zone,
  rejected_at timestamp(3) with time zone,
  rejection_reason text,
  mark jsonb,
  witness_name text,
  verified_name text,
  field_name text,
  field_certificate bytea,
  field_number integer,
  locale text,
  screen_repeated_at timestamp(3) with time zone,
  constraint signature_signers_pkey PRIMARY KEY (id),
  constraint signature_signers_signature_id_email_key_key UNIQUE (signature_id, email_key),
  constraint signature_signers_signature_id_field_number_key UNIQUE (signature_id, field_number),
  constraint signature_signers_check CHECK (((status = 'signed'::text) = (signed_at IS NOT NULL))),
  constraint signature_signers_check1 CHECK (((status = 'rejected'::text) = (rejected_at IS NOT NULL))),
  constraint signature_signers_check2 CHECK ((((field_name IS NULL) = (field_certificate IS NULL)) AND ((field_name IS NULL) = (field_number IS NULL)))),
  constraint signature_signers_locale_check CHECK ((locale ~ '^[a-z]{2}$'::text)),
  constraint signature_signers_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'signed'::text, 'rejected'::text]))),
  constraint signature_signers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signature_signers_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id)
);

create table signatures (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  created_by_user_id bigint not null,
  type text not null,
  status text not null default 'draft'::text,
  document_status text not null default 'draft'::text,
  sender_name text not null,
  subject text not null default ''::text,
  message_content text not null default ''::text,
  original_document_name text not null,
  original_document_type text not null,
  original_document_extension text not null,
  date_sent timestamp(3) with time zone,
  expires_date timestamp(3) with time zone,
  scheduled_date timestamp(3) with time zone,
  require_verification boolean not null default false,
  cc_on_complete text[] not null default '{}'::text[],
  category_id bigint,
  created_at timestamp(3) with time zone not null default app_now(),
  updated_at timestamp(3) with time zone not null default app_now(),
  deleted_at timestamp(3) with time zone,
  remind_every integer,
  locale text,
  allow_hand_over boolean not null default false,
  contents_removed_at timestamp(3) with time zone,
  cancellation_reason text,
  cancellation_reason_shown boolean not null default false,
  constraint signatures_pkey PRIMARY KEY (id),
  constraint signatures_check CHECK (((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'expired'::text])) OR (date_sent IS NOT NULL))),
  constraint signatures_document_status_check CHECK ((document_status = ANY (ARRAY['draft'::text, 'ready'::text]))),
  constraint signatures_locale_check CHECK ((locale ~ '^[a-z]{2}$'::text)),
  constraint signatures_remind_every_check CHECK (((remind_every >= 1) AND (remind_every <= 90))),
  constraint signatures_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'created'::text, 'scheduled'::text, 'expired'::text, 'partially_signed'::text, 'completed'::text, 'rejected'::text]))),
  constraint signatures_type_check CHECK ((type = ANY (ARRAY['advanced'::text, 'fast'::text, 'self_signed'::text, 'in_person'::text]))),
  constraint signatures_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  constraint signatures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table signer_codes (
  signer_id bigint not null,
  organization_id bigint not null,
  request integer not null default 1,
  requested_at timestamp(3) with time zone not null default app_now(),
  code_hash bytea,
  expires_at timestamp(3) with time zone,
  tries integer not null default 0,
  browser_hash bytea,
  constraint signer_codes_pkey PRIMARY KEY (signer_id),
  constraint signer_codes_check CHECK (((code_hash IS NULL) = (expires_at IS NULL))),
  constraint signer_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signer_codes_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table signer_drafts (
  signer_id bigint not null,
  organization_id bigint not null,
  sealed bytea not null,
  browser_hash bytea,
  updated_at timestamp(3) with time zone not null default app_now(),
  constraint signer_drafts_pkey PRIMARY KEY (signer_id),
  constraint signer_drafts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signer_drafts_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table signer_links (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  organization_id bigint not null,
  signature_id bigint not null,
  signer_id bigint not null,
  token_sealed text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  voided_at timestamp(3) with time zone,
  void_reason text,
  handed_over_in integer,
  constraint signer_links_pkey PRIMARY KEY (id),
  constraint signer_links_token_hash_key UNIQUE (token_hash),
  constraint signer_links_check CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  constraint signer_links_handed_over_in_check CHECK ((handed_over_in > 0)),
  constraint signer_links_void_reason_check CHECK ((void_reason = ANY (ARRAY['cancelled'::text, 'replaced'::text, 'completed'::text]))),
  constraint signer_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signer_links_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id),
  constraint signer_links_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table signer_pads (
  signer_id bigint not null,
  organization_id bigint not null,
  token_hash bytea not null,
  desk_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  sealed bytea,
  constraint signer_pads_pkey PRIMARY KEY (signer_id),
  constraint signer_pads_token_hash_key UNIQUE (token_hash),
  constraint signer_pads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signer_pads_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table signer_pictures (
  signer_id bigint not null,
  organization_id bigint not null,
  storage_key text not null,
  sha256 bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamp(3) with time zone not null default app_now(),
  browser_hash bytea,
  constraint signer_pictures_pkey PRIMARY KEY (signer_id),
  constraint signer_pictures_height_check CHECK ((height > 0)),
  constraint signer_pictures_width_check CHECK ((width > 0)),
  constraint signer_pictures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint signer_pictures_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES signature_signers(id)
);

create table template_documents (
  organization_id bigint not null,
  template_id bigint not null,
  version integer not null,
  n integer not null,
  name text not null,
  original_key text not null,
  original_sha256 bytea not null,
  original_bytes bigint not null,
  mime_type text not null,
  extension text not null,
  presented_key text not null,
  presented_sha256 bytea not null,
  presented_bytes bigint not null,
  pages integer not null,
  page_sizes jsonb not null,
  carries_signatures boolean not null,
  created_at timestamp(3) with time zone not null default app_now(),
  is_redrawn boolean,
  constraint template_documents_pkey PRIMARY KEY (organization_id, template_id, version, n),
  constraint template_documents_n_check CHECK (((n >= 1) AND (n <= 10))),
  constraint template_documents_version_check CHECK ((version >= 0)),
  constraint template_documents_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id)
);

create table template_versions (
  organization_id bigint not null,
  template_id bigint not null,
  number integer not null,
  content text not null,
  sha256 bytea not null,
  note text not null default ''::text,
  published_by_user_id bigint not null,
  published_at timestamp(3) with time zone not null default app_now(),
  constraint template_versions_pkey PRIMARY KEY (organization_id, template_id, number),
  constraint template_versions_number_check CHECK ((number > 0)),
  constraint template_versions_sha256_check CHECK ((length(sha256) = 32)),
  constraint template_versions_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id),
  constraint template_versions_published_by_user_id_fkey FOREIGN KEY (published_by_user_id) REFERENCES users(id)
);

create table templates (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  name text not null,
  description text not null default ''::text,
  revision integer not null default 1,
  definition jsonb not null,
  latest_version integer,
  created_by_user_id bigint not null,
  created_at timestamp(3) with time zone not null default app_now(),
  updated_at timestamp(3) with time zone not null default app_now(),
  archived_at timestamp(3) with time zone,
  constraint templates_pkey PRIMARY KEY (organization_id, id),
  constraint templates_latest_version_check CHECK ((latest_version > 0)),
  constraint templates_revision_check CHECK ((revision > 0)),
  constraint templates_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  constraint templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table users (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  role text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  account_id bigint not null,
  removed_at timestamp(3) with time zone,
  is_reviewer boolean not null default false,
  sends_bulk boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_organization_id_account_id_key UNIQUE (organization_id, account_id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'reviewer'::text]))),
  constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_attempts (
  organization_id bigint not null,
  delivery_id uuid not null,
  attempt integer not null,
  response_code integer,
  response_body text not null,
  response_headers jsonb not null,
  failure_reason text,
  duration_ms integer not null,
  attempted_at timestamp(3) with time zone not null,
  url text,
  request_headers jsonb,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, delivery_id, attempt, attempted_at),
  constraint webhook_attempts_attempt_check CHECK (((attempt >= 1) AND (attempt <= 5)))
) partition by RANGE (attempted_at);

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  organization_id bigint not null,
  webhook_id uuid not null,
  event text not null,
  status text not null default 'pending'::text,
  parked boolean not null default false,
  attempts integer not null default 0,
  next_retry_at timestamp(3) with time zone,
  failure_reason text,
  created_at timestamp(3) with time zone not null,
  subject_kind text,
  subject_id bigint,
  event_seq bigint not null,
  endpoint_id bigint,
  replay_of uuid,
  is_test boolean not null default false,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_organization_id_webhook_id_key UNIQUE (organization_id, webhook_id),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) OR ((next_retry_at IS NULL) AND (NOT parked)))),
  constraint webhook_deliveries_check1 CHECK (((status = 'failed'::text) <= (failure_reason IS NOT NULL))),
  constraint webhook_deliveries_check2 CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text]))),
  constraint webhook_deliveries_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['signature'::text, 'identity_verification'::text, 'template'::text, 'bulk_send'::text]))),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id),
  constraint webhook_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_endpoint_days (
  organization_id bigint not null,
  endpoint_id bigint not null,
  day date not null,
  delivered integer not null default 0,
  failed integer not null default 0,
  attempts integer not null default 0,
  constraint webhook_endpoint_days_pkey PRIMARY KEY (organization_id, endpoint_id, day),
  constraint webhook_endpoint_days_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_endpoint_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_endpoints (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  url text,
  events text[] not null,
  paused boolean not null default false,
  secret_sealed text not null,
  next_secret_sealed text,
  next_secret_from timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default app_now(),
  updated_at timestamp(3) with time zone not null default app_now(),
  is_first boolean not null default false,
  label text not null default ''::text,
  disabled boolean not null default false,
  former_secret_sealed text,
  former_secret_until timestamp(3) with time zone,
  holds_when_down boolean not null default false,
  held boolean not null default false,
  next_probe_at timestamp(3) with time zone,
  state_since timestamp(3) with time zone,
  headers_sealed text,
  deleted_at timestamp(3) with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_check CHECK (((next_secret_sealed IS NULL) = (next_secret_from IS NULL))),
  constraint webhook_endpoints_check1 CHECK (((former_secret_sealed IS NULL) = (former_secret_until IS NULL))),
  constraint webhook_endpoints_check2 CHECK ((held = (next_probe_at IS NOT NULL))),
  constraint webhook_endpoints_check3 CHECK (((NOT held) OR (holds_when_down AND (NOT paused) AND (NOT disabled)))),
  constraint webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_event_eras (
  era integer not null,
  system_identifier bigint not null,
  timeline text not null,
  noted_at timestamp(3) with time zone not null default app_now(),
  constraint webhook_event_eras_pkey PRIMARY KEY (era)
);

create table webhook_event_horizons (
  organization_id bigint not null,
  era integer not null,
  xid xid8 not null,
  seq bigint not null,
  constraint webhook_event_horizons_pkey PRIMARY KEY (organization_id),
  constraint webhook_event_horizons_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_events (
  seq bigint not null default nextval('webhook_events_numbers'::regclass),
  id uuid not null,
  organization_id bigint not null,
  era integer not null,
  xid xid8 not null,
  type text not null,
  subject_kind text,
  subject_id bigint,
  body bytea not null,
  created_at timestamp(3) with time zone not null,
  erased_at timestamp(3) with time zone,
  is_test boolean not null default false,
  constraint webhook_events_pkey PRIMARY KEY (seq, created_at),
  constraint webhook_events_check CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
  constraint webhook_events_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['signature'::text, 'identity_verification'::text, 'template'::text, 'bulk_send'::text])))
) partition by RANGE (created_at);

create table webhook_key_pairs (
  organization_id bigint not null,
  secret_key_sealed text not null,
  public_key text not null,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint webhook_key_pairs_pkey PRIMARY KEY (organization_id),
  constraint webhook_key_pairs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_probes (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  delivery_id uuid not null,
  response_code integer,
  failure_reason text not null,
  duration_ms integer not null,
  attempted_at timestamp(3) with time zone not null default app_now(),
  url text,
  request_headers jsonb,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  constraint webhook_probes_pkey PRIMARY KEY (id),
  constraint webhook_probes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_recent_failures (
  organization_id bigint not null,
  endpoint_id bigint not null,
  delivery_id uuid not null,
  failed_at timestamp(3) with time zone not null default app_now(),
  constraint webhook_recent_failures_pkey PRIMARY KEY (endpoint_id, delivery_id),
  constraint webhook_recent_failures_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_recent_failures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_replays (
  organization_id bigint not null,
  id uuid not null,
  endpoint_id bigint,
  recorded_from timestamp(3) with time zone not null,
  recorded_until timestamp(3) with time zone not null,
  replayed integer not null default 0,
  finished boolean not null default false,
  created_at timestamp(3) with time zone not null default app_now(),
  constraint webhook_replays_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_replays_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_replays_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table webhook_retries (
  organization_id bigint not null,
  endpoint_id bigint not null,
  began_at timestamp(3) with time zone not null default app_now(),
  total integer not null,
  attempted integer not null default 0,
  failed_in_row integer not null default 0,
  state text not null default 'running'::text,
  constraint webhook_retries_pkey PRIMARY KEY (organization_id, endpoint_id),
  constraint webhook_retries_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text, 'stopped'::text]))),
  constraint webhook_retries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_retries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX account_links_by_account ON account_links USING btree (account_id);

CREATE INDEX activity_events_by_subject ON activity_events USING btree (organization_id, subject_kind, subject_id, number);

CREATE INDEX activity_events_by_time ON activity_events USING btree (organization_id, created_at);

CREATE INDEX activity_events_by_type ON activity_events USING btree (organization_id, type, number);

CREATE INDEX activity_events_by_user ON activity_events USING btree (organization_id, user_id, number);

CREATE UNIQUE INDEX api_keys_one_active ON api_keys USING btree (organization_id) WHERE (revoked_at IS NULL);

CREATE INDEX bulk_send_rows_by_state ON bulk_send_rows USING btree (organization_id, bulk_send_id, state, number);

CREATE UNIQUE INDEX bulk_send_rows_reference ON bulk_send_rows USING btree (organization_id, bulk_send_id, reference) WHERE ((reference IS NOT NULL) AND (state <> 'invalid'::text));

CREATE UNIQUE INDEX bulk_send_rows_request ON bulk_send_rows USING btree (organization_id, signature_id) WHERE (signature_id IS NOT NULL);

CREATE INDEX bulk_sends_by_start ON bulk_sends USING btree (organization_id, started_at) WHERE (started_at IS NOT NULL);

CREATE INDEX bulk_sends_by_template ON bulk_sends USING btree (organization_id, template_id, version);

CREATE INDEX dashboard_sessions_by_account ON dashboard_sessions USING btree (account_id);

CREATE INDEX dashboard_sessions_by_browser ON dashboard_sessions USING btree (browser_id);

CREATE INDEX dashboard_sessions_by_identity ON dashboard_sessions USING btree (identity_id) WHERE (identity_id IS NOT NULL);

CREATE INDEX disruptions_ended ON disruptions USING btree (id) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX disruptions_open ON disruptions USING btree (organization_id, what, subject) WHERE (ended_at IS NULL);

CREATE INDEX failed_jobs_by_organization ON failed_jobs USING btree (((payload ->> 'organizationId'::text)), failed_at);

CREATE INDEX file_deletions_by_subject ON file_deletions USING btree (organization_id, subject_kind, subject_id);

CREATE INDEX file_deletions_by_time ON file_deletions USING btree (organization_id, due_at);

CREATE INDEX form_files_by_signer ON form_files USING btree (organization_id, signer_id);

CREATE UNIQUE INDEX form_files_by_storage_key ON form_files USING btree (organization_id, storage_key);

CREATE INDEX half_open_sign_ins_by_account ON half_open_sign_ins USING btree (account_id);

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys USING btree (expires_at);

CREATE UNIQUE INDEX identity_liveness_challenges_one_open ON identity_liveness_challenges USING btree (organization_id, verification_id, round) WHERE (state = 'open'::text);

CREATE INDEX identity_liveness_frames_by_picture ON identity_liveness_frames USING btree (organization_id, sha256);

CREATE INDEX identity_liveness_frames_by_verification ON identity_liveness_frames USING btree (organization_id, verification_id);

CREATE INDEX identity_seen_persons_by_age ON identity_seen_persons USING btree (organization_id, verification_id) WHERE (face_sealed IS NOT NULL);

CREATE INDEX identity_seen_persons_by_document ON identity_seen_persons USING btree (organization_id, document_hash) WHERE (document_hash IS NOT NULL);

CREATE INDEX identity_verification_audit_events_by_verification ON identity_verification_audit_events USING btree (organization_id, verification_id, id);

CREATE INDEX identity_verification_events_by_verification ON identity_verification_events USING btree (organization_id, verification_id, id);

CREATE INDEX identity_verifications_by_address ON identity_verifications USING btree (organization_id, lower(email) text_pattern_ops, created_at, id);

CREATE INDEX identity_verifications_by_created ON identity_verifications USING btree (organization_id, created_at, id);

CREATE INDEX identity_verifications_by_name ON identity_verifications USING gin (organization_id, lower(full_name) gin_trgm_ops) WITH (gin_pending_list_limit='256');

CREATE INDEX identity_verifications_by_signer ON identity_verifications USING btree (organization_id, signer_id, id) WHERE (signer_id IS NOT NULL);

CREATE INDEX identity_verifications_by_status ON identity_verifications USING btree (organization_id, status, created_at, id);

CREATE INDEX identity_verifications_under_review ON identity_verifications USING btree (organization_id, review_due_at, id) WHERE (state = 'reviewing'::text);

CREATE UNIQUE INDEX invitations_open ON invitations USING btree (organization_id, email_key) WHERE (closed_at IS NULL);

CREATE INDEX job_lanes_ready ON job_lanes USING btree (served_at) WHERE ((inflight < max_inflight) AND (ready_at < 'infinity'::timestamp with time zone));

CREATE INDEX jobs_due ON jobs USING btree (lane_id, run_at, id) WHERE (lease_until IS NULL);

CREATE INDEX jobs_leased ON jobs USING btree (lease_until) WHERE (lease_until IS NOT NULL);

CREATE INDEX kept_forms_by_session ON kept_forms USING btree (session_id, created_at);

CREATE INDEX organization_certificates_by_hash ON organization_certificates USING btree (sha256(certificate));

CREATE UNIQUE INDEX organization_certificates_one_in_use ON organization_certificates USING btree (organization_id, purpose) WHERE (retired_at IS NULL);

CREATE INDEX organization_days_by_day ON organization_days USING btree (organization_id, day);

CREATE INDEX passkeys_by_account ON passkeys USING btree (account_id);

CREATE INDEX pending_erasures_by_organization ON pending_erasures USING btree (organization_id);

CREATE INDEX recipient_links_by_recipient ON recipient_links USING btree (organization_id, signature_id, recipient_id);

CREATE UNIQUE INDEX recipient_links_one_valid ON recipient_links USING btree (organization_id, signature_id, recipient_id) WHERE (voided_at IS NULL);

CREATE INDEX request_document_files_by_hash ON request_document_files USING btree (sha256);

CREATE INDEX request_document_signatures_by_signer ON request_document_signatures USING btree (organization_id, signer_id);

CREATE INDEX request_recipients_by_address ON request_recipients USING btree (organization_id, email_key);

CREATE INDEX request_recipients_by_beginning ON request_recipients USING btree (organization_id, email_key text_pattern_ops, signature_id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX request_recipients_once ON request_recipients USING btree (organization_id, signature_id, email_key, action) WHERE (removed_at IS NULL);

CREATE INDEX request_templates_by_template ON request_templates USING btree (organization_id, template_id);

CREATE INDEX review_notes_by_verification ON review_notes USING btree (organization_id, verification_id, id);

CREATE INDEX review_notices_by_batch ON review_notices USING btree (organization_id, batch);

CREATE INDEX review_votes_by_organization ON review_votes USING btree (organization_id, id);

CREATE INDEX sign_on_flows_by_holder ON sign_on_flows USING btree (holder_hash);

CREATE INDEX sign_on_flows_by_organization ON sign_on_flows USING btree (organization_id);

CREATE INDEX sign_on_flows_by_session ON sign_on_flows USING btree (session_id) WHERE (session_id IS NOT NULL);

CREATE INDEX signature_documents_by_hash ON signature_documents USING btree (sha256);

CREATE INDEX signature_fields_by_signature ON signature_fields USING btree (organization_id, signature_id, id);

CREATE INDEX signature_signers_by_address ON signature_signers USING btree (organization_id, email_key text_pattern_ops, signature_id);

CREATE INDEX signature_signers_by_beginning_of_name ON signature_signers USING btree (organization_id, lower(name) text_pattern_ops, signature_id) WHERE (name IS NOT NULL);

CREATE INDEX signature_signers_by_name ON signature_signers USING gin (organization_id, lower(name) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE (name IS NOT NULL);

CREATE INDEX signatures_by_created ON signatures USING btree (organization_id, created_at, id) INCLUDE (status, type, date_sent) WHERE (deleted_at IS NULL);

CREATE INDEX signatures_by_organization_text ON signatures USING gin (organization_id, lower(subject) gin_trgm_ops, lower(original_document_name) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE (deleted_at IS NULL);

CREATE INDEX signatures_by_sent ON signatures USING btree (organization_id, date_sent DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX signatures_by_status ON signatures USING btree (organization_id, status, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX signatures_by_updated ON signatures USING btree (organization_id, updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX signatures_by_week_and_change ON signatures USING btree (organization_id, date_bin('7 days'::interval, date_sent, '2000-01-01 00:00:00+00'::timestamp with time zone), updated_at, id) INCLUDE (status, type, date_sent) WHERE ((deleted_at IS NULL) AND (date_sent IS NOT NULL));

CREATE INDEX signatures_by_week_and_creation ON signatures USING btree (organization_id, date_bin('7 days'::interval, date_sent, '2000-01-01 00:00:00+00'::timestamp with time zone), created_at, id) INCLUDE (status, type, date_sent) WHERE ((deleted_at IS NULL) AND (date_sent IS NOT NULL));

CREATE INDEX signatures_cancelled_by_created ON signatures USING btree (organization_id, created_at, id) WHERE ((deleted_at IS NOT NULL) AND (status <> 'draft'::text) AND (contents_removed_at IS NULL));

CREATE INDEX signatures_cancelled_by_sent ON signatures USING btree (organization_id, date_sent DESC NULLS LAST, id DESC) WHERE ((deleted_at IS NOT NULL) AND (status <> 'draft'::text) AND (contents_removed_at IS NULL));

CREATE INDEX signatures_cancelled_by_text ON signatures USING gin (organization_id, lower(subject) gin_trgm_ops, lower(original_document_name) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE ((deleted_at IS NOT NULL) AND (status <> 'draft'::text) AND (contents_removed_at IS NULL));

CREATE INDEX signatures_cancelled_by_updated ON signatures USING btree (organization_id, updated_at, id) WHERE ((deleted_at IS NOT NULL) AND (status <> 'draft'::text) AND (contents_removed_at IS NULL));

CREATE INDEX signatures_open ON signatures USING btree (organization_id) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['created'::text, 'partially_signed'::text])));

CREATE INDEX signatures_with_contents ON signatures USING btree (organization_id, created_at, id) WHERE ((contents_removed_at IS NULL) AND ((deleted_at IS NOT NULL) OR (status = ANY (ARRAY['completed'::text, 'rejected'::text, 'expired'::text]))));

CREATE INDEX signer_links_by_signature ON signer_links USING btree (signature_id);

CREATE UNIQUE INDEX signer_links_one_valid ON signer_links USING btree (signer_id) WHERE (voided_at IS NULL);

CREATE INDEX template_documents_by_original ON template_documents USING btree (organization_id, original_key);

CREATE INDEX template_documents_by_presented ON template_documents USING btree (organization_id, presented_key);

CREATE INDEX templates_by_change ON templates USING btree (organization_id, updated_at, id);

CREATE INDEX templates_by_name ON templates USING btree (organization_id, lower(name), id);

CREATE INDEX users_by_account ON users USING btree (account_id);

CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries USING btree (organization_id, endpoint_id, created_at, seq);

CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries USING btree (organization_id, event, created_at, seq);

CREATE INDEX webhook_deliveries_by_event_and_status ON webhook_deliveries USING btree (organization_id, event, status, created_at, seq);

CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries USING btree (organization_id, status, created_at, seq);

CREATE INDEX webhook_deliveries_by_subject ON webhook_deliveries USING btree (organization_id, subject_kind, subject_id, created_at, seq) WHERE (subject_id IS NOT NULL);

CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries USING btree (organization_id, created_at, seq);

CREATE INDEX webhook_deliveries_parked ON webhook_deliveries USING btree (endpoint_id) WHERE parked;

CREATE INDEX webhook_deliveries_replays ON webhook_deliveries USING btree (organization_id, event_seq, endpoint_id, seq) WHERE (replay_of IS NOT NULL);

CREATE INDEX webhook_deliveries_retrying ON webhook_deliveries USING btree (organization_id, endpoint_id, created_at, seq) WHERE ((status = 'pending'::text) AND (attempts > 0) AND (NOT parked));

CREATE INDEX webhook_deliveries_tests ON webhook_deliveries USING btree (organization_id, endpoint_id, created_at) WHERE is_test;

CREATE INDEX webhook_endpoints_by_organization ON webhook_endpoints USING btree (organization_id, id);

CREATE UNIQUE INDEX webhook_endpoints_first ON webhook_endpoints USING btree (organization_id) WHERE is_first;

CREATE INDEX webhook_events_by_subject ON ONLY webhook_events USING btree (organization_id, subject_kind, subject_id) WHERE (subject_id IS NOT NULL);

CREATE INDEX webhook_events_in_order ON ONLY webhook_events USING btree (organization_id, era, xid, seq);

CREATE INDEX webhook_probes_by_delivery ON webhook_probes USING btree (organization_id, delivery_id, id);

create view one_time_code_counts as
 SELECT subject,
    count,
    since
   FROM hourly_counts;

create view shared_files as
 SELECT template_documents.organization_id,
    template_documents.original_key AS storage_key
   FROM template_documents
UNION ALL
 SELECT template_documents.organization_id,
    template_documents.presented_key AS storage_key
   FROM template_documents;

create view stored_files as
 SELECT signature_documents.organization_id,
    signature_documents.storage_key
   FROM signature_documents
UNION ALL
 SELECT identity_verification_images.organization_id,
    identity_verification_images.storage_key
   FROM identity_verification_images
  WHERE identity_verification_images.storage_key IS NOT NULL
UNION ALL
 SELECT identity_liveness_frames.organization_id,
    identity_liveness_frames.storage_key
   FROM identity_liveness_frames
  WHERE identity_liveness_frames.storage_key IS NOT NULL
UNION ALL
 SELECT signer_pictures.organization_id,
    signer_pictures.storage_key
   FROM signer_pictures
UNION ALL
 SELECT organization_logos.organization_id,
    organization_logos.storage_key
   FROM organization_logos
UNION ALL
 SELECT form_files.organization_id,
    form_files.storage_key
   FROM form_files
UNION ALL
 SELECT shared_files.organization_id,
    shared_files.storage_key
   FROM shared_files
UNION ALL
 SELECT request_document_files.organization_id,
    request_document_files.storage_key
   FROM request_document_files;

CREATE OR REPLACE FUNCTION after_restore_live_processes()
 RETURNS void
 LANGUAGE sql
AS $function$delete from live_processes$function$;

CREATE OR REPLACE FUNCTION app_now()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
        begin return now() + (select clock_offset from app_clock); end $function$;

CREATE OR REPLACE FUNCTION append_signature_event(p_organization_id bigint, p_signature_id bigint, p_signer_id bigint, p_type text, p_data text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    v_created_at timestamptz(3) := app_now();
    v_number integer;
    v_previous bytea;
  begin
    perform from signatures where id = p_signature_id and organization_id = p_organization_id for no key update;
    if not found then raise exception 'no such signature request'; end if;
    select number, hash into v_number, v_previous from signature_audit_events
      where organization_id = p_organization_id and signature_id = p_signature_id order by number desc limit 1;
    v_number := coalesce(v_number, 0) + 1;
    insert into signature_audit_events
      (organization_id, signature_id, signer_id, type, data, created_at, number, previous, hash)
    values (p_organization_id, p_signature_id, p_signer_id, p_type, p_data::jsonb, v_created_at, v_number, v_previous,
      signature_event_hash(v_created_at, p_data, v_number, v_previous, p_signature_id, p_signer_id, p_type));
  end $function$;

CREATE OR REPLACE FUNCTION claim_due_jobs(p_kinds text[], p_rooms integer[], p_slow_rooms integer[], p_first_rooms integer[], p_known bigint[], p_known_rooms integer[], p_known_slow boolean[], p_lease_seconds double precision, p_lanes integer, p_limit integer, p_token uuid)
 RETURNS TABLE(id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, "isSlow" boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET lock_timeout TO '100ms'
AS $function$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
    v_slow boolean[];
    v_ready_at timestamptz[];
    v_places tid[];
    v_slow_kinds text[] := array(select t.kind from unnest(p_kinds, p_slow_rooms) as t (kind, room) where room > 0);
    v_full bigint[] := array(select t.id from unnest(p_known, p_known_rooms) as t (id, room) where room <= 0);
    v_overdue bigint[] := array(select t.id from unnest(p_known, p_known_slow) as t (id, slow) where slow);
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind), array_agg(l.slow), array_agg(l.ready_at),
        array_agg(l.place)
      into v_lanes, v_rooms, v_kinds, v_slow, v_ready_at, v_places
    from (
      select id, ready_at, ctid as place, array_position(p_kinds, kind) as kind, timeouts > 0 or id = any(v_overdue) as slow,
        least(max_inflight - inflight, coalesce(
          p_known_rooms[array_position(p_known, id)], p_first_rooms[array_position(p_kinds, kind)])) as room
      from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
        and (timeouts = 0 or kind = any(v_slow_kinds)) and id <> all(v_full)
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb, null::bigint, null::boolean from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
          and (timeouts = 0 or kind = any(v_slow_kinds)) and id <> all(v_full) limit 1;
      return;
    end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_kinds, v_slow, v_ready_at, v_places) with ordinality
        as t (id, room, kind, slow, ready_at, place, turn)),
    due as materialized (
      select due.id, lane.kind, lane.slow, row_number() over earlier as number,
        count(*) filter (where lane.slow) over earlier as slow_number
      from lane cross join lateral (
        select id from jobs
        where lane_id = lane.id and lease_until is null and run_at between lane.ready_at and v_now
        order by run_at, id
        limit least(lane.room, p_rooms[lane.kind], greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due
      window earlier as (partition by lane.kind order by lane.turn rows unbounded preceding)),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(
        select id from due where number <= p_rooms[kind] and (not slow or slow_number <= p_slow_rooms[kind])))
      returning j.id, j.kind, j.attempt, j.payload, j.lane_id),
    served as (
      update job_lanes l set
        inflight = l.inflight + coalesce(c.jobs, 0),
        served_at = case when c.jobs is null then l.served_at else clock_timestamp() end,
        ready_at = coalesce((
          select run_at from jobs where lane_id = l.id and lease_until is null and run_at >= lane.ready_at
          order by run_at limit 1), 'infinity')
      from lane left join (select lane_id, count(*)::integer as jobs from claimed group by lane_id) c
        on c.lane_id = lane.id
      where l.ctid = lane.place)
    select c.id, c.kind, c.attempt, c.payload, lane.id, lane.slow from claimed c join lane on lane.id = c.lane_id;
  end $function$;

CREATE OR REPLACE FUNCTION claim_jobs(p_kinds text[], p_rooms integer[], p_slow_rooms integer[], p_first_rooms integer[], p_known bigint[], p_known_rooms integer[], p_known_slow boolean[], p_lease_seconds double precision, p_lanes integer, p_limit integer, p_token uuid)
 RETURNS TABLE(id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, "isSlow" boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET lock_timeout TO '100ms'
AS $function$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
    v_slow boolean[];
    v_slow_kinds text[] := array(select t.kind from unnest(p_kinds, p_slow_rooms) as t (kind, room) where room > 0);
    v_full bigint[] := array(select t.id from unnest(p_known, p_known_rooms) as t (id, room) where room <= 0);
    v_overdue bigint[] := array(select t.id from unnest(p_known, p_known_slow) as t (id, slow) where slow);
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind), array_agg(l.slow)
      into v_lanes, v_rooms, v_kinds, v_slow
    from (
      select id, array_position(p_kinds, kind) as kind, timeouts > 0 or id = any(v_overdue) as slow,
        least(max_inflight - inflight, coalesce(
          p_known_rooms[array_position(p_known, id)], p_first_rooms[array_position(p_kinds, kind)])) as room
      from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
        and (timeouts = 0 or kind = any(v_slow_kinds)) and id <> all(v_full)
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb, null::bigint, null::boolean from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
          and (timeouts = 0 or kind = any(v_slow_kinds)) and id <> all(v_full) limit 1;
      return;
    end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_kinds, v_slow) with ordinality as t (id, room, kind, slow, place)),
    due as materialized (
      select due.id, lane.kind, lane.slow, row_number() over earlier as number,
        count(*) filter (where lane.slow) over earlier as slow_number
      from lane cross join lateral (
        select id from jobs where lane_id = lane.id and lease_until is null and run_at <= v_now
        order by run_at, id
        limit least(lane.room, p_rooms[lane.kind], greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due
      window earlier as (partition by lane.kind order by lane.place rows unbounded preceding)),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(
        select id from due where number <= p_rooms[kind] and (not slow or slow_number <= p_slow_rooms[kind])))
      returning j.id, j.kind, j.attempt, j.payload, j.lane_id),
    served as (
      update job_lanes l set
        inflight = l.inflight + coalesce(c.jobs, 0),
        served_at = case when c.jobs is null then l.served_at else clock_timestamp() end,
        ready_at = case when c.jobs is not null then l.ready_at else coalesce(
          (select run_at from jobs where lane_id = l.id and lease_until is null order by run_at limit 1),
          'infinity') end
      from lane left join (select lane_id, count(*)::integer as jobs from claimed group by lane_id) c
        on c.lane_id = lane.id
      where l.id = lane.id)
    select c.id, c.kind, c.attempt, c.payload, lane.id, lane.slow from claimed c join lane on lane.id = c.lane_id;
  end $function$;

CREATE OR REPLACE FUNCTION claim_jobs(p_kinds text[], p_rooms integer[], p_slow_rooms integer[], p_lease_seconds double precision, p_lanes integer, p_limit integer, p_token uuid)
 RETURNS TABLE(id bigint, kind text, attempt integer, payload jsonb, "isSlow" boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
    v_slow boolean[];
    v_slow_kinds text[] := array(select t.kind from unnest(p_kinds, p_slow_rooms) as t (kind, room) where room > 0);
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind), array_agg(l.slow)
      into v_lanes, v_rooms, v_kinds, v_slow
    from (
      select id, max_inflight - inflight as room, array_position(p_kinds, kind) as kind, timeouts > 0 as slow
      from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
        and (timeouts = 0 or kind = any(v_slow_kinds))
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb, null::boolean from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
          and (timeouts = 0 or kind = any(v_slow_kinds)) limit 1;
      return;
    end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_kinds, v_slow) with ordinality as t (id, room, kind, slow, place)),
    due as materialized (
      select due.id, lane.kind, lane.slow, row_number() over earlier as number,
        count(*) filter (where lane.slow) over earlier as slow_number
      from lane cross join lateral (
        select id from jobs where lane_id = lane.id and lease_until is null and run_at <= v_now
        order by run_at, id
        limit least(lane.room, p_rooms[lane.kind], greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due
      window earlier as (partition by lane.kind order by lane.place rows unbounded preceding)),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(
        select id from due where number <= p_rooms[kind] and (not slow or slow_number <= p_slow_rooms[kind])))
      returning j.id, j.kind, j.attempt, j.payload, j.lane_id),
    served as (
      update job_lanes l set
        inflight = l.inflight + coalesce(c.jobs, 0),
        served_at = case when c.jobs is null then l.served_at else clock_timestamp() end,
        ready_at = case when c.jobs is not null then l.ready_at else coalesce(
          (select run_at from jobs where lane_id = l.id and lease_until is null order by run_at limit 1),
          'infinity') end
      from lane left join (select lane_id, count(*)::integer as jobs from claimed group by lane_id) c
        on c.lane_id = lane.id
      where l.id = lane.id)
    select c.id, c.kind, c.attempt, c.payload, lane.slow from claimed c join lane on lane.id = c.lane_id;
  end $function$;

CREATE OR REPLACE FUNCTION claim_paced_jobs(p_kind text, p_rooms integer[], p_per_minute double precision, p_minute double precision, p_lease_seconds double precision, p_token uuid)
 RETURNS TABLE(id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, waits integer, "waitedSeconds" double precision, "againSeconds" double precision)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET lock_timeout TO '100ms'
AS $function$
  #variable_conflict use_column
  declare
    v_ranks constant text[] := array['first', '', 'last'];
    v_now timestamptz := app_now();
    v_pace job_paces%rowtype;
    v_job record;
    v_rate double precision;
    v_refill double precision;
    v_capacity double precision;
    v_reserve double precision;
    v_tokens double precision;
    v_allowed integer;
    v_owed integer := 0;
    v_room integer;
    v_claimed integer := 0;
    v_open text[] := '{}';
    v_again timestamptz[] := '{}';
  begin
    if not exists (
      select from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind)
    then return; end if;

    select p.* into v_pace from job_paces p where p.kind = p_kind;
    if not found then
      insert into job_paces (kind) values (p_kind) on conflict do nothing;
      select p.* into v_pace from job_paces p where p.kind = p_kind;
    end if;
    v_rate := job_rate(v_pace, p_per_minute, p_minute, v_now);
    if v_rate is not null or v_pace.held_until > v_now then
      select p.* into v_pace from job_paces p where p.kind = p_kind for update;
      if v_pace.refused_at > v_now + interval '1 minute' then
        v_pace.held_until := v_now + (v_pace.held_until - v_pace.refused_at);
        v_pace.first_held_until := v_now + (v_pace.first_held_until - v_pace.refused_at);
        v_pace.slowed_at := least(v_pace.slowed_at, v_now);
        v_pace.refused_at := v_now;
      end if;
      v_pace.others_at := least(v_pace.others_at, greatest(v_now, v_pace.first_held_until));
      if v_pace.refilled_at > greatest(v_now, v_pace.first_held_until) + interval '1 minute' then
        v_pace.refilled_at := v_now;
      end if;
      v_rate := job_rate(v_pace, p_per_minute, p_minute, v_now);
    end if;
    if v_rate is not null then
      v_capacity := greatest(1, v_rate / 5);
      v_refill := 0.8 * v_rate / p_minute;
      v_reserve := greatest(0, v_capacity - 1 - v_refill * p_minute / 60);
      v_tokens := case when v_pace.refilled_at = '-infinity' then v_capacity else least(v_capacity,
        v_pace.tokens + v_refill * greatest(0, extract(epoch from v_now - v_pace.refilled_at))) end;
      if v_pace.held_until <= v_now and v_pace.others_at <= v_now - 5 * p_minute / v_rate * interval '1 second' and exists (
        select from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind
          and split_part(key, '/', 3) <> 'first')
      then v_owed := 1; end if;
    end if;

    for i in 1..3 loop
      if (case when i = 1 then v_pace.first_held_until else v_pace.held_until end) > v_now then
        v_allowed := 0;
        v_again := v_again || case when i = 1 then v_pace.first_held_until else v_pace.held_until end;
      elsif v_rate is null then
        v_allowed := p_rooms[i];
      elsif i = 1 then
        v_allowed := floor(v_tokens - v_owed + 0.000001);
        if v_allowed < 1 then
          v_again := v_again || v_now + (1 + v_owed - v_tokens) / v_refill * interval '1 second';
        end if;
      else
        v_allowed := floor(v_tokens - v_reserve + 0.000001);
        if v_allowed < 1 and v_owed = 1 and v_tokens + 0.000001 >= 1 then v_allowed := 1; end if;
        if v_allowed < 1 then
          v_again := v_again || v_now + (v_reserve + 1 - v_tokens) / v_refill * interval '1 second'
            || greatest(v_pace.others_at + 5 * p_minute / v_rate * interval '1 second',
              v_now + (1 - v_tokens) / v_refill * interval '1 second');
        end if;
      end if;
      v_room := least(v_allowed, p_rooms[i] - v_claimed);
      continue when v_room < 1;
      v_open := v_open || v_ranks[i];
      for v_job in select c.* from claim_ranked_jobs(p_kind, v_ranks[i], v_room, p_lease_seconds, p_token) c loop
        v_claimed := v_claimed + 1;
        v_tokens := v_tokens - 1;
        if i > 1 then
          v_pace.others_at := v_now;
          v_owed := 0;
        end if;
        id := v_job.id;
        kind := v_job.kind;
        attempt := v_job.attempt;
        payload := v_job.payload;
        "laneId" := v_job."laneId";
        waits := v_job.waits;
        "waitedSeconds" := v_job."waitedSeconds";
        return next;
      end loop;
    end loop;

    if v_rate is not null or v_pace.held_until > v_now then
      update job_paces p set
        tokens = coalesce(v_tokens, 0),
        refilled_at = greatest(v_pace.refilled_at, v_now),
        begun_at = case when v_claimed > 0 then v_now else least(p.begun_at, v_now) end,
        others_at = v_pace.others_at,
        slowed_at = v_pace.slowed_at,
        held_until = v_pace.held_until,
        first_held_until = v_pace.first_held_until,
        refused_at = v_pace.refused_at
      where p.kind = p_kind;
    end if;

    id := null;
    "againSeconds" := case when v_claimed = 0 and exists (
        select from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind
          and split_part(key, '/', 3) = any(v_open))
      then 0 else (select extract(epoch from min(t) - v_now) from unnest(v_again) t where t > v_now) end;
    return next;
  end $function$;

CREATE OR REPLACE FUNCTION claim_ranked_jobs(p_kind text, p_rank text, p_room integer, p_lease_seconds double precision, p_token uuid)
 RETURNS TABLE(id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, waits integer, "waitedSeconds" double precision)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET lock_timeout TO '100ms'
AS $function$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_ready_at timestamptz[];
    v_places tid[];
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.ready_at), array_agg(l.place)
      into v_lanes, v_rooms, v_ready_at, v_places
    from (
      select id, max_inflight - inflight as room, ready_at, ctid as place from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind
        and split_part(key, '/', 3) = p_rank
      order by served_at limit p_room for update skip locked) l;
    if v_lanes is null then return; end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_ready_at, v_places) as t (id, room, ready_at, place)),
    due as materialized (
      select due.id from lane cross join lateral (
        select id from jobs
        where lane_id = lane.id and lease_until is null and run_at between lane.ready_at and v_now
        order by run_at, id limit least(lane.room, greatest(1, p_room / cardinality(v_lanes)))
        for update skip locked) due),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(select id from due))
      returning j.id, j.kind, j.attempt, j.payload, j.lane_id, j.waits, j.waiting_since),
    served as (
      update job_lanes l set
        inflight = l.inflight + coalesce(c.jobs, 0),
        served_at = case when c.jobs is null then l.served_at else clock_timestamp() end,
        ready_at = coalesce((
          select run_at from jobs where lane_id = l.id and lease_until is null and run_at >= lane.ready_at
          order by run_at limit 1), 'infinity')
      from lane left join (select lane_id, count(*)::integer as jobs from claimed group by lane_id) c
        on c.lane_id = lane.id
      where l.ctid = lane.place)
    select c.id, c.kind, c.attempt, c.payload, c.lane_id, c.waits,
      coalesce(extract(epoch from v_now - c.waiting_since), 0)::double precision
    from claimed c;
  end $function$;

CREATE OR REPLACE FUNCTION end_locked_jobs(p_ids bigint[], p_after_seconds double precision[], p_timed_out boolean[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  declare
    v_lanes bigint[];
    v_ready_at timestamptz[];
    v_timed_out boolean[];
  begin
    with ended as materialized (
      select * from unnest(p_ids, p_after_seconds, p_timed_out) as t (id, after_seconds, timed_out)),
    gone as (
      delete from jobs where id = any(array(select id from ended where after_seconds is null)) returning id, lane_id),
    back as (
      update jobs j set lease_until = null, lease_token = null,
        run_at = app_now() + p_after_seconds[array_position(p_ids, j.id)] * interval '1 second'
      where j.id = any(array(select id from ended where after_seconds is not null))
      returning j.id, j.lane_id, j.run_at),
    changed as (select id, lane_id, null as run_at from gone union all select id, lane_id, run_at from back)
    select array_agg(lane_id), array_agg(run_at), array_agg(p_timed_out[array_position(p_ids, id)])
      into v_lanes, v_ready_at, v_timed_out from changed;
    perform settle_job_lanes(v_lanes, v_ready_at, v_timed_out);
  end $function$;

CREATE OR REPLACE FUNCTION enqueue_jobs(p_jobs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_keys text[];
    v_places tid[];
  begin
    insert into job_lanes (key, kind, max_inflight, full_inflight)
      select r.lane, min(r.kind), max(r.max_inflight), max(r.max_inflight)
      from jsonb_populate_recordset(null::job_request, p_jobs) r
      where not exists (select from job_lanes where key = r.lane)
      group by r.lane order by r.lane
      on conflict (key) do nothing;
    select array_agg(l.id), array_agg(l.key), array_agg(l.place) into v_lanes, v_keys, v_places from (
      select id, key, ctid as place from job_lanes
      where key = any(array(select lane from jsonb_populate_recordset(null::job_request, p_jobs)))
      order by id for update) l;
    insert into jobs (kind, lane_id, run_at, payload)
      select r.kind, l.id, coalesce(r.run_at, v_now + r.after_seconds * interval '1 second', v_now), r.payload
      from jsonb_populate_recordset(null::job_request, p_jobs)
        with ordinality as r (kind, lane, max_inflight, run_at, after_seconds, payload, place)
      join unnest(v_lanes, v_keys) as l (id, key) on l.key = r.lane
      order by r.place;
    update job_lanes l
      set ready_at = least(l.ready_at, r.first_at), full_inflight = r.max_inflight,
        max_inflight = greatest(l.inflight, least(r.max_inflight,
          case when l.max_inflight < l.full_inflight then l.max_inflight else r.max_inflight end))
      from (
        select v_places[array_position(v_keys, lane)] as place, max(max_inflight) as max_inflight,
          min(coalesce(run_at, v_now + after_seconds * interval '1 second', v_now)) as first_at
        from jsonb_populate_recordset(null::job_request, p_jobs) group by lane) r
      where l.ctid = r.place and (l.ready_at > r.first_at or l.full_inflight <> r.max_inflight
        or (l.max_inflight > r.max_inflight and l.max_inflight > l.inflight));
  end $function$;

CREATE OR REPLACE FUNCTION erase_signature_event(p_organization_id bigint, p_signature_id bigint, p_number integer, p_erased_in integer, p_data text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
        begin
          perform set_config('countersign.erasing', 'on', true);
          update signature_audit_events set data = p_data::jsonb, erased_in = p_erased_in
            where organization_id = p_organization_id and signature_id = p_signature_id and number = p_number;
          perform set_config('countersign.erasing', 'off', true);
        end $function$;

CREATE OR REPLACE FUNCTION free_job_lanes(p_lanes bigint[], p_ready_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  declare
    v_lanes bigint[];
    v_places tid[];
  begin
    select array_agg(l.id), array_agg(l.place) into v_lanes, v_places from (
      select id, ctid as place from job_lanes where id = any(p_lanes) order by id for update) l;
    update job_lanes l set inflight = l.inflight - f.jobs,
        ready_at = case when p_ready_at is null then l.ready_at else '-infinity' end,
        max_inflight = case when l.timeouts >= 3 then greatest(1, l.inflight - f.jobs) else l.max_inflight end
      from (
        select v_places[array_position(v_lanes, lane_id)] as place, count(*)::integer as jobs
        from unnest(p_lanes) as lane_id group by lane_id) f
      where l.ctid = f.place;
  end $function$;

CREATE OR REPLACE FUNCTION job_rate(p_pace job_paces, p_per_minute double precision, p_minute double precision, p_now timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select least(p_per_minute, case when p_pace.slowed_at > p_now - 60 * p_minute * interval '1 second' then
      p_pace.per_minute * 1.1::double precision ^ (greatest(0, extract(epoch from p_now - p_pace.slowed_at)) / p_minute) end)
  $function$;

CREATE OR REPLACE FUNCTION lock_job_lanes(p_jobs jsonb, p_lanes bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  begin
    insert into job_lanes (key, kind, max_inflight, full_inflight)
      select r.lane, min(r.kind), max(r.max_inflight), max(r.max_inflight)
      from jsonb_populate_recordset(null::job_request, p_jobs) r
      where not exists (select from job_lanes where key = r.lane)
      group by r.lane order by r.lane
      on conflict (key) do nothing;
    perform from job_lanes
      where id = any(p_lanes)
        or id = any(array(
          select l.id from jsonb_populate_recordset(null::job_request, p_jobs) r join job_lanes l on l.key = r.lane))
      order by id for update;
  end $function$;

CREATE OR REPLACE FUNCTION lock_leased_jobs(p_ids bigint[], p_tokens uuid[])
 RETURNS TABLE(id bigint, lane_id bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  #variable_conflict use_column
  begin
    return query
    select j.id, j.lane_id from jobs j
    where j.id = any(p_ids) and j.lease_token = p_tokens[array_position(p_ids, j.id)]
    order by j.id for update;
  end $function$;

CREATE OR REPLACE FUNCTION organizations_stay_tests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'whether an organization is for tests never changes' using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION refuse_all_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          if old.type <> 'data_erased' and new.erased_in > coalesce(old.erased_in, old.number)
              and to_jsonb(new) - 'data' - 'erased_in' = to_jsonb(old) - 'data' - 'erased_in'
              and exists (select from signature_audit_events t where t.organization_id = new.organization_id
                and t.signature_id = new.signature_id and t.number = new.erased_in and t.type = 'data_erased') then
            return new;
          end if;
          raise exception '% is only added to', tg_table_name;
        end $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin raise exception '% is only added to', tg_table_name; end $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        begin
          if tg_op = 'UPDATE' and current_setting('countersign.erasing', true) = 'on' then return null; end if;
          raise exception '% is only added to', tg_table_name;
        end $function$;

CREATE OR REPLACE FUNCTION settle_job_lanes(p_lanes bigint[], p_ready_at timestamp with time zone[], p_timed_out boolean[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  declare
    v_lanes bigint[];
    v_places tid[];
  begin
    select array_agg(l.id), array_agg(l.place) into v_lanes, v_places from (
      select id, ctid as place from job_lanes where id = any(p_lanes) order by id for update) l;
    update job_lanes l set
      inflight = l.inflight - s.jobs,
      ready_at = least(l.ready_at, s.ready_at),
      timeouts = case when s.answers > 0 then 0 else l.timeouts + s.timeouts end,
      max_inflight = greatest(l.inflight - s.jobs, case
        when s.answers > 0 then least(l.full_inflight, greatest(l.max_inflight, 1) + s.answers)
        when l.timeouts + s.timeouts >= 3 then 1
        else l.max_inflight end)
    from (
      select v_places[array_position(v_lanes, e.lane_id)] as place, count(*)::integer as jobs,
        min(e.ready_at) as ready_at,
        (count(*) filter (where not e.timed_out))::integer as answers,
        (count(*) filter (where e.timed_out))::integer as timeouts
      from unnest(p_lanes, p_ready_at, p_timed_out) as e (lane_id, ready_at, timed_out)
      group by e.lane_id) s
    where l.ctid = s.place;
  end $function$;

CREATE OR REPLACE FUNCTION signature_event_hash(p_created_at timestamp with time zone, p_data text, p_number integer, p_previous bytea, p_signature_id bigint, p_signer_id bigint, p_type text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
    select sha256(convert_to(format(
      '{"createdAt":"%s","data":%s,"number":%s,"previous":%s,"signatureId":%s,"signerId":%s,"type":%s}',
      to_char(p_created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p_data, p_number,
      coalesce('"' || encode(p_previous, 'hex') || '"', 'null'), p_signature_id,
      coalesce(p_signer_id::text, 'null'), to_json(p_type)), 'UTF8')) $function$;

CREATE OR REPLACE FUNCTION template_versions_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'a published version of a template never changes' using errcode = 'restrict_violation';
      end $function$;

CREATE TRIGGER activity_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON activity_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_activity();

CREATE TRIGGER organizations_stay_tests BEFORE UPDATE OF is_test, test_of ON organizations FOR EACH ROW WHEN (((new.is_test IS DISTINCT FROM old.is_test) OR (new.test_of IS DISTINCT FROM old.test_of))) EXECUTE FUNCTION organizations_stay_tests();

CREATE TRIGGER signature_audit_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON signature_audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();

CREATE TRIGGER signature_audit_events_only_erased BEFORE UPDATE ON signature_audit_events FOR EACH ROW EXECUTE FUNCTION refuse_all_but_erasure();

CREATE TRIGGER template_versions_stay BEFORE UPDATE ON template_versions FOR EACH ROW EXECUTE FUNCTION template_versions_stay();
