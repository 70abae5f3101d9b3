import postgres from 'postgres';
import { generateStudents, type ListedStudent } from '../../server/test/registrar.ts';

/** New students of a speciality whose name is only there once. */
export async function inventSpecialityStudents(databaseUrl: string): Promise<ListedStudent[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql<{ name: string }[]>`
    select name_ru as name from speciality group by 1 having count(*) = 1 order by min(id) limit 1`;
  await sql.end();
  return generateStudents(30, [{ faculty: '', speciality: row?.name ?? '', short: 'НВ' }]);
}
