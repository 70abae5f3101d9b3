-- The schema as it is after all steps and functions. Written by `npm run schema`; a test compares it.

create table academic_calendar (
  year_id smallint not null,
  term_id smallint not null,
  starts_on date not null,
  ends_on date not null,
  by_hand boolean default false not null,
  constraint academic_calendar_order CHECK ((starts_on < ends_on)),
  constraint academic_calendar_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint academic_calendar_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint academic_calendar_pkey PRIMARY KEY (year_id, term_id)
);
CREATE TRIGGER academic_calendar_changed AFTER INSERT OR DELETE OR UPDATE ON public.academic_calendar FOR EACH STATEMENT EXECUTE FUNCTION notify_reference_changed();

create table academic_year (
  id smallint not null,
  label text not null,
  is_default boolean default false not null,
  by_hand boolean default false not null,
  constraint academic_year_id CHECK (((id >= 0) AND (id <= 99))),
  constraint academic_year_pkey PRIMARY KEY (id),
  constraint academic_year_label_unique UNIQUE (label)
);
CREATE UNIQUE INDEX academic_year_one_default ON public.academic_year USING btree (is_default) WHERE is_default;
CREATE TRIGGER academic_year_changed AFTER INSERT OR DELETE OR UPDATE ON public.academic_year FOR EACH STATEMENT EXECUTE FUNCTION notify_reference_changed();

create table account (
  person_id bigint not null,
  login text not null,
  password_hash text not null,
  role smallint not null,
  must_change boolean not null,
  blocked boolean default false not null,
  password_version integer default 1 not null,
  second_step_since timestamp with time zone,
  slip_until timestamp with time zone,
  constraint account_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint account_pkey PRIMARY KEY (person_id)
);
CREATE UNIQUE INDEX account_login_unique ON public.account USING btree (lower(login));
CREATE TRIGGER account_changed AFTER DELETE OR UPDATE ON public.account FOR EACH ROW EXECUTE FUNCTION notify_session_changed();
CREATE TRIGGER account_first_password AFTER INSERT ON public.account REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_first_passwords();

create table account_event (
  id bigint generated always as identity not null,
  person_id bigint not null,
  action text not null,
  reason text not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint account_event_reason CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint account_event_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint account_event_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id),
  constraint account_event_pkey PRIMARY KEY (id)
);
CREATE INDEX account_event_by_actor ON public.account_event USING btree (by_id, id);
CREATE INDEX account_event_by_person ON public.account_event USING btree (person_id, id);
CREATE TRIGGER account_event_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.account_event FOR EACH STATEMENT EXECUTE FUNCTION append_only('42501', 'erasure');

