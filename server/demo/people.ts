import { buildCurriculum, type PlanItem } from './curriculum.ts';
import { type FullName, generateName } from './names.ts';
import { createSeededRandom, type SeededRandom } from './random.ts';
import { departments, specialities } from './university-names.ts';

export type UniversitySize = 'tiny' | 'small' | 'medium' | 'large';

export interface DemoTeacher extends FullName {
  code: string;
  department: string;
  post: string;
  rate: string;
  /** Staff that teaches nothing. */
  staff: boolean;
  login: string;
  password: string;
  /** Lessons a week in the term that is being planned. */
  lessons: number;
}

export interface DemoSpeciality {
  code: string;
  short: string;
  classifier: string;
  names: (typeof specialities)[number][2];
  faculty: string;
  form: string;
  years: number;
  semesters: PlanItem[][];
}

export interface DemoStudent extends FullName {
  code: string;
  number: string;
  group: DemoGroup;
  login: string;
  password: string;
}

export interface DemoGroup {
  code: string;
  name: string;
  speciality: DemoSpeciality;
  /** Calendar year of admission. */
  admission: number;
  students: DemoStudent[];
}

/** Everybody in the university, and who the named accounts are. */
export interface DemoPeople {
  specialities: DemoSpeciality[];
  groups: DemoGroup[];
  teachers: DemoTeacher[];
  /** The teacher, the two students of one group and the student of another faculty. */
  main: { teacher: DemoTeacher; student: DemoStudent; student2: DemoStudent; student3: DemoStudent };
}

interface Scale {
  specialities: number;
  partTime: readonly string[];
  groups: number;
  students: number;
  teachers: number;
}

const scales: Record<UniversitySize, Scale> = {
  tiny: { specialities: 2, partTime: [], groups: 4, students: 32, teachers: 25 },
  small: { specialities: 4, partTime: [], groups: 17, students: 400, teachers: 39 },
  medium: { specialities: 12, partTime: ['ЭК', 'ЮР', 'ПЕД'], groups: 200, students: 5000, teachers: 450 },
  large: {
    specialities: 12,
    partTime: ['ПИ', 'ЭК', 'ЮР', 'ФЛ', 'МН', 'ПЕД'],
    groups: 800,
    students: 20_000,
    teachers: 1600,
  },
};

/** Year of study of the group of the named students: plans hold choice from the third year. */
export const demoAccountsYearOfStudy = 3;

const staff = [
  {
    surname: 'Сүйүндүкова',
    name: 'Гүлзат',
    patronymic: 'Эрлановна',
    woman: true,
    login: 'editor',
    password: 'Editor1',
    department: 'ry',
    post: 'methodist',
  },
  {
    surname: 'Иванченко',
    name: 'Ольга',
    patronymic: 'Павловна',
    woman: true,
    login: 'clerk',
    password: 'Clerk1',
    department: 'men',
    post: 'methodist',
  },
  {
    surname: 'Касымалиев',
    name: 'Төлөн',
    patronymic: 'Кеңешович',
    woman: false,
    login: 'admin',
    password: 'Admin1',
    department: 'ist',
    post: 'dean',
  },
];

/** Invents the people of a university in the academic year `year`. */
export function generatePeople(size: UniversitySize, year: number, seed: number): DemoPeople {
  const by = createSeededRandom(seed);
  const scale = scales[size];
  const open = openSpecialities(scale);
  const groups = openGroups(size, scale, open, year);
  const teachers = inventTeachers(scale, groups, year, by);
  const students = fillGroups(scale, groups, by);
  const mainGroup = groups[0]?.students ?? [];
  const other = groups.find((group) => group.speciality.faculty !== groups[0]?.speciality.faculty)?.students[0];
  const [teacher] = teachers;
  const [student, student2] = mainGroup;
  if (!teacher || !student || !student2 || !other)
    throw new Error(`the ${size} university of ${students} is too small`);
  Object.assign(student, {
    surname: 'Төлөгөнова',
    name: 'Айгүл',
    patronymic: 'Азаматовна',
    woman: true,
    login: 'student',
    password: 'Student1',
  });
  Object.assign(student2, {
    surname: 'Бакыт уулу',
    name: 'Үсөн',
    patronymic: null,
    woman: false,
    login: 'student2',
    password: 'Student2',
  });
  Object.assign(other, {
    surname: 'Соколова',
    name: 'Мария',
    patronymic: 'Ивановна',
    woman: true,
    login: 'student3',
    password: 'Student3',
  });
  return { specialities: open, groups, teachers, main: { teacher, student, student2, student3: other } };
}

