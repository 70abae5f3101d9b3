import {
  booleanCell,
  codeCell,
  creditsColumn,
  dateCell,
  describeColumn,
  describeReferenceColumn,
  describeTable,
  integerCell,
  semesterColumn,
  type TableDescription,
  termColumn,
  textCell,
  yearColumn,
} from './describe.ts';

const discipline = describeReferenceColumn('discipline', 'disciplines', 'Code of the discipline.');
const classType = describeReferenceColumn('class_type', 'class_types', 'Code of the class type.');
const teacher = describeReferenceColumn('teacher', 'teachers', 'Code of the teacher.');
const department = describeReferenceColumn('department', 'departments', 'Code of the department.');
const controlForm = describeReferenceColumn('control_form', 'control_forms', 'Code of the form of control.');
const student = describeReferenceColumn('student', 'students', 'Code of the student.');
const onlyToFind = { into: null } as const;
const planKey = ['speciality', 'year', 'semester', 'discipline', 'credits'] as const;
const registrationKey = ['student', 'year', 'semester', 'discipline'] as const;

/** Curriculum, load, streams, registrations, timetable. */
export const teachingTables: readonly TableDescription[] = [
  describeTable('plan', 'plan_item', 'The curriculum: what a speciality studies in a year and semester.', planKey, [
    describeReferenceColumn('speciality', 'specialities', 'Code of the speciality.'),
    yearColumn,
    semesterColumn,
    discipline,
    creditsColumn,
    department,
    controlForm,
    describeColumn('elective_block', integerCell(1, 99), 'Rows with one number are alternatives; empty: mandatory.', {
      optional: true,
    }),
  ]),
  describeTable(
    'plan_hours',
    'plan_item_class',
    'Hours of each class type of a row of the plan.',
    [...planKey, 'class_type'],
    [
      describeReferenceColumn('speciality', 'specialities', 'Code of the speciality.', onlyToFind),
      { ...yearColumn, into: null },
      { ...semesterColumn, into: null },
      { ...discipline, into: null },
      { ...creditsColumn, into: null },
      classType,
      describeColumn('hours', integerCell(1, 999), 'Hours in the semester.'),
    ],
    {
      links: [{ columns: planKey, to: 'plan', into: 'plan_item_id' }],
      partOf: { file: 'plan', by: 'plan_item_id' },
    },
  ),
  describeTable(
    'group_load',
    'group_load',
    'Who teaches a discipline of the plan to a group.',
    ['teacher', 'year', 'term', 'discipline', 'credits', 'group', 'class_type', 'semester'],
    [
      yearColumn,
      termColumn,
      semesterColumn,
      teacher,
      discipline,
      creditsColumn,
      describeReferenceColumn('group', 'groups', 'Code of the group.'),
      classType,
    ],
  ),
  describeTable(
    'streams',
    'stream',
    'Streams: students of several groups with one teacher for one class type.',
    ['code'],
    [
      describeColumn('code', codeCell, "The registrar's own key; never changes."),
      yearColumn,
      termColumn,
      department,
      teacher,
      discipline,
      creditsColumn,
      controlForm,
      classType,
      describeColumn(
        'number',
        integerCell(1, 999),
        "Number of the teacher's stream in this discipline and class type.",
      ),
      describeColumn('name', textCell(264), 'Name that students see.'),
      describeColumn(
        'is_chosen',
        booleanCell,
        'Yes: an elective or extra discipline; no: students of a mandatory one choose their teacher.',
      ),
      describeColumn('capacity', integerCell(1, 10000), 'Seats.'),
    ],
    { needed: false },
  ),
  describeTable(
    'registrations',
    'registration',
    'Which student is registered for which discipline. Rows that students made in the portal stay.',
    registrationKey,
    [
      student,
      yearColumn,
      semesterColumn,
      discipline,
      creditsColumn,
      describeReferenceColumn('group', 'groups', 'Group of the student at that time.'),
      describeColumn('is_by_plan', booleanCell, "Yes: a discipline of the group's plan; no: an extra one."),
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
  describeTable(
    'registration_classes',
    'registration_class',
    'The stream of each class type of a registration.',
    [...registrationKey, 'class_type'],
    [
      { ...student, into: null },
      { ...yearColumn, into: null },
      { ...semesterColumn, into: null },
      { ...discipline, into: null },
      classType,
      describeReferenceColumn('stream', 'streams', 'Code of the stream.'),
    ],
    {
      needed: false,
      vanished: 'keep',
      links: [{ columns: registrationKey, to: 'registrations', into: 'registration_id' }],
    },
  ),
  describeTable(
    'results',
    'discipline_result',
    'How a discipline ended for a student; a failed one bars those that require it.',
    registrationKey,
    [
      student,
      yearColumn,
      semesterColumn,
      discipline,
      describeColumn('passed', booleanCell, 'Yes: passed.'),
      describeColumn('points', integerCell(0, 100), 'Points of a hundred, for the transcript; empty when not known.', {
        optional: true,
      }),
    ],
    { needed: false, vanished: 'keep' },
  ),
  describeTable(
    'lessons',
    'lesson',
    'The timetable.',
    ['code'],
    [
      describeColumn('code', codeCell, 'Key of the lesson in the timetable program.'),
      yearColumn,
      termColumn,
      describeColumn('day_number', integerCell(1, 7), '1 Monday to 7 Sunday.'),
      describeColumn('slot', integerCell(1, 20), 'Number of the slot.', { to: 'pair_slots', into: 'slot_id' }),
      describeColumn('week_kind', integerCell(0, 2), '0 every week, 1 odd weeks (numerator), 2 even weeks.', {
        optional: true,
        standard: '0',
      }),
      describeColumn('week_from', integerCell(1, 30), 'First week of the term.', { optional: true, standard: '1' }),
      describeColumn('week_to', integerCell(1, 30), 'Last week of the term.', { optional: true, standard: '20' }),
      describeColumn('only_date', dateCell, 'Only on this day; empty: every week of the span.', { optional: true }),
      classType,
      discipline,
      creditsColumn,
      teacher,
      describeReferenceColumn('building', 'buildings', 'Code of the building.', { optional: true, into: null }),
      describeColumn('auditorium', textCell(20), 'Number of the room in that building.', {
        optional: true,
        into: null,
      }),
      describeColumn('subgroup', integerCell(0, 9), '0 the whole group, otherwise the part of it.', {
        optional: true,
        standard: '0',
      }),
      describeReferenceColumn('stream', 'streams', 'Code of the stream; empty for lessons of groups.', {
        optional: true,
      }),
    ],
    { needed: false, links: [{ columns: ['building', 'auditorium'], to: 'auditoriums', into: 'auditorium_id' }] },
  ),
  describeTable(
    'lesson_groups',
    'lesson_group',
    'Which groups come to a lesson.',
    ['lesson', 'group'],
    [
      describeReferenceColumn('lesson', 'lessons', 'Code of the lesson.'),
      describeReferenceColumn('group', 'groups', 'Code of the group.'),
    ],
    { needed: false, partOf: { file: 'lessons', by: 'lesson_id' } },
  ),
];
