import {
  code,
  column,
  credits,
  date,
  link,
  semester,
  type Table,
  table,
  term,
  text,
  whole,
  year,
  yesNo,
} from './describe.ts';

const discipline = link('discipline', 'disciplines', 'Code of the discipline.');
const classType = link('class_type', 'class_types', 'Code of the class type.');
const teacher = link('teacher', 'teachers', 'Code of the teacher.');
const department = link('department', 'departments', 'Code of the department.');
const controlForm = link('control_form', 'control_forms', 'Code of the form of control.');
const student = link('student', 'students', 'Code of the student.');
const onlyToFind = { into: null } as const;
const planKey = ['speciality', 'year', 'semester', 'discipline', 'credits'] as const;
const registrationKey = ['student', 'year', 'semester', 'discipline'] as const;

/** Curriculum, load, streams, registrations, timetable. */
export const teachingTables: readonly Table[] = [
  table('plan', 'plan_item', 'The curriculum: what a speciality studies in a year and semester.', planKey, [
    link('speciality', 'specialities', 'Code of the speciality.'),
    year,
    semester,
    discipline,
    credits,
    department,
    controlForm,
    column('elective_block', whole(1, 99), 'Rows with one number are alternatives; empty: mandatory.', {
      optional: true,
    }),
  ]),
  table(
    'plan_hours',
    'plan_item_class',
    'Hours of each class type of a row of the plan.',
    [...planKey, 'class_type'],
    [
      link('speciality', 'specialities', 'Code of the speciality.', onlyToFind),
      { ...year, into: null },
      { ...semester, into: null },
      { ...discipline, into: null },
      { ...credits, into: null },
      classType,
      column('hours', whole(1, 999), 'Hours in the semester.'),
    ],
    {
      links: [{ columns: planKey, to: 'plan', into: 'plan_item_id' }],
      partOf: { file: 'plan', by: 'plan_item_id' },
    },
  ),
  table(
    'group_load',
    'group_load',
    'Who teaches a discipline of the plan to a group.',
    ['teacher', 'year', 'term', 'discipline', 'credits', 'group', 'class_type', 'semester'],
    [year, term, semester, teacher, discipline, credits, link('group', 'groups', 'Code of the group.'), classType],
  ),
  table(
    'streams',
    'stream',
    'Streams: students of several groups with one teacher for one class type.',
    ['code'],
    [
      column('code', code, "The registrar's own key; never changes."),
      year,
      term,
      department,
      teacher,
      discipline,
      credits,
      controlForm,
      classType,
      column('number', whole(1, 999), "Number of the teacher's stream in this discipline and class type."),
      column('name', text(264), 'Name that students see.'),
      column(
        'is_chosen',
        yesNo,
        'Yes: an elective or extra discipline; no: students of a mandatory one choose their teacher.',
      ),
      column('capacity', whole(1, 10000), 'Seats.'),
    ],
    { needed: false },
  ),
  table(
    'registrations',
    'registration',
    'Which student is registered for which discipline. Rows that students made in the portal stay.',
    registrationKey,
    [
      student,
      year,
      semester,
      discipline,
      credits,
      link('group', 'groups', 'Group of the student at that time.'),
      column('is_by_plan', yesNo, "Yes: a discipline of the group's plan; no: an extra one."),
      { ...department, optional: true, into: null, about: 'Code of the department; only for an extra discipline.' },
      {
        ...controlForm,
        optional: true,
        into: null,
        about: 'Code of the form of control; only for an extra discipline.',
      },
    ],
    {
      needed: false,
      vanished: 'keep',
      derived: {
        joins: `left join semester d_semester on d_semester.id = s.semester
          left join plan_item d_plan on s.is_by_plan and d_plan.speciality_id = l_group.speciality_id
            and d_plan.year_id = s.year and d_plan.semester_id = s.semester
            and d_plan.discipline_id = l_discipline.id and d_plan.credits = s.credits`,
        columns: {
          term_id: 'd_semester.term_id',
          plan_item_id: 'd_plan.id',
          elective_block: 'd_plan.elective_block',
          department_id: 'coalesce(d_plan.department_id, l_department.id)',
          control_form_id: 'coalesce(d_plan.control_form_id, l_control_form.id)',
        },
      },
    },
  ),
  table(
    'registration_classes',
    'registration_class',
    'The stream of each class type of a registration.',
    [...registrationKey, 'class_type'],
    [
      { ...student, into: null },
      { ...year, into: null },
      { ...semester, into: null },
      { ...discipline, into: null },
      classType,
      link('stream', 'streams', 'Code of the stream.'),
    ],
    {
      needed: false,
      vanished: 'keep',
      links: [{ columns: registrationKey, to: 'registrations', into: 'registration_id' }],
    },
  ),
  table(
    'results',
    'discipline_result',
    'How a discipline ended for a student; a failed one bars those that require it.',
    registrationKey,
    [
      student,
      year,
      semester,
      discipline,
      column('passed', yesNo, 'Yes: passed.'),
      column('points', whole(0, 100), 'Points of a hundred, for the transcript; empty when not known.', {
        optional: true,
      }),
    ],
    { needed: false, vanished: 'keep' },
  ),
  table(
    'lessons',
    'lesson',
    'The timetable.',
    ['code'],
    [
      column('code', code, 'Key of the lesson in the timetable program.'),
      year,
      term,
      column('day_number', whole(1, 7), '1 Monday to 7 Sunday.'),
      column('slot', whole(1, 20), 'Number of the slot.', { to: 'pair_slots', into: 'slot_id' }),
      column('week_kind', whole(0, 2), '0 every week, 1 odd weeks (numerator), 2 even weeks.', {
        optional: true,
        standard: '0',
      }),
      column('week_from', whole(1, 30), 'First week of the term.', { optional: true, standard: '1' }),
      column('week_to', whole(1, 30), 'Last week of the term.', { optional: true, standard: '20' }),
      column('only_date', date, 'Only on this day; empty: every week of the span.', { optional: true }),
      classType,
      discipline,
      credits,
      teacher,
      link('building', 'buildings', 'Code of the building.', { optional: true, into: null }),
      column('auditorium', text(20), 'Number of the room in that building.', { optional: true, into: null }),
      column('subgroup', whole(0, 9), '0 the whole group, otherwise the part of it.', {
        optional: true,
        standard: '0',
      }),
      link('stream', 'streams', 'Code of the stream; empty for lessons of groups.', { optional: true }),
    ],
    { needed: false, links: [{ columns: ['building', 'auditorium'], to: 'auditoriums', into: 'auditorium_id' }] },
  ),
  table(
    'lesson_groups',
    'lesson_group',
    'Which groups come to a lesson.',
    ['lesson', 'group'],
    [link('lesson', 'lessons', 'Code of the lesson.'), link('group', 'groups', 'Code of the group.')],
    { needed: false, partOf: { file: 'lessons', by: 'lesson_id' } },
  ),
];
