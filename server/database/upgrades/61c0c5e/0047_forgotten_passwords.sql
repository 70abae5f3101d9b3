-- Who asked for a new password from the sign-in page and has none yet, and the code that was sent to a confirmed address.
create table if not exists forgotten_password (
  person_id bigint constraint forgotten_password_pkey primary key
    constraint forgotten_password_person_id_fkey references account on delete cascade,
  asked_at timestamptz not null default now(),
  -- How often on that day.
  times smallint not null default 1,
  -- When the code was made, which follows from it; null: none was sent, or it was taken.
  code_at timestamptz,
  tries smallint not null default 0
);

-- Whom people of a faculty ask for a new password, as the faculty says it.
create table if not exists password_help (
  faculty_id int constraint password_help_pkey primary key constraint password_help_faculty_id_fkey references faculty on delete cascade,
  text_ru text not null, text_kg text not null, text_en text not null,
  by_id bigint not null constraint password_help_by_id_fkey references person,
  at timestamptz not null default now(),
  constraint password_help_length check (length(text_ru) <= 300 and length(text_kg) <= 300 and length(text_en) <= 300)
);