function openSpecialities(scale: Scale): DemoSpeciality[] {
  const chosen = specialities.slice(0, scale.specialities);
  const leading: Record<string, string> = {
    it: 'pk',
    economics: 'fk',
    law: 'gp',
    philology: 'kt',
    pedagogy: 'pp',
    energy: 'es',
    medicine: 'ter',
  };
  const open =
    (part: boolean) =>
    ([short, classifier, names, faculty, branch, years]: (typeof specialities)[number]): DemoSpeciality => ({
      code: `${classifier}${part ? '-part' : ''}`,
      short: part ? `${short}з` : short,
      classifier,
      names,
      faculty,
      form: part ? 'part-time' : years > 4 ? 'specialist' : 'full-time',
      years,
      semesters: buildCurriculum(branch, years, leading[branch] ?? 'pp'),
    });
  return [...chosen.map(open(false)), ...chosen.filter(([short]) => scale.partTime.includes(short)).map(open(true))];
}

/** The first two groups are the named students' one and its neighbour of the same year. */
function openGroups(size: UniversitySize, scale: Scale, open: readonly DemoSpeciality[], year: number): DemoGroup[] {
  const cells = open.flatMap((speciality) =>
    Array.from({ length: speciality.years }, (_, index) => ({ speciality, admission: year - index })),
  );
  const [first] = open;
  if (!first) throw new Error('no speciality');
  const main = { speciality: first, admission: year - (demoAccountsYearOfStudy - 1) };
  const wanted =
    size === 'tiny'
      ? [main, main, { speciality: first, admission: year }, { speciality: open[1] ?? first, admission: year - 1 }]
      : [main, main, ...cells.filter((cell) => cell.speciality !== first || cell.admission !== main.admission)];
  const numbers = new Map<string, number>();
  return Array.from({ length: scale.groups }, (_, index): DemoGroup => {
    const { speciality, admission } = wanted[index % wanted.length] ?? main;
    const key = `${speciality.code} ${admission}`;
    const number = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, number);
    return {
      code: `${speciality.code}-${admission}-${number}`,
      name: `${speciality.short}-${number}-${String(admission % 100).padStart(2, '0')}`,
      speciality,
      admission,
      students: [],
    };
  });
}

function fillGroups(scale: Scale, groups: readonly DemoGroup[], by: SeededRandom): number {
  const count = new Map<number, number>();
  groups.forEach((group, index) => {
    const size =
      Math.floor(((index + 1) * scale.students) / groups.length) - Math.floor((index * scale.students) / groups.length);
    for (let place = 0; place < size; place += 1) {
      const number = (count.get(group.admission) ?? 0) + 1;
      count.set(group.admission, number);
      const code = `s${group.admission % 100}-${String(number).padStart(5, '0')}`;
      group.students.push({
        ...generateName(by),
        code,
        number: `${group.admission}${String(number).padStart(5, '0')}`,
        group,
        login: code,
        password: '',
      });
    }
    // The named students are first in their groups; everybody else by name, as in a group's list.
    if (index > 0) group.students.sort((a, b) => a.surname.localeCompare(b.surname, 'ru'));
  });
  return scale.students;
}

function inventTeachers(scale: Scale, groups: readonly DemoGroup[], year: number, by: SeededRandom): DemoTeacher[] {
  const need = new Map<string, number>(departments.map(([code]) => [code, 0]));
  for (const group of groups) {
    const course = year - group.admission + 1;
    for (const item of [
      group.speciality.semesters[course * 2 - 2] ?? [],
      group.speciality.semesters[course * 2 - 1] ?? [],
    ].flat()) {
      const { department, classes } = item.subject;
      need.set(department, (need.get(department) ?? 0) + classes.length);
    }
  }
  const sum = [...need.values()].reduce((total, value) => total + value, 0);
  const free = scale.teachers - staff.length;
  // The department of the named teacher comes first, so that he is the first of all.
  const order = [...need].sort(([a], [b]) => Number(b === 'pk') - Number(a === 'pk'));
  const places = order.flatMap(([department, weight]) => {
    const least = department === 'pk' ? 3 : department === 'ay' ? 2 : weight > 0 ? 1 : 0;
    return Array.from({ length: Math.max(least, Math.round((free * weight) / sum)) }, () => department);
  });
  const teachers = places.map((department, index): DemoTeacher => {
    const head = places.indexOf(department) === index;
    const post =
      head && index > 0
        ? 'head'
        : by.one([
            'professor',
            'docent',
            'docent',
            'acting-docent',
            'senior-teacher',
            'teacher',
            'teacher',
            'assistant',
          ]);
    const code = `t${String(index + 1).padStart(4, '0')}`;
    return {
      ...generateName(by),
      code,
      department,
      post,
      rate: by.one(['1', '1', '1', '0.5', '0.75', '1.25']),
      staff: false,
      login: code,
      password: '',
      lessons: 0,
    };
  });
  const [first] = teachers;
  if (first) {
    Object.assign(first, {
      surname: 'Асанбаев',
      name: 'Данияр',
      patronymic: 'Нурбекович',
      woman: false,
      post: 'docent',
      rate: '1',
      login: 'teacher',
      password: 'Teacher1',
    });
  }
  const others = staff.map(
    (person, index): DemoTeacher => ({
      ...person,
      code: `t9${String(index + 1).padStart(3, '0')}`,
      rate: '1',
      staff: true,
      lessons: 0,
    }),
  );
  return [...teachers, ...others];
}