create table audit (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  person_id bigint,
  action text not null,
  address inet,
  request text,
  detail jsonb default '{}'::jsonb not null,
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_by_action ON public.audit USING btree (action, at);
CREATE INDEX audit_by_age ON public.audit USING btree (at);
CREATE INDEX audit_by_person ON public.audit USING btree (person_id, at);
CREATE INDEX audit_by_whom ON public.audit USING btree (((detail ->> 'person'::text)), at) WHERE (detail ? 'person'::text);
CREATE TRIGGER audit_awaits_chaining AFTER INSERT ON public.audit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION await_chaining();
CREATE TRIGGER audit_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION append_only('42501', 'retention');
CREATE TRIGGER audit_published AFTER INSERT ON public.audit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION publish_audit_entries();

create table audit_chain (
  seq bigint not null,
  audit_id bigint not null,
  kind text not null,
  at timestamp with time zone not null,
  digest bytea not null,
  key text not null,
  code bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (seq),
  constraint audit_chain_audit_id UNIQUE (audit_id)
);

create table audit_retention (
  kind text not null,
  months integer not null,
  constraint audit_retention_moderation CHECK (((kind <> 'moderation'::text) OR (months >= 4))),
  constraint audit_retention_months CHECK (((months >= 1) AND (months <= 600))),
  constraint audit_retention_pkey PRIMARY KEY (kind)
);

create table audit_unchained (
  audit_id bigint not null,
  constraint audit_unchained_pkey PRIMARY KEY (audit_id)
);

create table auditorium (
  id integer generated by default as identity not null,
  building_id integer not null,
  number text not null,
  seats integer not null,
  constraint auditorium_seats CHECK ((seats > 0)),
  constraint auditorium_building_id_fkey FOREIGN KEY (building_id) REFERENCES building(id),
  constraint auditorium_pkey PRIMARY KEY (id),
  constraint auditorium_unique UNIQUE (building_id, number)
);

create table base_book_category (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint base_book_category_pkey PRIMARY KEY (id),
  constraint base_book_category_code_unique UNIQUE (code)
);

create table book_category (
  id integer generated by default as identity not null,
  code text not null,
  base_category_id integer not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  folded text generated always as (fold_text(((((name_ru || '
'::text) || name_kg) || '
'::text) || name_en))) stored not null,
  constraint book_category_base_category_id_fkey FOREIGN KEY (base_category_id) REFERENCES base_book_category(id),
  constraint book_category_pkey PRIMARY KEY (id),
  constraint book_category_code_unique UNIQUE (code)
);
CREATE INDEX book_category_by_base ON public.book_category USING btree (base_category_id);

create table book_event (
  id bigint generated always as identity not null,
  material_id bigint,
  ebook_id bigint,
  what text not null,
  person_id bigint not null,
  at timestamp with time zone default now() not null,
  now_is jsonb not null,
  constraint book_event_one CHECK ((num_nonnulls(material_id, ebook_id) = 1)),
  constraint book_event_what CHECK ((what = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text, 'left-library'::text]))),
  constraint book_event_ebook_id_fkey FOREIGN KEY (ebook_id) REFERENCES ebook(id),
  constraint book_event_material_id_fkey FOREIGN KEY (material_id) REFERENCES material(id),
  constraint book_event_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint book_event_pkey PRIMARY KEY (id)
);
CREATE INDEX book_event_by_ebook ON public.book_event USING btree (ebook_id) WHERE (ebook_id IS NOT NULL);
CREATE INDEX book_event_by_material ON public.book_event USING btree (material_id) WHERE (material_id IS NOT NULL);
CREATE INDEX book_event_by_person ON public.book_event USING btree (person_id);

create table building (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint building_pkey PRIMARY KEY (id),
  constraint building_code_unique UNIQUE (code)
);

create table class_change (
  id integer generated always as identity not null,
  step text not null,
  lesson_id integer,
  day date not null,
  made_id integer,
  detail jsonb not null,
  state_before jsonb not null,
  forced boolean default false not null,
  reason text not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  undone_by bigint,
  undone_at timestamp with time zone,
  constraint class_change_reason CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint class_change_step CHECK ((step = ANY (ARRAY['moved'::text, 'replaced'::text, 'cancelled'::text, 'added'::text]))),
  constraint class_change_undone CHECK (((undone_by IS NULL) = (undone_at IS NULL))),
  constraint class_change_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint class_change_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE SET NULL,
  constraint class_change_made_id_fkey FOREIGN KEY (made_id) REFERENCES lesson(id) ON DELETE SET NULL,
  constraint class_change_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES person(id),
  constraint class_change_pkey PRIMARY KEY (id)
);
CREATE INDEX class_change_by_actor ON public.class_change USING btree (by_id);
CREATE INDEX class_change_by_lesson ON public.class_change USING btree (lesson_id) WHERE (lesson_id IS NOT NULL);
CREATE UNIQUE INDEX class_change_made ON public.class_change USING btree (made_id) WHERE (made_id IS NOT NULL);
CREATE UNIQUE INDEX class_change_once ON public.class_change USING btree (lesson_id, day) WHERE ((undone_at IS NULL) AND (step <> 'added'::text));
CREATE INDEX class_change_undone_by ON public.class_change USING btree (undone_by) WHERE (undone_by IS NOT NULL);

create table class_type (
  id smallint not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  short_ru text not null,
  short_kg text not null,
  short_en text not null,
  constraint class_type_pkey PRIMARY KEY (id),
  constraint class_type_code_unique UNIQUE (code)
);

create table consent (
  id bigint generated always as identity not null,
  person_id bigint not null,
  text_id integer not null,
  given boolean not null,
  at timestamp with time zone default now() not null,
  constraint consent_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint consent_text_id_fkey FOREIGN KEY (text_id) REFERENCES privacy_text(id),
  constraint consent_pkey PRIMARY KEY (id)
);
CREATE INDEX consent_by_person ON public.consent USING btree (person_id, id DESC);

create table control_form (
  id smallint not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint control_form_pkey PRIMARY KEY (id),
  constraint control_form_code_unique UNIQUE (code)
);

create table conversation (
  id bigint generated always as identity not null,
  year_id smallint,
  term_id smallint,
  discipline_id integer,
  credits numeric(5,2),
  person_a bigint,
  person_b bigint,
  is_select boolean,
  course_id integer,
  live integer default 0 not null,
  last_id bigint default 0 not null,
  revision bigint default 0 not null,
  pinned_id bigint,
  pinned_by bigint,
  constraint conversation_hangs_on CHECK (((num_nulls(year_id, term_id, discipline_id, credits) = 0) OR ((num_nonnulls(year_id, term_id, discipline_id, credits) = 0) AND (person_a IS NOT NULL)))),
  constraint conversation_kind CHECK ((((person_a IS NOT NULL) AND (person_b IS NOT NULL) AND (person_a < person_b) AND (is_select IS NULL) AND (course_id IS NULL)) OR ((person_a IS NULL) AND (person_b IS NULL) AND (is_select IS NOT NULL) AND (course_id IS NOT NULL)))),
  constraint conversation_live CHECK ((live >= 0)),
  constraint conversation_pinned CHECK (((pinned_id IS NULL) = (pinned_by IS NULL))),
  constraint conversation_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint conversation_person_a_fkey FOREIGN KEY (person_a) REFERENCES person(id),
  constraint conversation_person_b_fkey FOREIGN KEY (person_b) REFERENCES person(id),
  constraint conversation_pinned_by_fkey FOREIGN KEY (pinned_by) REFERENCES person(id),
  constraint conversation_pinned_id_fkey FOREIGN KEY (pinned_id) REFERENCES message(id),
  constraint conversation_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint conversation_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint conversation_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_by_second_person ON public.conversation USING btree (person_b) WHERE (person_b IS NOT NULL);
CREATE UNIQUE INDEX conversation_group ON public.conversation USING btree (course_id, is_select, year_id, term_id, discipline_id, credits) WHERE (course_id IS NOT NULL);
CREATE UNIQUE INDEX conversation_personal ON public.conversation USING btree (person_a, person_b, year_id, term_id, discipline_id, credits) WHERE (person_a IS NOT NULL);
CREATE INDEX conversation_pinned_by ON public.conversation USING btree (pinned_by) WHERE (pinned_by IS NOT NULL);
CREATE INDEX conversation_pinned_message ON public.conversation USING btree (pinned_id) WHERE (pinned_id IS NOT NULL);
CREATE UNIQUE INDEX conversation_with_office ON public.conversation USING btree (person_a, person_b) WHERE ((discipline_id IS NULL) AND (person_a IS NOT NULL));

create table conversation_member (
  conversation_id bigint not null,
  person_id bigint not null,
  joined_at bigint not null,
  read_to bigint not null,
  live_read integer not null,
  sent integer default 0 not null,
  sent_read integer default 0 not null,
  muted boolean default false not null,
  pinned boolean default false not null,
  constraint conversation_member_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id),
  constraint conversation_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint conversation_member_pkey PRIMARY KEY (conversation_id, person_id)
);
CREATE INDEX conversation_member_by_person ON public.conversation_member USING btree (person_id);

create table credit_exception (
  student_id bigint not null,
  year_id smallint not null,
  term_id smallint not null,
  credits numeric(5,2) not null,
  constraint credit_exception_credits CHECK ((credits > (0)::numeric)),
  constraint credit_exception_term CHECK (((term_id >= 1) AND (term_id <= 3))),
  constraint credit_exception_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint credit_exception_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint credit_exception_pkey PRIMARY KEY (student_id, year_id, term_id)
);
CREATE INDEX credit_exception_of_term ON public.credit_exception USING btree (year_id, term_id);

create table credit_limit (
  term_id smallint not null,
  credits numeric(5,2) not null,
  constraint credit_limit_credits CHECK ((credits > (0)::numeric)),
  constraint credit_limit_term CHECK (((term_id >= 1) AND (term_id <= 3))),
  constraint credit_limit_pkey PRIMARY KEY (term_id)
);

create table department (
  id integer generated by default as identity not null,
  code text not null,
  faculty_id integer not null,
  short text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint department_faculty_id_fkey FOREIGN KEY (faculty_id) REFERENCES faculty(id),
  constraint department_pkey PRIMARY KEY (id),
  constraint department_code_unique UNIQUE (code)
);
CREATE INDEX department_by_faculty ON public.department USING btree (faculty_id);

create table discipline (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint discipline_pkey PRIMARY KEY (id),
  constraint discipline_code_unique UNIQUE (code)
);

create table discipline_result (
  student_id bigint not null,
  discipline_id integer not null,
  year_id smallint not null,
  semester_id smallint not null,
  passed boolean not null,
  points smallint,
  constraint discipline_result_points CHECK (((points >= 0) AND (points <= 100))),
  constraint discipline_result_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint discipline_result_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id),
  constraint discipline_result_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint discipline_result_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint discipline_result_pkey PRIMARY KEY (student_id, discipline_id, year_id, semester_id)
);
CREATE INDEX discipline_result_failed ON public.discipline_result USING btree (student_id) WHERE (NOT passed);

create table district (
  id integer generated by default as identity not null,
  code text not null,
  region_id integer not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint district_region_id_fkey FOREIGN KEY (region_id) REFERENCES region(id),
  constraint district_pkey PRIMARY KEY (id),
  constraint district_code_unique UNIQUE (code)
);
CREATE INDEX district_by_region ON public.district USING btree (region_id);

create table document_order (
  id bigint generated always as identity not null,
  person_id bigint not null,
  document_id integer not null,
  district_id integer not null,
  status text default 'waiting'::text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone,
  reason text,
  number_year smallint,
  number integer,
  check_code text,
  content jsonb,
  handed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  note text,
  scan_id bigint,
  seen_at timestamp with time zone,
  constraint document_order_handed CHECK (((handed_at IS NULL) OR (status = 'prepared'::text))),
  constraint document_order_note CHECK (((char_length(note) >= 1) AND (char_length(note) <= 300))),
  constraint document_order_number CHECK (((status <> 'prepared'::text) OR (number IS NOT NULL))),
  constraint document_order_number_whole CHECK ((num_nulls(number_year, number, check_code) = ANY (ARRAY[0, 3]))),
  constraint document_order_revoked CHECK (((revoked_at IS NULL) OR (status = 'prepared'::text))),
  constraint document_order_status CHECK ((status = ANY (ARRAY['waiting'::text, 'preparing'::text, 'prepared'::text, 'canceled'::text]))),
  constraint document_order_district_id_fkey FOREIGN KEY (district_id) REFERENCES district(id),
  constraint document_order_document_id_fkey FOREIGN KEY (document_id) REFERENCES document_type(id),
  constraint document_order_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint document_order_scan_id_fkey FOREIGN KEY (scan_id) REFERENCES file(id),
  constraint document_order_pkey PRIMARY KEY (id),
  constraint document_order_number_unique UNIQUE (number_year, number)
);
CREATE INDEX document_order_by_person ON public.document_order USING btree (person_id, id DESC);
CREATE INDEX document_order_by_scan ON public.document_order USING btree (scan_id) WHERE (scan_id IS NOT NULL);
CREATE INDEX document_order_new ON public.document_order USING btree (person_id) WHERE ((status = 'prepared'::text) AND (seen_at IS NULL) AND (handed_at IS NULL) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX document_order_one_open ON public.document_order USING btree (person_id, document_id, district_id) WHERE (status = ANY (ARRAY['waiting'::text, 'preparing'::text]));
CREATE INDEX document_order_queue ON public.document_order USING btree (status, id);

create table document_type (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  certificate text,
  role smallint,
  pickup_ru text,
  pickup_kg text,
  pickup_en text,
  constraint document_type_certificate CHECK ((certificate = ANY (ARRAY['study'::text, 'military'::text, 'social'::text, 'transcript'::text]))),
  constraint document_type_role CHECK ((role = ANY (ARRAY[1, 2]))),
  constraint document_type_pkey PRIMARY KEY (id),
  constraint document_type_code_unique UNIQUE (code)
);

create table dynamic_link (
  id integer generated by default as identity not null,
  code text not null,
  sort integer not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  url text not null,
  is_banner boolean default false not null,
  role smallint,
  constraint dynamic_link_url CHECK ((url ~ '^https?://'::text)),
  constraint dynamic_link_pkey PRIMARY KEY (id),
  constraint dynamic_link_code_unique UNIQUE (code)
);
CREATE TRIGGER dynamic_link_changed AFTER INSERT OR DELETE OR UPDATE ON public.dynamic_link FOR EACH STATEMENT EXECUTE FUNCTION notify_reference_changed();

create table ebook (
  id bigint generated always as identity not null,
  owner_id bigint not null,
  file_id bigint not null,
  name text not null,
  author text not null,
  description text default ''::text not null,
  total_pages smallint,
  category_id integer not null,
  folded text generated always as (fold_text(((((name || '
'::text) || author) || '
'::text) || description))) stored not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  words tsvector default ''::tsvector not null,
  stemmed boolean default false not null,
  constraint ebook_deletion CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint ebook_pages CHECK ((total_pages >= 0)),
  constraint ebook_category_id_fkey FOREIGN KEY (category_id) REFERENCES book_category(id),
  constraint ebook_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES person(id),
  constraint ebook_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint ebook_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id),
  constraint ebook_pkey PRIMARY KEY (id)
);
CREATE INDEX ebook_by_category ON public.ebook USING btree (category_id) WHERE (deleted_at IS NULL);
CREATE INDEX ebook_by_file ON public.ebook USING btree (file_id);
CREATE INDEX ebook_by_owner ON public.ebook USING btree (owner_id);
CREATE INDEX ebook_deleted_by ON public.ebook USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX ebook_unstemmed ON public.ebook USING btree (id) WHERE (NOT stemmed);
CREATE INDEX ebook_words ON public.ebook USING gin (words) WHERE (deleted_at IS NULL);

create table education_form (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  part_time boolean not null,
  constraint education_form_pkey PRIMARY KEY (id),
  constraint education_form_code_unique UNIQUE (code)
);

create table employment (
  id integer generated by default as identity not null,
  teacher_id bigint not null,
  department_id integer not null,
  post_id integer not null,
  rate numeric(3,2) not null,
  starts_on date not null,
  ends_on date,
  constraint employment_order CHECK (((ends_on IS NULL) OR (starts_on <= ends_on))),
  constraint employment_rate CHECK (((rate > (0)::numeric) AND (rate <= (2)::numeric))),
  constraint employment_department_id_fkey FOREIGN KEY (department_id) REFERENCES department(id),
  constraint employment_post_id_fkey FOREIGN KEY (post_id) REFERENCES post(id),
  constraint employment_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint employment_pkey PRIMARY KEY (id),
  constraint employment_unique UNIQUE (teacher_id, department_id, post_id, starts_on)
);
CREATE INDEX employment_by_department ON public.employment USING btree (department_id);

create table erasure (
  id bigint generated always as identity not null,
  person_id bigint not null,
  at timestamp with time zone default now() not null,
  counts jsonb not null,
  constraint erasure_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint erasure_pkey PRIMARY KEY (id)
);
CREATE INDEX erasure_by_person ON public.erasure USING btree (person_id);

create table faculty (
  id integer generated by default as identity not null,
  code text not null,
  short text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint faculty_pkey PRIMARY KEY (id),
  constraint faculty_code_unique UNIQUE (code)
);
CREATE TRIGGER faculty_ends_office AFTER DELETE ON public.faculty REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_offices();
CREATE TRIGGER faculty_has_office AFTER INSERT ON public.faculty REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION upsert_offices();
CREATE TRIGGER faculty_names_office AFTER UPDATE ON public.faculty REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION upsert_offices();

create table file (
  id bigint generated always as identity not null,
  key uuid not null,
  name text not null,
  size bigint not null,
  type text not null,
  sha256 bytea not null,
  owner_id bigint not null,
  created_at timestamp with time zone default now() not null,
  scanned_at timestamp with time zone,
  withheld text,
  constraint file_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint file_size CHECK ((size > 0)),
  constraint file_withheld_length CHECK (((char_length(withheld) >= 1) AND (char_length(withheld) <= 200))),
  constraint file_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id),
  constraint file_pkey PRIMARY KEY (id),
  constraint file_key_unique UNIQUE (key)
);
CREATE INDEX file_by_content ON public.file USING btree (sha256);
CREATE INDEX file_by_owner ON public.file USING btree (owner_id) INCLUDE (size);
CREATE INDEX file_not_scanned ON public.file USING btree (id) WHERE (scanned_at IS NULL);

create table file_page (
  file_id bigint not null,
  page integer not null,
  content text not null,
  words tsvector default ''::tsvector not null,
  stemmed boolean default false not null,
  constraint file_page_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint file_page_pkey PRIMARY KEY (file_id, page)
);
CREATE INDEX file_page_unstemmed ON public.file_page USING btree (file_id, page) WHERE (NOT stemmed);
CREATE INDEX file_page_words ON public.file_page USING gin (words);

create table file_pdf (
  id bigint generated always as identity not null,
  sha256 bytea not null,
  type text not null,
  state text default 'waiting'::text not null,
  key uuid,
  size bigint,
  pages integer,
  tries smallint default 0 not null,
  leased_until timestamp with time zone,
  at timestamp with time zone default now() not null,
  constraint file_pdf_made CHECK (((state = 'made'::text) = ((key IS NOT NULL) AND (size IS NOT NULL) AND (pages IS NOT NULL)))),
  constraint file_pdf_state CHECK ((state = ANY (ARRAY['waiting'::text, 'made'::text, 'failed'::text]))),
  constraint file_pdf_pkey PRIMARY KEY (id),
  constraint file_pdf_content_unique UNIQUE (sha256, type),
  constraint file_pdf_key_unique UNIQUE (key)
);
CREATE INDEX file_pdf_waiting ON public.file_pdf USING btree (id) WHERE (state = 'waiting'::text);
CREATE TRIGGER file_pdf_asked AFTER INSERT ON public.file_pdf FOR EACH STATEMENT EXECUTE FUNCTION ask_for_pdf();
CREATE TRIGGER file_pdf_asked_again AFTER UPDATE OF state ON public.file_pdf FOR EACH ROW WHEN (((new.state = 'waiting'::text) AND (old.state <> 'waiting'::text))) EXECUTE FUNCTION ask_for_pdf();

create table file_text (
  file_id bigint not null,
  state text default 'waiting'::text not null,
  pages integer,
  tries smallint default 0 not null,
  at timestamp with time zone default now() not null,
  leased_until timestamp with time zone,
  constraint file_text_state CHECK ((state = ANY (ARRAY['waiting'::text, 'read'::text, 'none'::text, 'failed'::text]))),
  constraint file_text_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint file_text_pkey PRIMARY KEY (file_id)
);
CREATE INDEX file_text_waiting ON public.file_text USING btree (file_id) WHERE (state = 'waiting'::text);
CREATE TRIGGER file_text_asked AFTER INSERT ON public.file_text FOR EACH STATEMENT EXECUTE FUNCTION ask_for_text();
CREATE TRIGGER file_text_asked_again AFTER UPDATE OF state ON public.file_text FOR EACH ROW WHEN (((new.state = 'waiting'::text) AND (old.state <> 'waiting'::text))) EXECUTE FUNCTION ask_for_text();

create table final_mark (
  points_from smallint not null,
  letter text not null,
  value numeric(3,2) not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint final_mark_points CHECK (((points_from >= 0) AND (points_from <= 100))),
  constraint final_mark_value CHECK (((value >= (0)::numeric) AND (value <= (4)::numeric))),
  constraint final_mark_pkey PRIMARY KEY (points_from)
);

create table forgotten_password (
  person_id bigint not null,
  asked_at timestamp with time zone default now() not null,
  times smallint default 1 not null,
  code_at timestamp with time zone,
  tries smallint default 0 not null,
  constraint forgotten_password_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint forgotten_password_pkey PRIMARY KEY (person_id)
);

create table group_load (
  id integer generated by default as identity not null,
  year_id smallint not null,
  term_id smallint not null,
  semester_id smallint not null,
  teacher_id bigint not null,
  discipline_id integer not null,
  credits numeric(5,2) not null,
  group_id integer not null,
  class_type_id smallint not null,
  constraint group_load_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint group_load_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint group_load_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id),
  constraint group_load_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id),
  constraint group_load_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint group_load_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint group_load_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint group_load_pkey PRIMARY KEY (id),
  constraint group_load_unique UNIQUE (teacher_id, year_id, term_id, discipline_id, credits, group_id, class_type_id, semester_id)
);
CREATE INDEX group_load_by_group ON public.group_load USING btree (group_id, year_id, term_id, discipline_id);
CREATE INDEX group_load_by_term ON public.group_load USING btree (year_id, term_id);

create table group_membership (
  id integer generated by default as identity not null,
  student_id bigint not null,
  group_id integer not null,
  starts_on date not null,
  ends_on date,
  constraint group_membership_order CHECK (((ends_on IS NULL) OR (starts_on <= ends_on))),
  constraint group_membership_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id),
  constraint group_membership_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint group_membership_pkey PRIMARY KEY (id),
  constraint group_membership_unique UNIQUE (student_id, group_id, starts_on)
);
CREATE INDEX group_membership_by_group ON public.group_membership USING btree (group_id, starts_on);
CREATE UNIQUE INDEX group_membership_one_open ON public.group_membership USING btree (student_id) WHERE (ends_on IS NULL);
CREATE TRIGGER group_membership_changed AFTER INSERT OR DELETE OR UPDATE ON public.group_membership FOR EACH ROW EXECUTE FUNCTION notify_session_changed();

create table holiday (
  day date not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint holiday_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint holiday_pkey PRIMARY KEY (day)
);
CREATE INDEX holiday_by_actor ON public.holiday USING btree (by_id);

create table html_book_key (
  hash bytea not null,
  material_id bigint not null,
  expires_at timestamp with time zone not null,
  session_id bigint not null,
  constraint html_book_key_material_id_fkey FOREIGN KEY (material_id) REFERENCES material(id),
  constraint html_book_key_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint html_book_key_pkey PRIMARY KEY (hash)
);
CREATE INDEX html_book_key_by_age ON public.html_book_key USING btree (expires_at);
CREATE INDEX html_book_key_by_material ON public.html_book_key USING btree (material_id);
CREATE INDEX html_book_key_by_session ON public.html_book_key USING btree (session_id);

create table idempotency_key (
  person_id bigint not null,
  call text not null,
  key uuid not null,
  body_hash bytea not null,
  reply text not null,
  at timestamp with time zone default now() not null,
  constraint idempotency_key_pkey PRIMARY KEY (person_id, call, key)
);
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (at);

create table import_change (
  run_id bigint not null,
  table_name text not null,
  key text[] not null,
  before jsonb,
  after_hash bigint,
  constraint import_change_something CHECK (((before IS NOT NULL) OR (after_hash IS NOT NULL))),
  constraint import_change_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);
CREATE INDEX import_change_by_run ON public.import_change USING btree (run_id, table_name);

create table import_difference (
  job_id bigint not null,
  file text not null,
  kind text not null,
  place integer not null,
  key text not null,
  title text,
  cells jsonb not null,
  constraint import_difference_kind CHECK ((kind = ANY (ARRAY['added'::text, 'changed'::text, 'ended'::text]))),
  constraint import_difference_job_id_fkey FOREIGN KEY (job_id) REFERENCES import_job(id) ON DELETE CASCADE,
  constraint import_difference_pkey PRIMARY KEY (job_id, file, kind, place)
);

create table import_job (
  id bigint generated always as identity not null,
  folder uuid not null,
  kind text not null,
  name text not null,
  state text not null,
  trial boolean default false not null,
  person_id bigint,
  token_id bigint,
  address inet,
  request text,
  run_id bigint,
  files jsonb default '[]'::jsonb not null,
  faults jsonb default '[]'::jsonb not null,
  figures jsonb default '[]'::jsonb not null,
  needs jsonb default '[]'::jsonb not null,
  allowed jsonb default '{}'::jsonb not null,
  counted integer default 0 not null,
  has_list boolean default false not null,
  step text default ''::text not null,
  step_file text default ''::text not null,
  percent smallint default 0 not null,
  wants_stop boolean default false not null,
  made_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  over_at timestamp with time zone,
  silent boolean default false not null,
  affected integer default 0 not null,
  tables text[],
  constraint import_job_kind CHECK ((kind = ANY (ARRAY['load'::text, 'undo'::text]))),
  constraint import_job_name CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint import_job_state CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'importing'::text, 'undoing'::text, 'done'::text, 'failed'::text, 'stopped'::text, 'discarded'::text]))),
  constraint import_job_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  constraint import_job_pkey PRIMARY KEY (id)
);
CREATE INDEX import_job_by_age ON public.import_job USING btree (made_at);
CREATE INDEX import_job_by_person ON public.import_job USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE UNIQUE INDEX import_job_works ON public.import_job USING btree ((true)) WHERE (state = ANY (ARRAY['checking'::text, 'importing'::text, 'undoing'::text]));
CREATE TRIGGER import_job_notified AFTER UPDATE OF state ON public.import_job FOR EACH ROW WHEN (((old.state = ANY (ARRAY['checking'::text, 'importing'::text, 'undoing'::text])) AND (new.state = ANY (ARRAY['checked'::text, 'done'::text, 'failed'::text])) AND (NOT new.trial) AND ((new.person_id IS NOT NULL) OR ((new.token_id IS NOT NULL) AND (new.state <> 'done'::text))))) EXECUTE FUNCTION notify_of_import_job();

create table import_notice (
  run_id bigint not null,
  person_id bigint not null,
  thing bigint not null,
  step text not null,
  detail jsonb not null,
  kind text default 'lesson'::text not null,
  constraint import_notice_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint import_notice_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE,
  constraint import_notice_pkey PRIMARY KEY (run_id, person_id, kind)
);
CREATE INDEX import_notice_of_person ON public.import_notice USING btree (person_id);

create table import_recipe (
  id integer generated always as identity not null,
  name text not null,
  recipe jsonb not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint import_recipe_name CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint import_recipe_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint import_recipe_pkey PRIMARY KEY (id)
);
CREATE INDEX import_recipe_by_actor ON public.import_recipe USING btree (by_id);
CREATE UNIQUE INDEX import_recipe_name_unique ON public.import_recipe USING btree (lower(name));

create table import_run (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  files jsonb not null,
  changes jsonb not null,
  undone_at timestamp with time zone,
  person_id bigint,
  program text,
  undoes bigint,
  silent boolean default false not null,
  tables text[],
  constraint import_run_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  constraint import_run_pkey PRIMARY KEY (id)
);
CREATE INDEX import_run_by_person ON public.import_run USING btree (person_id) WHERE (person_id IS NOT NULL);

create table import_suppressed_warning (
  hash bytea not null,
  at timestamp with time zone default now() not null,
  constraint import_suppressed_warning_pkey PRIMARY KEY (hash)
);

create table imported_value (
  file text not null,
  key text not null,
  value text not null,
  constraint imported_value_pkey PRIMARY KEY (file, key)
);

create table journal_cell (
  id bigint generated always as identity not null,
  column_id bigint not null,
  student_id bigint not null,
  subgroup smallint not null,
  opened_by bigint not null,
  teacher_id bigint not null,
  visited boolean,
  mark_id smallint,
  made_at timestamp with time zone not null,
  deleted boolean default false not null,
  constraint journal_cell_deleted_is_empty CHECK (((NOT deleted) OR (visited IS NULL))),
  constraint journal_cell_mark_of_present CHECK (((mark_id IS NULL) OR (visited IS TRUE))),
  constraint journal_cell_subgroup CHECK (((subgroup >= 0) AND (subgroup <= 9))),
  constraint journal_cell_column_id_fkey FOREIGN KEY (column_id) REFERENCES journal_column(id),
  constraint journal_cell_mark_id_fkey FOREIGN KEY (mark_id) REFERENCES journal_mark(id),
  constraint journal_cell_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES teacher(id),
  constraint journal_cell_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint journal_cell_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint journal_cell_pkey PRIMARY KEY (id),
  constraint journal_cell_unique UNIQUE (column_id, student_id)
);
CREATE INDEX journal_cell_by_student ON public.journal_cell USING btree (student_id);
CREATE INDEX journal_cell_by_teacher ON public.journal_cell USING btree (teacher_id);
CREATE INDEX journal_cell_opened_by ON public.journal_cell USING btree (opened_by);

create table journal_column (
  id bigint generated always as identity not null,
  course_id integer not null,
  class_type_id smallint not null,
  visit_date date not null,
  times_count smallint not null,
  last_hash bytea default '\x'::bytea not null,
  constraint journal_column_times CHECK (((times_count >= 1) AND (times_count <= 8))),
  constraint journal_column_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint journal_column_course_id_fkey FOREIGN KEY (course_id) REFERENCES journal_course(id),
  constraint journal_column_pkey PRIMARY KEY (id),
  constraint journal_column_unique UNIQUE (course_id, class_type_id, visit_date, times_count)
);

create table journal_course (
  id integer generated always as identity not null,
  year_id smallint not null,
  term_id smallint not null,
  semester_id smallint,
  group_id integer,
  stream_id integer,
  discipline_id integer not null,
  credits numeric(5,2) not null,
  constraint journal_course_of_group_or_stream CHECK ((((group_id IS NULL) <> (stream_id IS NULL)) AND ((semester_id IS NULL) = (group_id IS NULL)))),
  constraint journal_course_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint journal_course_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id),
  constraint journal_course_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id),
  constraint journal_course_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES stream(id),
  constraint journal_course_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint journal_course_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint journal_course_pkey PRIMARY KEY (id),
  constraint journal_course_unique UNIQUE NULLS NOT DISTINCT (group_id, stream_id, year_id, term_id, semester_id, discipline_id, credits)
);
CREATE INDEX journal_course_by_stream ON public.journal_course USING btree (stream_id) WHERE (stream_id IS NOT NULL);

