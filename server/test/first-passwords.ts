import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const english = (heading: string) =>
  /login|логин/i.test(heading) ? 'login' : /password|пароль|сырсөз/i.test(heading) ? 'password' : heading;

/** Logins and first passwords of a list that the import wrote. */
export function readFirstPasswords(file: string): { login: string; password: string }[] {
  return parse(readFileSync(file, 'utf8'), { columns: ([...names]: string[]) => names.map(english), bom: true });
}
