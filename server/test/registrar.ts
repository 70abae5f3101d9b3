import type { Cell } from 'write-excel-file/node';
import writeExcelFile from 'write-excel-file/node';

/** A student as a registrar's list has one. */
export interface ListedStudent {
  readonly number: string;
  readonly name: string;
  readonly group: string;
  readonly faculty: string;
  readonly speciality: string;
  readonly since: string;
}

const surnames = [
  'Асанов',
  'Бекова',
  'Иванов',
  'Ким',
  'Садыкова',
  'Турганбаев',
  'Петрова',
  'Осмонов',
  'Эсенова',
  'Жумабаев',
];
const names = ['Бакыт', 'Айгерим', 'Илья', 'Нурлан', 'Алина', 'Данияр', 'Мария', 'Азамат', 'Жибек', 'Тимур', 'Чолпон'];
const fathers = ['Талантович', 'Маратовна', 'Сергеевич', 'уулу', 'Алмазовна', 'Нурбековна', 'Эркинович'];

/** Invented students of new groups, 25 in each. */
export function generateStudents(
  count: number,
  faculties: readonly { faculty: string; speciality: string; short: string }[],
): ListedStudent[] {
  return Array.from({ length: count }, (_, place) => {
    const group = Math.floor(place / 25);
    const { faculty, speciality, short } = faculties[group % faculties.length] ?? {
      faculty: '',
      speciality: '',
      short: '',
    };
    const pick = (list: readonly string[], step: number) => list[Math.floor(place / step) % list.length] ?? '';
    return {
      number: `25${String(place + 1).padStart(5, '0')}`,
      name: `${pick(surnames, 1)} ${pick(names, 3)} ${pick(fathers, 7)}`.replace(/(\S+) (\S+) уулу/, '$2 уулу $1'),
      group: `${short}-${group + 10}-25`,
      faculty,
      speciality,
      since: '01.09.2025',
    };
  });
}

/** A list as a registrar's program writes it: titles above, a sum below, semicolons, Windows-1251. */
export function createRegistrarCsv(rows: readonly ListedStudent[]): Buffer {
  const lines = [
    ['Кыргызский университет. Список студентов на 21.11.2026'],
    [],
    [
      '№ п/п',
      '№  зач. кн.',
      'Ф.И.О. студента',
      'Факультет',
      'Направление (специальность)',
      'Группа',
      'Дата зачисления',
    ],
    ['1', '2', '3', '4', '5', '6', '7'],
    ...rows.map(({ number, name, group, faculty, speciality, since }, place) => [
      String(place + 1),
      number,
      name,
      faculty,
      speciality,
      group,
      since,
    ]),
    [`Итого: ${rows.length}`],
    ['Регистратор ____________'],
  ];
  return inWindows1251(
    lines.map((line) => line.map((cell) => (/[;"]/.test(cell) ? `"${cell}"` : cell)).join(';')).join('\r\n'),
  );
}

/** What Windows-1251 does not have becomes what registrars type instead. */
function inWindows1251(text: string): Buffer {
  const all = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = new Map([...all].map((letter, byte) => [letter, byte]));
  const typed: Readonly<Record<string, string>> = { ө: 'о', ү: 'у', ң: 'н', Ө: 'О', Ү: 'У', Ң: 'Н' };
  return Buffer.from([...text].map((letter) => bytes.get(typed[letter] ?? letter) ?? 0x3f));
}

/** A cell of a timetable: its text and how far it reaches. */
export interface PositionedCell {
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly down?: number;
  readonly right?: number;
}

/** A workbook with one sheet, with merged cells; rows and columns count from 0. */
export async function createRegistrarXlsx(puts: readonly PositionedCell[]): Promise<Buffer> {
  const height = Math.max(...puts.map(({ row, down = 1 }) => row + down));
  const width = Math.max(...puts.map(({ column, right = 1 }) => column + right));
  const cells: (Cell | null)[][] = Array.from({ length: height }, () => Array.from({ length: width }, () => null));
  for (const { text, row, column, down = 1, right = 1 } of puts)
    (cells[row] as (Cell | null)[])[column] = { value: text, type: String, rowSpan: down, columnSpan: right };
  return await writeExcelFile(cells, { sheet: 'Расписание' }).toBuffer();
}

/** An empty timetable of five days with four classes of two rows each; its groups stand from column D on, two columns each. */
export function createEmptyTimetableSheet(groups: readonly string[]): PositionedCell[] {
  const days = ['ПОНЕДЕЛЬНИК', 'Вторник', 'Среда', 'Четверг', 'Пятница'];
  const times = ['10:00-11:20', '11:30-12:50', '13:30-14:50', '15:00-16:20'];
  return [
    { text: 'Расписание занятий, осенний семестр 2026-2027', row: 0, column: 0, right: 3 + groups.length * 2 },
    ...['День', 'Пара', 'Время'].map((text, column) => ({ text, row: 2, column })),
    ...groups.map((text, place) => ({ text, row: 2, column: 3 + place * 2, right: 2 })),
    ...days.flatMap((text, day) => [
      { text, row: 3 + day * 8, column: 0, down: 8 },
      ...times.flatMap((time, slot) => [
        { text: String(slot + 1), row: 3 + day * 8 + slot * 2, column: 1, down: 2 },
        { text: time, row: 3 + day * 8 + slot * 2, column: 2, down: 2 },
      ]),
    ]),
  ];
}