create table journal_event (
  id bigint generated always as identity not null,
  cell_id bigint not null,
  action text not null,
  mark_id smallint,
  teacher_id bigint not null,
  by_id bigint not null,
  client_id uuid,
  age_ms bigint not null,
  at timestamp with time zone not null,
  made_at timestamp with time zone not null,
  held boolean not null,
  reason text,
  hash bytea not null,
  constraint journal_event_action CHECK ((action = ANY (ARRAY['present'::text, 'absent'::text, 'mark'::text, 'cleared'::text, 'deleted'::text]))),
  constraint journal_event_age CHECK ((age_ms >= 0)),
  constraint journal_event_mark CHECK (((action = 'mark'::text) = (mark_id IS NOT NULL))),
  constraint journal_event_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint journal_event_cell_id_fkey FOREIGN KEY (cell_id) REFERENCES journal_cell(id),
  constraint journal_event_mark_id_fkey FOREIGN KEY (mark_id) REFERENCES journal_mark(id),
  constraint journal_event_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint journal_event_pkey PRIMARY KEY (id)
);
CREATE INDEX journal_event_by_actor ON public.journal_event USING btree (by_id);
CREATE INDEX journal_event_by_age ON public.journal_event USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX journal_event_by_cell ON public.journal_event USING btree (cell_id, id);
CREATE INDEX journal_event_by_teacher ON public.journal_event USING btree (teacher_id);
CREATE UNIQUE INDEX journal_event_once ON public.journal_event USING btree (cell_id, by_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX journal_event_with_reason ON public.journal_event USING btree (at) WHERE (reason IS NOT NULL);
CREATE TRIGGER journal_event_stays BEFORE DELETE OR UPDATE ON public.journal_event FOR EACH STATEMENT EXECUTE FUNCTION append_only('P0001');

create table journal_mark (
  id smallint not null,
  label text not null,
  ball numeric(5,2),
  constraint journal_mark_id CHECK ((((id >= 1) AND (id <= 99)) AND (id <> ALL (ARRAY[6, 8])))),
  constraint journal_mark_pkey PRIMARY KEY (id),
  constraint journal_mark_label_unique UNIQUE (label)
);

create table journal_reading (
  id bigint generated always as identity not null,
  reader_id bigint not null,
  course_id integer not null,
  class_type_ids smallint[],
  students bigint[] not null,
  at timestamp with time zone not null,
  times integer not null,
  constraint journal_reading_times CHECK ((times > 0)),
  constraint journal_reading_course_id_fkey FOREIGN KEY (course_id) REFERENCES journal_course(id),
  constraint journal_reading_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES person(id),
  constraint journal_reading_pkey PRIMARY KEY (id)
);
CREATE INDEX journal_reading_by_age ON public.journal_reading USING btree (at);
CREATE INDEX journal_reading_by_course ON public.journal_reading USING btree (course_id);
CREATE INDEX journal_reading_by_reader ON public.journal_reading USING btree (reader_id);
CREATE INDEX journal_reading_by_student ON public.journal_reading USING gin (students);
CREATE TRIGGER journal_reading_is_kept BEFORE DELETE OR UPDATE ON public.journal_reading FOR EACH STATEMENT EXECUTE FUNCTION append_only('42501', 'retention');

create table journal_reminder (
  teacher_id bigint not null,
  day date not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint journal_reminder_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint journal_reminder_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint journal_reminder_pkey PRIMARY KEY (teacher_id, day)
);
CREATE INDEX journal_reminder_by_actor ON public.journal_reminder USING btree (by_id);

create table journal_subgroup (
  id integer generated always as identity not null,
  course_id integer not null,
  class_type_id smallint not null,
  teacher_id bigint not null,
  student_id bigint not null,
  subgroup smallint not null,
  constraint journal_subgroup_number CHECK (((subgroup >= 0) AND (subgroup <= 9))),
  constraint journal_subgroup_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint journal_subgroup_course_id_fkey FOREIGN KEY (course_id) REFERENCES journal_course(id),
  constraint journal_subgroup_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint journal_subgroup_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint journal_subgroup_pkey PRIMARY KEY (id),
  constraint journal_subgroup_unique UNIQUE (course_id, class_type_id, teacher_id, student_id)
);
CREATE INDEX journal_subgroup_by_student ON public.journal_subgroup USING btree (student_id);
CREATE INDEX journal_subgroup_by_teacher ON public.journal_subgroup USING btree (teacher_id);

create table lesson (
  id integer generated by default as identity not null,
  code text not null,
  year_id smallint not null,
  term_id smallint not null,
  day_number smallint not null,
  slot_id smallint not null,
  week_kind smallint default 0 not null,
  week_from smallint default 1 not null,
  week_to smallint default 20 not null,
  only_date date,
  class_type_id smallint not null,
  discipline_id integer not null,
  credits numeric(5,2) not null,
  teacher_id bigint not null,
  auditorium_id integer,
  subgroup smallint default 0 not null,
  stream_id integer,
  by_hand boolean default false not null,
  changed_at timestamp with time zone default now() not null,
  constraint lesson_day CHECK (((day_number >= 1) AND (day_number <= 7))),
  constraint lesson_subgroup CHECK (((subgroup >= 0) AND (subgroup <= 9))),
  constraint lesson_week_kind CHECK (((week_kind >= 0) AND (week_kind <= 2))),
  constraint lesson_weeks CHECK ((((week_from >= 1) AND (week_from <= 30)) AND ((week_to >= week_from) AND (week_to <= 30)))),
  constraint lesson_auditorium_id_fkey FOREIGN KEY (auditorium_id) REFERENCES auditorium(id),
  constraint lesson_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint lesson_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint lesson_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pair_slot(id),
  constraint lesson_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES stream(id),
  constraint lesson_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint lesson_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint lesson_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint lesson_pkey PRIMARY KEY (id),
  constraint lesson_code_unique UNIQUE (code)
);
CREATE INDEX lesson_by_stream ON public.lesson USING btree (stream_id);
CREATE INDEX lesson_by_teacher ON public.lesson USING btree (teacher_id, year_id, term_id);
CREATE TRIGGER lesson_changed BEFORE UPDATE ON public.lesson FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION note_change();

create table lesson_group (
  lesson_id integer not null,
  group_id integer not null,
  constraint lesson_group_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id),
  constraint lesson_group_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE CASCADE,
  constraint lesson_group_pkey PRIMARY KEY (lesson_id, group_id)
);
CREATE INDEX lesson_group_by_group ON public.lesson_group USING btree (group_id);

create table linked_account (
  issuer text not null,
  subject text not null,
  person_id bigint not null,
  linked_at timestamp with time zone default now() not null,
  by_identifier boolean default true not null,
  by_account jsonb,
  constraint linked_account_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint linked_account_pkey PRIMARY KEY (issuer, subject),
  constraint linked_account_one UNIQUE (person_id, issuer)
);

create table logout_token (
  issuer text not null,
  id text not null,
  expires_at timestamp with time zone not null,
  at timestamp with time zone,
  subject bytea,
  sid bytea,
  constraint logout_token_pkey PRIMARY KEY (issuer, id)
);

create table mail_address (
  person_id bigint not null,
  address text not null,
  asked_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  failures smallint default 0 not null,
  dead_at timestamp with time zone,
  language text not null,
  constraint mail_address_language CHECK ((language = ANY (ARRAY['ru'::text, 'kg'::text, 'en'::text]))),
  constraint mail_address_length CHECK ((length(address) <= 254)),
  constraint mail_address_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint mail_address_pkey PRIMARY KEY (person_id)
);

create table maintenance (
  is_only boolean default true not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  reason jsonb,
  constraint maintenance_is_only CHECK (is_only),
  constraint maintenance_order CHECK ((ends_at > begins_at)),
  constraint maintenance_pkey PRIMARY KEY (is_only)
);
CREATE TRIGGER maintenance_changed AFTER INSERT OR DELETE OR UPDATE ON public.maintenance FOR EACH STATEMENT EXECUTE FUNCTION notify_maintenance_changed();

create table material (
  id bigint generated always as identity not null,
  teacher_id bigint not null,
  name text not null,
  type_id integer not null,
  discipline_id integer not null,
  is_select boolean not null,
  semester_id smallint not null,
  credits numeric(5,2) not null,
  control_form_id smallint not null,
  speciality_id integer not null,
  student_kind smallint default 0 not null,
  file_id bigint,
  of_material_id bigint,
  of_ebook_id bigint,
  is_html boolean default false not null,
  in_library boolean default false not null,
  author text default ''::text not null,
  description text default ''::text not null,
  total_pages smallint,
  category_id integer,
  folded text generated always as (fold_text(((((name || '
'::text) || author) || '
'::text) || description))) stored not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  words tsvector default ''::tsvector not null,
  stemmed boolean default false not null,
  constraint material_content CHECK ((num_nonnulls(file_id, of_material_id, of_ebook_id) = 1)),
  constraint material_deletion CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint material_library CHECK (((NOT in_library) OR ((author <> ''::text) AND (category_id IS NOT NULL)))),
  constraint material_pages CHECK ((total_pages >= 0)),
  constraint material_semester CHECK (((semester_id >= 1) AND (semester_id <= 12))),
  constraint material_student_kind CHECK (((student_kind >= 0) AND (student_kind <= 2))),
  constraint material_category_id_fkey FOREIGN KEY (category_id) REFERENCES book_category(id),
  constraint material_control_form_id_fkey FOREIGN KEY (control_form_id) REFERENCES control_form(id),
  constraint material_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES person(id),
  constraint material_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint material_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint material_of_ebook_id_fkey FOREIGN KEY (of_ebook_id) REFERENCES ebook(id),
  constraint material_of_material_id_fkey FOREIGN KEY (of_material_id) REFERENCES material(id),
  constraint material_speciality_id_fkey FOREIGN KEY (speciality_id) REFERENCES speciality(id),
  constraint material_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint material_type_id_fkey FOREIGN KEY (type_id) REFERENCES umk_type(id),
  constraint material_pkey PRIMARY KEY (id)
);
CREATE INDEX material_by_course ON public.material USING btree (discipline_id, semester_id, is_select, credits) WHERE (deleted_at IS NULL);
CREATE INDEX material_by_file ON public.material USING btree (file_id);
CREATE INDEX material_by_teacher ON public.material USING btree (teacher_id) WHERE (deleted_at IS NULL);
CREATE INDEX material_deleted_by ON public.material USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX material_in_library ON public.material USING btree (category_id) WHERE (in_library AND (deleted_at IS NULL));
CREATE INDEX material_of_ebook ON public.material USING btree (of_ebook_id) WHERE (of_ebook_id IS NOT NULL);
CREATE INDEX material_of_material ON public.material USING btree (of_material_id) WHERE (of_material_id IS NOT NULL);
CREATE INDEX material_of_teacher ON public.material USING btree (teacher_id);
CREATE INDEX material_unstemmed ON public.material USING btree (id) WHERE (NOT stemmed);
CREATE INDEX material_words ON public.material USING gin (words) WHERE (deleted_at IS NULL);

create table material_visit (
  person_id bigint not null,
  discipline_id integer not null,
  at timestamp with time zone default now() not null,
  before_at timestamp with time zone,
  constraint material_visit_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint material_visit_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint material_visit_pkey PRIMARY KEY (person_id, discipline_id)
);

create table merged_conversation (
  merge_id bigint not null,
  conversation_id bigint not null,
  person_id bigint not null,
  constraint merged_conversation_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id),
  constraint merged_conversation_merge_id_fkey FOREIGN KEY (merge_id) REFERENCES person_merge(id),
  constraint merged_conversation_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint merged_conversation_pkey PRIMARY KEY (conversation_id, person_id, merge_id)
);
CREATE INDEX merged_conversation_by_merge ON public.merged_conversation USING btree (merge_id);
CREATE INDEX merged_conversation_by_person ON public.merged_conversation USING btree (person_id);

create table message (
  id bigint generated always as identity not null,
  conversation_id bigint not null,
  author_id bigint not null,
  author_role smallint not null,
  message text not null,
  reply_to bigint,
  client_key uuid,
  file_count smallint default 0 not null,
  revision bigint not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  first_read_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  notify_at timestamp with time zone,
  constraint message_author_role CHECK ((author_role = ANY (ARRAY[1, 2, 3]))),
  constraint message_deletion CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint message_length CHECK ((char_length(message) <= 4000)),
  constraint message_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
  constraint message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id),
  constraint message_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES person(id),
  constraint message_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES message(id),
  constraint message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_by_author ON public.message USING btree (author_id);
CREATE INDEX message_changes ON public.message USING btree (conversation_id, revision);
CREATE INDEX message_deleted_by ON public.message USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX message_live ON public.message USING btree (conversation_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX message_not_seen ON public.message USING btree (conversation_id, id) WHERE ((first_read_at IS NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX message_once ON public.message USING btree (author_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX message_reply_to ON public.message USING btree (reply_to) WHERE (reply_to IS NOT NULL);
CREATE INDEX message_to_notify ON public.message USING btree (notify_at) WHERE (notify_at IS NOT NULL);

create table message_file (
  message_id bigint not null,
  file_id bigint not null,
  "position" smallint not null,
  constraint message_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint message_file_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint message_file_pkey PRIMARY KEY (message_id, file_id)
);
CREATE INDEX message_file_by_file ON public.message_file USING btree (file_id);

create table message_history (
  id bigint generated always as identity not null,
  message_id bigint not null,
  message text not null,
  what text not null,
  at timestamp with time zone default now() not null,
  by_person_id bigint not null,
  constraint message_history_what CHECK ((what = ANY (ARRAY['edited'::text, 'deleted'::text]))),
  constraint message_history_by_person_id_fkey FOREIGN KEY (by_person_id) REFERENCES person(id),
  constraint message_history_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint message_history_pkey PRIMARY KEY (id)
);
CREATE INDEX message_history_by_message ON public.message_history USING btree (message_id);
CREATE INDEX message_history_by_person ON public.message_history USING btree (by_person_id);

create table message_mention (
  message_id bigint not null,
  person_id bigint not null,
  constraint message_mention_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint message_mention_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint message_mention_pkey PRIMARY KEY (message_id, person_id)
);
CREATE INDEX message_mention_by_person ON public.message_mention USING btree (person_id, message_id);

create table message_reaction (
  message_id bigint not null,
  person_id bigint not null,
  sign smallint not null,
  at timestamp with time zone default now() not null,
  constraint message_reaction_sign CHECK (((sign >= 1) AND (sign <= 5))),
  constraint message_reaction_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint message_reaction_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint message_reaction_pkey PRIMARY KEY (message_id, person_id, sign)
);
CREATE INDEX message_reaction_by_person ON public.message_reaction USING btree (person_id);

create table message_removal (
  message_id bigint not null,
  conversation_id bigint not null,
  case_id bigint not null,
  event_id bigint not null,
  message text,
  removed_at timestamp with time zone default now() not null,
  constraint message_removal_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_case(id),
  constraint message_removal_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id),
  constraint message_removal_event_id_fkey FOREIGN KEY (event_id) REFERENCES moderation_event(id),
  constraint message_removal_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint message_removal_pkey PRIMARY KEY (message_id)
);
CREATE INDEX message_removal_by_case ON public.message_removal USING btree (case_id);
CREATE INDEX message_removal_by_conversation ON public.message_removal USING btree (conversation_id, message_id);
CREATE INDEX message_removal_by_event ON public.message_removal USING btree (event_id);
CREATE INDEX message_removal_kept ON public.message_removal USING btree (removed_at) WHERE (message IS NOT NULL);

create table message_report (
  message_id bigint not null,
  person_id bigint not null,
  case_id bigint not null,
  file_id bigint,
  kind text not null,
  words text,
  at timestamp with time zone default now() not null,
  constraint message_report_kind CHECK ((kind = ANY (ARRAY['insult'::text, 'indecent'::text, 'threat'::text, 'spam'::text, 'else'::text]))),
  constraint message_report_words CHECK ((length(words) <= 500)),
  constraint message_report_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_case(id),
  constraint message_report_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint message_report_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint message_report_pkey PRIMARY KEY (case_id, person_id)
);
CREATE INDEX message_report_by_message ON public.message_report USING btree (message_id);
CREATE INDEX message_report_by_person ON public.message_report USING btree (person_id, at);

create table moderation_case (
  id bigint generated always as identity not null,
  message_id bigint not null,
  state text default 'open'::text not null,
  opened_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  constraint moderation_case_decided CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint moderation_case_state CHECK ((state = ANY (ARRAY['open'::text, 'left'::text, 'removed'::text, 'restored'::text]))),
  constraint moderation_case_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint moderation_case_pkey PRIMARY KEY (id)
);
CREATE INDEX moderation_case_by_message ON public.moderation_case USING btree (message_id);
CREATE INDEX moderation_case_decided_last ON public.moderation_case USING btree (decided_at) WHERE (state <> 'open'::text);
CREATE UNIQUE INDEX moderation_case_open ON public.moderation_case USING btree (message_id) WHERE (state = 'open'::text);

create table moderation_event (
  id bigint generated always as identity not null,
  case_id bigint not null,
  action text not null,
  reason text not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint moderation_event_action CHECK ((action = ANY (ARRAY['left'::text, 'removed'::text, 'restored'::text]))),
  constraint moderation_event_reason CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint moderation_event_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint moderation_event_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_case(id),
  constraint moderation_event_pkey PRIMARY KEY (id)
);
CREATE INDEX moderation_event_by_actor ON public.moderation_event USING btree (by_id);
CREATE INDEX moderation_event_by_case ON public.moderation_event USING btree (case_id, id);

create table news (
  id bigint generated always as identity not null,
  author_id bigint not null,
  message text not null,
  for_role smallint,
  for_all_faculties boolean not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  urgent boolean default false not null,
  constraint news_deletion CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint news_role CHECK ((for_role = ANY (ARRAY[1, 2]))),
  constraint news_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
  constraint news_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES person(id),
  constraint news_pkey PRIMARY KEY (id)
);
CREATE INDEX news_by_author ON public.news USING btree (author_id);
CREATE INDEX news_deleted ON public.news USING btree (author_id, deleted_at DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX news_deleted_by ON public.news USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX news_newest ON public.news USING btree (id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX news_urgent ON public.news USING btree (author_id, created_at) WHERE urgent;

create table news_faculty (
  news_id bigint not null,
  faculty_id integer not null,
  constraint news_faculty_faculty_id_fkey FOREIGN KEY (faculty_id) REFERENCES faculty(id),
  constraint news_faculty_news_id_fkey FOREIGN KEY (news_id) REFERENCES news(id),
  constraint news_faculty_pkey PRIMARY KEY (news_id, faculty_id)
);

create table news_file (
  news_id bigint not null,
  file_id bigint not null,
  "position" smallint not null,
  constraint news_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint news_file_news_id_fkey FOREIGN KEY (news_id) REFERENCES news(id),
  constraint news_file_pkey PRIMARY KEY (news_id, file_id)
);
CREATE INDEX news_file_by_file ON public.news_file USING btree (file_id);

create table node_agreement (
  is_one boolean default true not null,
  folder uuid not null,
  settings jsonb not null,
  constraint node_agreement_is_one CHECK (is_one),
  constraint node_agreement_pkey PRIMARY KEY (is_one)
);

create table notice (
  id bigint default nextval('notice_number'::regclass) not null,
  person_id bigint not null,
  kind text not null,
  thing bigint not null,
  part bigint default 0 not null,
  step text,
  detail jsonb,
  at timestamp with time zone default now() not null,
  seen_at timestamp with time zone,
  planned boolean default false not null,
  constraint notice_kind CHECK ((kind = ANY (ARRAY['mark'::text, 'absences'::text, 'journals'::text, 'material'::text, 'lesson'::text, 'holiday'::text, 'group'::text, 'stream'::text, 'order'::text, 'news'::text, 'seat'::text, 'window'::text, 'right'::text, 'message'::text, 'load'::text, 'signInMethods'::text, 'archive'::text]))),
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_once UNIQUE (person_id, kind, thing, part)
);
CREATE INDEX notice_by_age ON public.notice USING btree (at);
CREATE INDEX notice_newest ON public.notice USING btree (person_id, id DESC);
CREATE INDEX notice_of_change ON public.notice USING btree (part) WHERE ((kind = 'lesson'::text) AND (part > 0));
CREATE INDEX notice_of_run ON public.notice USING btree (((detail ->> 'run'::text))) WHERE ((kind = ANY (ARRAY['lesson'::text, 'group'::text, 'stream'::text])) AND ((detail ->> 'run'::text) IS NOT NULL));
CREATE INDEX notice_unplanned ON public.notice USING btree (id) WHERE (NOT planned);
CREATE INDEX notice_unseen ON public.notice USING btree (person_id, id) WHERE (seen_at IS NULL);
CREATE TRIGGER notice_wakes_delivery AFTER INSERT ON public.notice REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION wake_delivery_with_rows();
CREATE TRIGGER renewed_notice_wakes_delivery AFTER UPDATE ON public.notice REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION wake_delivery_with_numbers();

create table notification_outbox (
  id bigint generated always as identity not null,
  person_id bigint not null,
  device_id integer,
  topic text not null,
  thing bigint not null,
  notices bigint[] default '{}'::bigint[] not null,
  talks text[] default '{}'::text[] not null,
  due_at timestamp with time zone not null,
  tries smallint default 0 not null,
  leased_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  outcome text,
  address text,
  language text,
  constraint notification_outbox_outcome CHECK ((outcome = ANY (ARRAY['sent'::text, 'withdrawn'::text, 'failed'::text]))),
  constraint notification_outbox_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device(id) ON DELETE CASCADE,
  constraint notification_outbox_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint notification_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX notification_outbox_by_age ON public.notification_outbox USING btree (created_at) WHERE (outcome IS NOT NULL);
CREATE INDEX notification_outbox_by_device ON public.notification_outbox USING btree (device_id);
CREATE INDEX notification_outbox_by_person ON public.notification_outbox USING btree (person_id);
CREATE INDEX notification_outbox_due ON public.notification_outbox USING btree (due_at) WHERE (outcome IS NULL);
CREATE INDEX notification_outbox_mail_due ON public.notification_outbox USING btree (due_at) WHERE ((outcome IS NULL) AND (device_id IS NULL));
CREATE UNIQUE INDEX notification_outbox_waiting ON public.notification_outbox USING btree (person_id, COALESCE(device_id, 0), topic, thing) WHERE (outcome IS NULL);
CREATE TRIGGER outbox_rows_wake_delivery AFTER INSERT ON public.notification_outbox REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION wake_delivery_with_rows();
CREATE TRIGGER outbox_wakes_delivery AFTER UPDATE ON public.notification_outbox REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION wake_delivery_with_moments();

create table notification_setting (
  person_id bigint not null,
  is_off boolean default false not null,
  push text[] not null,
  mail text[] not null,
  mail_at_once boolean default false not null,
  is_quiet boolean default true not null,
  quiet_from time without time zone default '22:00:00'::time without time zone not null,
  quiet_to time without time zone default '07:00:00'::time without time zone not null,
  is_open boolean default false not null,
  constraint notification_setting_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint notification_setting_pkey PRIMARY KEY (person_id)
);

create table office (
  id bigint not null,
  permission text not null,
  faculty_id integer,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint office_permission CHECK ((permission = ANY (ARRAY['orders'::text, 'journal'::text, 'registration'::text]))),
  constraint office_id_fkey FOREIGN KEY (id) REFERENCES person(id),
  constraint office_pkey PRIMARY KEY (id),
  constraint office_one UNIQUE NULLS NOT DISTINCT (permission, faculty_id)
);

create table one_time_key (
  person_id bigint not null,
  secret bytea,
  confirmed_at timestamp with time zone,
  next_secret bytea,
  last_step bigint default 0 not null,
  next_session bigint,
  constraint one_time_key_in_force CHECK (((secret IS NULL) = (confirmed_at IS NULL))),
  constraint one_time_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint one_time_key_pkey PRIMARY KEY (person_id)
);

create table optional_grant (
  student_id bigint not null,
  year_id smallint not null,
  term_id smallint not null,
  constraint optional_grant_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint optional_grant_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint optional_grant_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint optional_grant_pkey PRIMARY KEY (student_id, year_id, term_id)
);

create table order_event (
  id bigint generated always as identity not null,
  order_id bigint not null,
  action text not null,
  reason text,
  by_person_id bigint not null,
  at timestamp with time zone default now() not null,
  act uuid,
  was_status text,
  was_changed_at timestamp with time zone,
  constraint order_event_action CHECK ((action = ANY (ARRAY['waiting'::text, 'preparing'::text, 'prepared'::text, 'canceled'::text, 'handed'::text, 'revoked'::text, 'noted'::text, 'written'::text, 'answered'::text, 'reminded'::text, 'undone'::text]))),
  constraint order_event_by_person_id_fkey FOREIGN KEY (by_person_id) REFERENCES person(id),
  constraint order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES document_order(id),
  constraint order_event_pkey PRIMARY KEY (id)
);
CREATE INDEX order_event_by_act ON public.order_event USING btree (act) WHERE (act IS NOT NULL);
CREATE INDEX order_event_by_age ON public.order_event USING btree (at);
CREATE INDEX order_event_by_order ON public.order_event USING btree (order_id, id);
CREATE INDEX order_event_by_person ON public.order_event USING btree (by_person_id);

create table order_series (
  year smallint not null,
  last integer not null,
  constraint order_series_positive CHECK ((last > 0)),
  constraint order_series_pkey PRIMARY KEY (year)
);

create table paid_service (
  id integer generated by default as identity not null,
  number smallint not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  visible boolean default true not null,
  constraint paid_service_number CHECK (((number >= 1) AND (number <= 99))),
  constraint paid_service_pkey PRIMARY KEY (id),
  constraint paid_service_number_unique UNIQUE (number)
);

create table pair_slot (
  id smallint not null,
  starts_at time without time zone not null,
  ends_at time without time zone not null,
  changed_at timestamp with time zone default now() not null,
  constraint pair_slot_order CHECK ((starts_at < ends_at)),
  constraint pair_slot_pkey PRIMARY KEY (id),
  constraint pair_slot_starts_unique UNIQUE (starts_at)
);
CREATE TRIGGER pair_slot_changed BEFORE UPDATE ON public.pair_slot FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION note_change();

create table passkey (
  id bigint generated always as identity not null,
  person_id bigint not null,
  credential text not null,
  public_key bytea not null,
  uses bigint not null,
  transports text[] default '{}'::text[] not null,
  agent text,
  since timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  by_account jsonb,
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential UNIQUE (credential)
);
CREATE INDEX passkey_person ON public.passkey USING btree (person_id);

create table passkey_challenge (
  hash bytea not null,
  challenge text not null,
  person_id bigint,
  expires_at timestamp with time zone not null,
  purpose text not null,
  by_account jsonb,
  constraint passkey_challenge_purpose CHECK ((purpose = ANY (ARRAY['signIn'::text, 'add'::text, 'prove'::text]))),
  constraint passkey_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint passkey_challenge_pkey PRIMARY KEY (hash)
);
CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_person ON public.passkey_challenge USING btree (person_id);

create table password_help (
  faculty_id integer not null,
  text_ru text not null,
  text_kg text not null,
  text_en text not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint password_help_length CHECK (((length(text_ru) <= 300) AND (length(text_kg) <= 300) AND (length(text_en) <= 300))),
  constraint password_help_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint password_help_faculty_id_fkey FOREIGN KEY (faculty_id) REFERENCES faculty(id) ON DELETE CASCADE,
  constraint password_help_pkey PRIMARY KEY (faculty_id)
);
CREATE INDEX password_help_by_actor ON public.password_help USING btree (by_id);

create table payment_code (
  account text not null,
  student_id bigint not null,
  service_id integer not null,
  year_id smallint not null,
  group_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint payment_code_account CHECK ((account ~ '^[0-9]{11}$'::text)),
  constraint payment_code_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id),
  constraint payment_code_service_id_fkey FOREIGN KEY (service_id) REFERENCES paid_service(id),
  constraint payment_code_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint payment_code_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint payment_code_pkey PRIMARY KEY (account),
  constraint payment_code_unique UNIQUE (student_id, service_id, year_id)
);
CREATE INDEX payment_code_by_group ON public.payment_code USING btree (group_id);

create table pending_second_step (
  hash bytea not null,
  person_id bigint not null,
  shared boolean not null,
  tries smallint default 0 not null,
  expires_at timestamp with time zone not null,
  linked_account jsonb,
  identity jsonb,
  constraint pending_second_step_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint pending_second_step_pkey PRIMARY KEY (hash)
);
CREATE INDEX pending_second_step_expires ON public.pending_second_step USING btree (expires_at);
CREATE INDEX pending_second_step_person ON public.pending_second_step USING btree (person_id);

create table pending_signin (
  hash bytea not null,
  provider text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  shared boolean not null,
  page text,
  back_at timestamp with time zone,
  person_id bigint,
  refusal text,
  account jsonb,
  expires_at timestamp with time zone not null,
  for_session bigint,
  twice boolean default false not null,
  identity jsonb,
  by_account jsonb,
  constraint pending_signin_outcome CHECK (((back_at IS NOT NULL) OR ((person_id IS NULL) AND (refusal IS NULL)))),
  constraint pending_signin_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint pending_signin_pkey PRIMARY KEY (hash)
);
CREATE INDEX pending_signin_expires ON public.pending_signin USING btree (expires_at);
CREATE INDEX pending_signin_person ON public.pending_signin USING btree (person_id);

create table permission (
  id integer generated by default as identity not null,
  person_id bigint not null,
  code text not null,
  faculty_id integer,
  ends_on date,
  by_hand boolean default false not null,
  directory text,
  constraint permission_code CHECK ((code = ANY (ARRAY['news'::text, 'orders'::text, 'library'::text, 'umk'::text, 'journal'::text, 'registration'::text, 'accounts'::text, 'timetable'::text, 'audit'::text, 'import'::text, 'reports'::text, 'moderation'::text]))),
  constraint permission_faculty_id_fkey FOREIGN KEY (faculty_id) REFERENCES faculty(id),
  constraint permission_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint permission_pkey PRIMARY KEY (id),
  constraint permission_unique UNIQUE NULLS NOT DISTINCT (person_id, code, faculty_id)
);
CREATE TRIGGER permission_changed AFTER INSERT OR DELETE OR UPDATE ON public.permission FOR EACH ROW EXECUTE FUNCTION notify_session_changed();
CREATE TRIGGER permission_ends_sessions_by_name AFTER INSERT OR UPDATE ON public.permission FOR EACH ROW EXECUTE FUNCTION end_sessions_by_name();
CREATE TRIGGER permission_remembered AFTER INSERT OR DELETE OR UPDATE ON public.permission FOR EACH ROW EXECUTE FUNCTION remember_permission();

create table permission_event (
  id bigint generated always as identity not null,
  person_id bigint not null,
  code text not null,
  faculty_id integer,
  granted boolean not null,
  at timestamp with time zone default now() not null,
  by_person_id bigint,
  constraint permission_event_pkey PRIMARY KEY (id)
);
CREATE TRIGGER permission_event_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.permission_event FOR EACH STATEMENT EXECUTE FUNCTION append_only('42501');

create table person (
  id bigint generated by default as identity not null,
  code text not null,
  surname text not null,
  name text not null,
  patronymic text,
  full_name text generated always as ((((surname || ' '::text) || name) ||
CASE
    WHEN (patronymic IS NULL) THEN ''::text
    ELSE (' '::text || patronymic)
END)) stored not null,
  email text,
  photo bytea,
  closed_on date,
  folded text generated always as (fold_text((((surname || ' '::text) || name) ||
CASE
    WHEN (patronymic IS NULL) THEN ''::text
    ELSE (' '::text || patronymic)
END))) stored not null,
  pin text,
  constraint person_id_on_the_wire CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))),
  constraint person_pkey PRIMARY KEY (id),
  constraint person_code_unique UNIQUE (code),
  constraint person_pin_unique UNIQUE (pin) DEFERRABLE
);
CREATE INDEX person_by_email ON public.person USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX person_by_folded ON public.person USING btree (folded);
CREATE INDEX person_by_name_en ON public.person USING btree (full_name COLLATE "en-x-icu", id);
CREATE INDEX person_by_name_kg ON public.person USING btree (full_name COLLATE "ky-x-icu", id);
CREATE INDEX person_by_name_ru ON public.person USING btree (full_name COLLATE "ru-x-icu", id);
CREATE INDEX person_closed ON public.person USING btree (id) WHERE (closed_on IS NOT NULL);

create table person_merge (
  id bigint generated always as identity not null,
  stay_id bigint not null,
  gone_id bigint not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  closed_on date,
  undone_at timestamp with time zone,
  undone_by bigint,
  constraint person_merge_two CHECK ((stay_id <> gone_id)),
  constraint person_merge_undone CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint person_merge_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint person_merge_gone_id_fkey FOREIGN KEY (gone_id) REFERENCES person(id),
  constraint person_merge_stay_id_fkey FOREIGN KEY (stay_id) REFERENCES person(id),
  constraint person_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES person(id),
  constraint person_merge_pkey PRIMARY KEY (id)
);
CREATE INDEX person_merge_by_actor ON public.person_merge USING btree (by_id);
CREATE INDEX person_merge_by_stay ON public.person_merge USING btree (stay_id);
CREATE INDEX person_merge_gone ON public.person_merge USING btree (gone_id);
CREATE UNIQUE INDEX person_merge_one ON public.person_merge USING btree (gone_id) WHERE (undone_at IS NULL);
CREATE INDEX person_merge_undone_by ON public.person_merge USING btree (undone_by) WHERE (undone_by IS NOT NULL);

create table person_merge_row (
  id bigint generated always as identity not null,
  merge_id bigint not null,
  table_name text not null,
  column_name text not null,
  key jsonb not null,
  aside jsonb,
  constraint person_merge_row_merge_id_fkey FOREIGN KEY (merge_id) REFERENCES person_merge(id),
  constraint person_merge_row_pkey PRIMARY KEY (id)
);
CREATE INDEX person_merge_row_by_merge ON public.person_merge_row USING btree (merge_id, table_name);
CREATE INDEX person_merge_row_cells ON public.person_merge_row USING btree (((key ->> 'id'::text))) WHERE ((table_name = 'journal_cell'::text) AND (column_name = 'student_id'::text));

create table personal_archive (
  person_id bigint not null,
  language text not null,
  state text default 'waiting'::text not null,
  asked_at timestamp with time zone default now() not null,
  tries smallint default 0 not null,
  lease uuid,
  leased_until timestamp with time zone,
  key uuid,
  size bigint,
  ready_at timestamp with time zone,
  reason text,
  ends_at timestamp with time zone,
  constraint personal_archive_ends CHECK (((state = 'waiting'::text) = (ends_at IS NULL))),
  constraint personal_archive_failed CHECK (((state = 'failed'::text) = (reason IS NOT NULL))),
  constraint personal_archive_language CHECK ((language = ANY (ARRAY['kg'::text, 'ru'::text, 'en'::text]))),
  constraint personal_archive_ready CHECK (((state = 'ready'::text) = ((key IS NOT NULL) AND (size IS NOT NULL) AND (ready_at IS NOT NULL)))),
  constraint personal_archive_reason CHECK ((reason = ANY (ARRAY['noRoom'::text, 'away'::text, 'failed'::text]))),
  constraint personal_archive_state CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
  constraint personal_archive_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint personal_archive_pkey PRIMARY KEY (person_id),
  constraint personal_archive_key_unique UNIQUE (key)
);
CREATE INDEX personal_archive_waiting ON public.personal_archive USING btree (asked_at) WHERE (state = 'waiting'::text);

create table plan_item (
  id integer generated by default as identity not null,
  speciality_id integer not null,
  year_id smallint not null,
  semester_id smallint not null,
  discipline_id integer not null,
  department_id integer not null,
  control_form_id smallint not null,
  credits numeric(5,2) not null,
  elective_block smallint,
  constraint plan_item_block CHECK ((elective_block > 0)),
  constraint plan_item_credits CHECK (((credits >= (0)::numeric) AND (credits <= (60)::numeric))),
  constraint plan_item_control_form_id_fkey FOREIGN KEY (control_form_id) REFERENCES control_form(id),
  constraint plan_item_department_id_fkey FOREIGN KEY (department_id) REFERENCES department(id),
  constraint plan_item_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint plan_item_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id),
  constraint plan_item_speciality_id_fkey FOREIGN KEY (speciality_id) REFERENCES speciality(id),
  constraint plan_item_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint plan_item_pkey PRIMARY KEY (id),
  constraint plan_item_unique UNIQUE (speciality_id, year_id, semester_id, discipline_id, credits)
);
CREATE INDEX plan_item_by_discipline ON public.plan_item USING btree (discipline_id, year_id);

create table plan_item_class (
  plan_item_id integer not null,
  class_type_id smallint not null,
  hours smallint not null,
  constraint plan_item_class_hours CHECK ((hours > 0)),
  constraint plan_item_class_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint plan_item_class_plan_item_id_fkey FOREIGN KEY (plan_item_id) REFERENCES plan_item(id) ON DELETE CASCADE,
  constraint plan_item_class_pkey PRIMARY KEY (plan_item_id, class_type_id)
);

create table post (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint post_pkey PRIMARY KEY (id),
  constraint post_code_unique UNIQUE (code)
);

create table prerequisite (
  discipline_id integer not null,
  requires_id integer not null,
  constraint prerequisite_not_itself CHECK ((discipline_id <> requires_id)),
  constraint prerequisite_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint prerequisite_requires_id_fkey FOREIGN KEY (requires_id) REFERENCES discipline(id),
  constraint prerequisite_pkey PRIMARY KEY (discipline_id, requires_id)
);

create table privacy_text (
  id integer generated always as identity not null,
  text_ru text not null,
  text_kg text not null,
  text_en text not null,
  asks boolean not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint privacy_text_length CHECK ((((length(text_ru) >= 1) AND (length(text_ru) <= 4000)) AND (length(text_kg) <= 4000) AND (length(text_en) <= 4000))),
  constraint privacy_text_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint privacy_text_pkey PRIMARY KEY (id)
);
CREATE INDEX privacy_text_by_actor ON public.privacy_text USING btree (by_id);

create table push_device (
  id integer generated always as identity not null,
  session_id bigint not null,
  person_id bigint not null,
  endpoint text not null,
  p256dh bytea not null,
  auth bytea not null,
  agent text,
  language text not null,
  created_at timestamp with time zone default now() not null,
  notified_at timestamp with time zone,
  constraint push_device_auth CHECK ((octet_length(auth) = 16)),
  constraint push_device_language CHECK ((language = ANY (ARRAY['ru'::text, 'kg'::text, 'en'::text]))),
  constraint push_device_p256dh CHECK ((octet_length(p256dh) = 65)),
  constraint push_device_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint push_device_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint push_device_pkey PRIMARY KEY (id),
  constraint push_device_endpoint UNIQUE (endpoint)
);
CREATE INDEX push_device_by_person ON public.push_device USING btree (person_id);
CREATE INDEX push_device_by_session ON public.push_device USING btree (session_id);

create table push_key (
  is_one boolean default true not null,
  public text not null,
  private text not null,
  constraint push_key_is_one CHECK (is_one),
  constraint push_key_pkey PRIMARY KEY (is_one)
);

create table read_single (
  conversation_id bigint not null,
  person_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint read_single_member FOREIGN KEY (conversation_id, person_id) REFERENCES conversation_member(conversation_id, person_id) ON UPDATE CASCADE,
  constraint read_single_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id),
  constraint read_single_pkey PRIMARY KEY (conversation_id, person_id, message_id)
);
CREATE INDEX read_single_by_message ON public.read_single USING btree (message_id);

create table read_step (
  conversation_id bigint not null,
  person_id bigint not null,
  to_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint read_step_member FOREIGN KEY (conversation_id, person_id) REFERENCES conversation_member(conversation_id, person_id) ON UPDATE CASCADE,
  constraint read_step_pkey PRIMARY KEY (conversation_id, person_id, to_id)
);

create table reading_place (
  person_id bigint not null,
  file_id bigint not null,
  page integer not null,
  at timestamp with time zone default now() not null,
  constraint reading_place_page CHECK ((page > 0)),
  constraint reading_place_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint reading_place_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint reading_place_pkey PRIMARY KEY (person_id, file_id)
);
CREATE INDEX reading_place_by_file ON public.reading_place USING btree (file_id);

create table recovery_code (
  person_id bigint not null,
  hash bytea not null,
  used_at timestamp with time zone,
  salt bytea,
  constraint recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (person_id, hash)
);

create table region (
  id integer generated by default as identity not null,
  code text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint region_pkey PRIMARY KEY (id),
  constraint region_code_unique UNIQUE (code)
);

create table registration (
  id integer generated by default as identity not null,
  student_id bigint not null,
  year_id smallint not null,
  semester_id smallint not null,
  term_id smallint not null,
  discipline_id integer not null,
  credits numeric(5,2) not null,
  department_id integer not null,
  control_form_id smallint not null,
  group_id integer not null,
  plan_item_id integer,
  elective_block smallint,
  is_by_plan boolean not null,
  is_chosen boolean generated always as (((elective_block IS NOT NULL) OR (NOT is_by_plan))) stored not null,
  created_at timestamp with time zone default now() not null,
  constraint registration_plan CHECK ((is_by_plan = (plan_item_id IS NOT NULL))),
  constraint registration_control_form_id_fkey FOREIGN KEY (control_form_id) REFERENCES control_form(id),
  constraint registration_department_id_fkey FOREIGN KEY (department_id) REFERENCES department(id),
  constraint registration_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint registration_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id),
  constraint registration_plan_item_id_fkey FOREIGN KEY (plan_item_id) REFERENCES plan_item(id),
  constraint registration_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id),
  constraint registration_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint registration_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint registration_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint registration_pkey PRIMARY KEY (id),
  constraint registration_unique UNIQUE (student_id, year_id, semester_id, discipline_id)
);
CREATE INDEX registration_by_discipline ON public.registration USING btree (year_id, term_id, discipline_id);
CREATE INDEX registration_by_group ON public.registration USING btree (group_id);
CREATE INDEX registration_by_plan_item ON public.registration USING btree (plan_item_id) WHERE (plan_item_id IS NOT NULL);
CREATE UNIQUE INDEX registration_one_of_block ON public.registration USING btree (student_id, year_id, semester_id, elective_block) WHERE (elective_block IS NOT NULL);

create table registration_change (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  by_person_id bigint not null,
  kind text not null,
  window_id integer,
  stream_id integer,
  before jsonb,
  after jsonb not null,
  reason text,
  term_id smallint,
  student_id bigint,
  year_id smallint,
  constraint registration_change_kind CHECK ((kind = ANY (ARRAY['opened'::text, 'changed'::text, 'closed'::text, 'seats'::text, 'limit'::text, 'granted'::text, 'withdrawn'::text, 'excepted'::text, 'exceptionEnded'::text, 'made'::text, 'remade'::text, 'ended'::text, 'merged'::text, 'reminded'::text, 'year'::text, 'openedAll'::text]))),
  constraint registration_change_of CHECK ((num_nonnulls(window_id, stream_id, term_id, student_id, year_id) = 1)),
  constraint registration_change_pkey PRIMARY KEY (id)
);
CREATE INDEX registration_change_by_age ON public.registration_change USING btree (at);
CREATE INDEX registration_change_by_stream ON public.registration_change USING btree (stream_id, id);
CREATE INDEX registration_change_by_student ON public.registration_change USING btree (student_id, id) WHERE (student_id IS NOT NULL);
CREATE INDEX registration_change_by_term ON public.registration_change USING btree (term_id, id) WHERE (term_id IS NOT NULL);
CREATE INDEX registration_change_by_window ON public.registration_change USING btree (window_id, id);
CREATE TRIGGER registration_change_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.registration_change FOR EACH STATEMENT EXECUTE FUNCTION append_only('23001');

create table registration_class (
  registration_id integer not null,
  class_type_id smallint not null,
  stream_id integer not null,
  receipt text default new_receipt() not null,
  registered_at timestamp with time zone default now() not null,
  constraint registration_class_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint registration_class_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE,
  constraint registration_class_right_type FOREIGN KEY (stream_id, class_type_id) REFERENCES stream(id, class_type_id),
  constraint registration_class_pkey PRIMARY KEY (registration_id, class_type_id),
  constraint registration_class_receipt UNIQUE (receipt, class_type_id)
);
CREATE INDEX registration_class_by_stream ON public.registration_class USING btree (stream_id);
CREATE TRIGGER registration_class_dated BEFORE UPDATE OF stream_id ON public.registration_class FOR EACH ROW WHEN (((new.stream_id <> old.stream_id) AND (new.registered_at = old.registered_at))) EXECUTE FUNCTION date_seat();

create table registration_event (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  by_person_id bigint not null,
  student_id bigint not null,
  kind text not null,
  registration_id integer,
  year_id smallint not null,
  term_id smallint not null,
  discipline_id integer not null,
  credits numeric(5,2) not null,
  class_type_id smallint not null,
  stream_id integer not null,
  from_stream_id integer,
  receipt text,
  reason text,
  constraint registration_event_kind CHECK ((kind = ANY (ARRAY['registered'::text, 'moved'::text, 'removed'::text, 'waiting'::text, 'left'::text, 'promoted'::text, 'dropped'::text]))),
  constraint registration_event_receipt CHECK (((kind = ANY (ARRAY['registered'::text, 'moved'::text, 'removed'::text, 'promoted'::text])) = (receipt IS NOT NULL))),
  constraint registration_event_pkey PRIMARY KEY (id)
);
CREATE INDEX registration_event_by_age ON public.registration_event USING btree (at);
CREATE INDEX registration_event_by_receipt ON public.registration_event USING btree (receipt);
CREATE INDEX registration_event_by_stream ON public.registration_event USING btree (stream_id, id);
CREATE INDEX registration_event_by_student ON public.registration_event USING btree (student_id, id);
CREATE TRIGGER registration_event_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.registration_event FOR EACH STATEMENT EXECUTE FUNCTION append_only('23001');
CREATE TRIGGER registration_event_writes_notices AFTER INSERT ON public.registration_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION write_seat_notices();

create table registration_visit (
  window_id integer not null,
  student_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint registration_visit_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint registration_visit_window_id_fkey FOREIGN KEY (window_id) REFERENCES registration_window(id) ON DELETE CASCADE,
  constraint registration_visit_pkey PRIMARY KEY (window_id, student_id)
);
CREATE INDEX registration_visit_of_student ON public.registration_visit USING btree (student_id);

create table registration_waiting (
  id bigint generated always as identity not null,
  student_id bigint not null,
  stream_id integer not null,
  semester_id smallint not null,
  is_by_plan boolean not null,
  at timestamp with time zone default now() not null,
  constraint registration_waiting_semester_id_fkey FOREIGN KEY (semester_id) REFERENCES semester(id),
  constraint registration_waiting_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES stream(id),
  constraint registration_waiting_student_id_fkey FOREIGN KEY (student_id) REFERENCES student(id),
  constraint registration_waiting_pkey PRIMARY KEY (id),
  constraint registration_waiting_once UNIQUE (student_id, stream_id)
);
CREATE INDEX registration_waiting_line ON public.registration_waiting USING btree (stream_id, id);

create table registration_window (
  id integer generated by default as identity not null,
  year_id smallint not null,
  term_id smallint not null,
  faculty_id integer not null,
  part_time boolean not null,
  starts_on date not null,
  ends_on date not null,
  closed_at timestamp with time zone,
  constraint registration_window_order CHECK ((starts_on <= ends_on)),
  constraint registration_window_faculty_id_fkey FOREIGN KEY (faculty_id) REFERENCES faculty(id),
  constraint registration_window_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint registration_window_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint registration_window_pkey PRIMARY KEY (id),
  constraint registration_window_unique UNIQUE (year_id, term_id, faculty_id, part_time, starts_on)
);

create table registration_window_notified (
  window_id integer not null,
  step text not null,
  ends_on date not null,
  constraint registration_window_notified_step CHECK ((step = ANY (ARRAY['open'::text, 'closing'::text, 'closed'::text]))),
  constraint registration_window_notified_pkey PRIMARY KEY (window_id)
);

create table remembered_second_step (
  hash bytea not null,
  person_id bigint not null,
  until timestamp with time zone not null,
  constraint remembered_second_step_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint remembered_second_step_pkey PRIMARY KEY (person_id, hash)
);

create table report_explanation (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  course_id integer,
  people bigint[] not null,
  day date,
  explanation text not null,
  by_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint report_explanation_kind CHECK ((kind = ANY (ARRAY['night'::text, 'present'::text, 'atOnce'::text, 'raised'::text, 'device'::text]))),
  constraint report_explanation_length CHECK (((length(explanation) >= 3) AND (length(explanation) <= 500))),
  constraint report_explanation_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint report_explanation_course_id_fkey FOREIGN KEY (course_id) REFERENCES journal_course(id),
  constraint report_explanation_pkey PRIMARY KEY (id),
  constraint report_explanation_subject UNIQUE (subject)
);
CREATE INDEX report_explanation_by_actor ON public.report_explanation USING btree (by_id);
CREATE INDEX report_explanation_by_course ON public.report_explanation USING btree (course_id);
CREATE TRIGGER report_explanation_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.report_explanation FOR EACH STATEMENT EXECUTE FUNCTION append_only('42501');

create table schedule_feed (
  person_id bigint not null,
  key text,
  language text not null,
  created_at timestamp with time zone default now() not null,
  hash bytea not null,
  sealed bytea,
  constraint schedule_feed_language CHECK ((language = ANY (ARRAY['kg'::text, 'ru'::text, 'en'::text]))),
  constraint schedule_feed_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint schedule_feed_pkey PRIMARY KEY (person_id),
  constraint schedule_feed_hash UNIQUE (hash),
  constraint schedule_feed_key_unique UNIQUE (key)
);

create table secret (
  name text not null,
  value bytea not null,
  constraint secret_pkey PRIMARY KEY (name)
);

create table semester (
  id smallint not null,
  label text not null,
  term_id smallint not null,
  course smallint not null,
  constraint semester_course CHECK (((course >= 1) AND (course <= 6))),
  constraint semester_id CHECK (((id >= 1) AND (id <= 12))),
  constraint semester_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint semester_pkey PRIMARY KEY (id)
);

create table service_token (
  id bigint generated always as identity not null,
  name text not null,
  hash bytea not null,
  tables text[] not null,
  addresses text[] not null,
  ends_on date not null,
  made_by bigint,
  made_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  used_at timestamp with time zone,
  used_from inet,
  constraint service_token_addresses CHECK ((cardinality(addresses) > 0)),
  constraint service_token_name CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint service_token_tables CHECK (((cardinality(tables) > 0) AND (NOT ('permissions'::text = ANY (tables))))),
  constraint service_token_made_by_fkey FOREIGN KEY (made_by) REFERENCES person(id) ON DELETE SET NULL,
  constraint service_token_pkey PRIMARY KEY (id),
  constraint service_token_hash UNIQUE (hash)
);
CREATE INDEX service_token_made_by ON public.service_token USING btree (made_by) WHERE (made_by IS NOT NULL);

create table session (
  id bigint generated always as identity not null,
  hash bytea not null,
  person_id bigint not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  idle interval not null,
  address inet,
  agent text,
  token_hashes bytea[] default '{}'::bytea[] not null,
  invented text,
  shared boolean default false not null,
  linked_account jsonb,
  twice boolean default false not null,
  proven_at timestamp with time zone,
  constraint session_token_count CHECK ((cardinality(token_hashes) <= 5)),
  constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_hash_unique UNIQUE (hash)
);
CREATE INDEX session_by_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_by_linked_account ON public.session USING btree (((linked_account ->> 'issuer'::text)), ((linked_account ->> 'subject'::text))) WHERE (linked_account IS NOT NULL);
CREATE INDEX session_by_person ON public.session USING btree (person_id, created_at);
CREATE INDEX session_by_use ON public.session USING btree (last_seen_at);
CREATE TRIGGER session_end_noted AFTER DELETE ON public.session FOR EACH ROW EXECUTE FUNCTION note_session_end();
CREATE TRIGGER session_gone AFTER DELETE ON public.session FOR EACH ROW EXECUTE FUNCTION notify_session_changed();

create table session_end (
  hash bytea not null,
  why text not null,
  at timestamp with time zone default now() not null,
  person_id bigint,
  constraint session_end_why CHECK ((why = ANY (ARRAY['password'::text, 'elsewhere'::text, 'provider'::text, 'more'::text, 'office'::text, 'blocked'::text, 'closed'::text, 'merged'::text, 'idle'::text]))),
  constraint session_end_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint session_end_pkey PRIMARY KEY (hash)
);
CREATE INDEX session_end_by_age ON public.session_end USING btree (at);
CREATE INDEX session_end_of ON public.session_end USING btree (person_id) WHERE (person_id IS NOT NULL);

create table signin_failure (
  at timestamp with time zone default clock_timestamp() not null,
  account bytea not null,
  address inet not null
);
CREATE INDEX signin_failure_by_account ON public.signin_failure USING btree (account, at);
CREATE INDEX signin_failure_by_address ON public.signin_failure USING btree (address, at);

create table signin_first (
  person_id bigint not null,
  at timestamp with time zone default now() not null,
  constraint signin_first_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint signin_first_pkey PRIMARY KEY (person_id)
);

create table signin_proof (
  key bytea not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint signin_proof_pkey PRIMARY KEY (key)
);

create table signin_queue (
  account bytea not null,
  next_at timestamp with time zone not null,
  constraint signin_queue_pkey PRIMARY KEY (account)
);

create table signin_success (
  account bytea not null,
  address inet not null,
  at timestamp with time zone not null,
  constraint signin_success_pkey PRIMARY KEY (account, address)
);
CREATE INDEX signin_success_by_address ON public.signin_success USING btree (address, at);

create table signin_wait (
  key bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  account bytea,
  constraint signin_wait_pkey PRIMARY KEY (key)
);
CREATE INDEX signin_wait_by_time ON public.signin_wait USING btree (last_at);

create table signout_hint (
  hash bytea not null,
  sealed text not null,
  expires_at timestamp with time zone not null,
  constraint signout_hint_pkey PRIMARY KEY (hash)
);
CREATE INDEX signout_hint_expires ON public.signout_hint USING btree (expires_at);

create table speciality (
  id integer generated by default as identity not null,
  code text not null,
  classifier text not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  faculty_id integer not null,
  education_form_id integer not null,
  years smallint not null,
  constraint speciality_years CHECK (((years >= 1) AND (years <= 6))),
  constraint speciality_education_form_id_fkey FOREIGN KEY (education_form_id) REFERENCES education_form(id),
  constraint speciality_faculty_id_fkey FOREIGN KEY (faculty_id) REFERENCES faculty(id),
  constraint speciality_pkey PRIMARY KEY (id),
  constraint speciality_code_unique UNIQUE (code)
);
CREATE INDEX speciality_by_faculty ON public.speciality USING btree (faculty_id);

create table stream (
  id integer generated by default as identity not null,
  code text not null,
  year_id smallint not null,
  term_id smallint not null,
  department_id integer not null,
  teacher_id bigint not null,
  discipline_id integer not null,
  credits numeric(5,2) not null,
  control_form_id smallint not null,
  class_type_id smallint not null,
  number smallint not null,
  name text not null,
  is_chosen boolean not null,
  capacity integer not null,
  taken integer default 0 not null,
  by_hand boolean default false not null,
  hours_by_hand boolean default false not null,
  closed_at timestamp with time zone,
  constraint stream_closed_empty CHECK (((closed_at IS NULL) OR (taken = 0))),
  constraint stream_seats CHECK (((taken >= 0) AND (taken <= capacity))),
  constraint stream_class_type_id_fkey FOREIGN KEY (class_type_id) REFERENCES class_type(id),
  constraint stream_control_form_id_fkey FOREIGN KEY (control_form_id) REFERENCES control_form(id),
  constraint stream_department_id_fkey FOREIGN KEY (department_id) REFERENCES department(id),
  constraint stream_discipline_id_fkey FOREIGN KEY (discipline_id) REFERENCES discipline(id),
  constraint stream_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint stream_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint stream_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint stream_pkey PRIMARY KEY (id),
  constraint stream_class_type UNIQUE (id, class_type_id),
  constraint stream_code_unique UNIQUE (code),
  constraint stream_unique UNIQUE (year_id, term_id, teacher_id, discipline_id, credits, class_type_id, number)
);
CREATE INDEX stream_by_discipline ON public.stream USING btree (year_id, term_id, discipline_id, credits, class_type_id);
CREATE INDEX stream_by_teacher ON public.stream USING btree (teacher_id);
CREATE INDEX stream_by_term ON public.stream USING btree (year_id, term_id, id);

create table student (
  id bigint not null,
  number text not null,
  constraint student_id_fits_payment_code CHECK ((id <= 999999)),
  constraint student_id_fkey FOREIGN KEY (id) REFERENCES person(id),
  constraint student_pkey PRIMARY KEY (id),
  constraint student_number_unique UNIQUE (number)
);

create table study_group (
  id integer generated by default as identity not null,
  name text not null,
  speciality_id integer not null,
  admission_year smallint not null,
  code text not null,
  constraint study_group_admission CHECK (((admission_year >= 0) AND (admission_year <= 99))),
  constraint study_group_speciality_id_fkey FOREIGN KEY (speciality_id) REFERENCES speciality(id),
  constraint study_group_pkey PRIMARY KEY (id),
  constraint study_group_code_unique UNIQUE (code),
  constraint study_group_name_unique UNIQUE (name)
);
CREATE INDEX study_group_by_speciality ON public.study_group USING btree (speciality_id);

create table teacher (
  id bigint not null,
  constraint teacher_id_fkey FOREIGN KEY (id) REFERENCES person(id),
  constraint teacher_pkey PRIMARY KEY (id)
);

create table term (
  id smallint not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint term_id CHECK (((id >= 1) AND (id <= 3))),
  constraint term_pkey PRIMARY KEY (id)
);
CREATE TRIGGER term_changed AFTER INSERT OR DELETE OR UPDATE ON public.term FOR EACH STATEMENT EXECUTE FUNCTION notify_reference_changed();

create table umk_type (
  id integer generated by default as identity not null,
  code text not null,
  sort integer not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint umk_type_pkey PRIMARY KEY (id),
  constraint umk_type_code_unique UNIQUE (code)
);

create table umk_upload_ban (
  teacher_id bigint not null,
  constraint umk_upload_ban_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES teacher(id),
  constraint umk_upload_ban_pkey PRIMARY KEY (teacher_id)
);

create table umk_upload_deadline (
  year_id smallint not null,
  term_id smallint not null,
  ends_on date not null,
  constraint umk_upload_deadline_term_id_fkey FOREIGN KEY (term_id) REFERENCES term(id),
  constraint umk_upload_deadline_year_id_fkey FOREIGN KEY (year_id) REFERENCES academic_year(id),
  constraint umk_upload_deadline_pkey PRIMARY KEY (year_id, term_id)
);

create table university (
  only_row boolean default true not null,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  logo text not null,
  logo_width integer not null,
  font_size integer not null,
  demo boolean default false not null,
  demo_lived text[] default '{}'::text[] not null,
  constraint university_font_size CHECK (((font_size >= 8) AND (font_size <= 72))),
  constraint university_logo_width CHECK (((logo_width >= 16) AND (logo_width <= 1000))),
  constraint university_only_row CHECK (only_row),
  constraint university_pkey PRIMARY KEY (only_row)
);

create table unlinked_account (
  person_id bigint not null,
  issuer text not null,
  unlinked_at timestamp with time zone default now() not null,
  constraint unlinked_account_person_id_fkey FOREIGN KEY (person_id) REFERENCES account(person_id) ON DELETE CASCADE,
  constraint unlinked_account_pkey PRIMARY KEY (person_id, issuer)
);

create sequence notice_number;

create sequence registration_receipt;

create type registration_saved as (
  n integer,
  refusal text,
  replayed boolean,
  reply text,
  is_same boolean,
  old_stream_id integer,
  free integer,
  credit_limit numeric,
  requires_id integer
);

create type registration_seat as (
  refusal text,
  group_id integer,
  term_id smallint,
  plan_item_id integer,
  elective_block smallint,
  department_id integer,
  control_form_id smallint,
  registration_id integer,
  old_stream_id integer,
  receipt text,
  number smallint,
  free integer,
  ahead integer,
  credit_limit numeric,
  requires_id integer,
  n integer
);

create type seat_request as (
  student_id bigint,
  year_id smallint,
  semester_id smallint,
  discipline_id integer,
  credits numeric(5,2),
  class_type_id smallint,
  teacher_id bigint,
  stream_id integer,
  is_by_plan boolean,
  registration_id integer
);

create view course_teacher as
 SELECT l.teacher_id,
    l.year_id,
    l.term_id,
    l.semester_id,
    l.discipline_id,
    l.credits,
    false AS is_select,
    l.group_id AS course_id,
    l.class_type_id
   FROM group_load l
UNION ALL
 SELECT s.teacher_id,
    s.year_id,
    s.term_id,
    s.term_id AS semester_id,
    s.discipline_id,
    s.credits,
    true AS is_select,
    s.id AS course_id,
    s.class_type_id
   FROM stream s
  WHERE s.is_chosen AND s.closed_at IS NULL;

create view group_plan as
 SELECT g.id AS group_id,
    i.year_id,
    s.term_id,
    i.semester_id,
    i.discipline_id,
    i.credits,
    i.control_form_id
   FROM study_group g
     JOIN plan_item i ON i.speciality_id = g.speciality_id AND i.elective_block IS NULL
     JOIN semester s ON s.id = i.semester_id AND i.year_id = (g.admission_year + s.course - 1);

create view group_student as
 SELECT student_id,
    group_id,
    starts_on,
    ends_on,
    daterange(starts_on, ends_on, '[]'::text) AS days,
        CASE
            WHEN ends_on IS NULL AND starts_on <= today() THEN true
            WHEN ends_on < today() OR ends_on = starts_on AND starts_on > today() THEN false
            ELSE NOT (EXISTS ( SELECT
               FROM group_membership o
              WHERE o.student_id = m.student_id AND o.id <> m.id AND (o.ends_on IS NULL OR o.ends_on >= today() AND (o.ends_on > o.starts_on OR o.starts_on <= today())) AND
                    CASE
                        WHEN m.starts_on > today() THEN (ROW(o.starts_on, o.ends_on IS NOT NULL, o.id) < ROW(m.starts_on, m.ends_on IS NOT NULL, m.id))
                        ELSE o.starts_on <= today() AND (o.ends_on IS NULL OR ((ROW(o.starts_on, o.id) > ROW(m.starts_on, m.id))))
                    END))
        END AS is_current
   FROM group_membership m;

create view open_account as
 SELECT a.person_id
   FROM account a
     JOIN person p ON p.id = a.person_id
  WHERE NOT a.blocked AND p.closed_on IS NULL;

create view permission_now as
 SELECT id,
    person_id,
    code,
    faculty_id,
    ends_on
   FROM permission
  WHERE ends_on IS NULL OR ends_on >= today();

create view person_number as
 SELECT p.id AS person_id,
    p.id AS number
   FROM person p
UNION ALL
 SELECT m.stay_id AS person_id,
    m.gone_id AS number
   FROM person_merge m
  WHERE m.undone_at IS NULL;

create view stream_student as
 SELECT r.student_id,
    r.group_id,
    c.stream_id,
    c.class_type_id,
    s.teacher_id,
    r.year_id,
    r.term_id,
    r.discipline_id,
    r.credits,
    r.is_chosen,
    r.semester_id,
    c.registration_id,
    c.registered_at
   FROM registration r
     JOIN registration_class c ON c.registration_id = r.id
     LEFT JOIN stream s ON s.id = c.stream_id;

create view stream_teacher as
 SELECT id AS stream_id,
    teacher_id
   FROM stream;

create view student_course_mark as
 SELECT c.student_id,
    o.year_id,
    o.term_id,
    o.discipline_id,
    o.credits
   FROM journal_cell c
     JOIN journal_column k ON k.id = c.column_id
     JOIN journal_course o ON o.id = k.course_id
  WHERE c.visited IS NOT NULL;

create view working_service_token as
 SELECT id,
    hash,
    name,
    tables,
    addresses,
    ends_on,
    made_by,
    made_at
   FROM service_token t
  WHERE revoked_at IS NULL AND ends_on >= today() AND (made_by IN ( SELECT open_account.person_id
           FROM open_account)) AND (EXISTS ( SELECT
           FROM permission_now r
          WHERE r.person_id = t.made_by AND r.code = 'import'::text AND r.faculty_id IS NULL));

-- function answered_before(person bigint, call_path text, request uuid, body bytea, OUT is_mine boolean, OUT is_same boolean, OUT reply text) returns record

-- function append_only() returns trigger

-- function ask_for_pdf() returns trigger

-- function ask_for_text() returns trigger

-- function audit_first_passwords() returns trigger

-- function await_chaining() returns trigger

-- function brought_by(person bigint, directory text, account jsonb) returns boolean

-- function classes_of_timetable_change(detail jsonb, first date, last date) returns TABLE(starts_at timestamp without time zone)

-- function date_seat() returns trigger

-- function day_of(moment timestamp with time zone) returns date

-- function delete_offices() returns trigger

-- function end_sessions_by_name() returns trigger

-- function erase_from_histories(whose bigint, OUT messages bigint, OUT reasons bigint) returns record

-- function fold_text(given text) returns text

-- function forget_removed_messages() returns SETOF uuid

-- function give_discipline(asked json, streams integer[], zone text) returns SETOF registration_seat

-- function give_seat(asked json, zone text, waived text, by_person bigint, why text) returns SETOF registration_seat

-- function give_seats(asked json, zone text, waived text, by_person bigint, why text) returns SETOF registration_seat

-- function judge_seats(requests seat_request[], zone text, waived text) returns SETOF registration_seat

-- function lock_stored_bytes(person bigint) returns bigint

-- function new_receipt() returns text

-- function note_change() returns trigger

-- function note_session_end() returns trigger

-- function notify_maintenance_changed() returns trigger

-- function notify_of_import_job() returns trigger

-- function notify_reference_changed() returns trigger

-- function notify_session_changed() returns trigger

-- function open_seat(asked json, zone text, waived text) returns SETOF registration_seat

-- function publish_accounts_change() returns void

-- function publish_audit_entries() returns trigger

-- function quiet_until(moment timestamp without time zone, quiet_from time without time zone, quiet_to time without time zone) returns timestamp without time zone

-- function registration_failed(student bigint, discipline integer) returns boolean

-- function remember_permission() returns trigger

-- function remove_old_audit() returns TABLE(kind text, until date, removed bigint)

-- function save_seats(asked json, zone text, call_path text, patient boolean) returns SETOF registration_saved

-- function set_audit_retention(which text, wanted integer, by_id bigint, by_address inet, by_request text) returns boolean

-- function signin_network(place inet) returns cidr

-- function signin_place(address inet) returns inet

-- function stream_move_notices(students bigint[], left_ids integer[], joined_ids integer[], since date) returns TABLE(person_id bigint, count integer, thing bigint, step text, detail jsonb)

-- function take_seats(requests seat_request[], zone text, waived text, by_person bigint, why text, patient boolean) returns SETOF registration_seat

-- function today() returns date

-- function upsert_offices() returns trigger

-- function wake_delivery_with_moments() returns trigger

-- function wake_delivery_with_numbers() returns trigger

-- function wake_delivery_with_rows() returns trigger

-- function write_seat_notices() returns trigger
