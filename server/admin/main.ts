import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { optionalResetMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { directoryIssuer } from '../auth/directory/directories.ts';
import { methodRegistry } from '../auth/methods/registry.ts';
import type { RemovedMethods } from '../auth/methods/sign-in-methods.queries.ts';
import { NetworkRegistry } from '../core/networks.ts';
import { StartupError } from '../core/startup-error.ts';
import { type Language, wireLanguages } from '../core/translations.ts';
import { runCommandLine, withDatabase } from '../database/command.ts';
import { eraseListedPeople, findListedPeopleToErase } from '../erasure/erase-listed.ts';
import { findPersonByLogin, readPeopleDueForErasure } from '../erasure/erasure.queries.ts';
import { erasePeople } from '../erasure/erasure.ts';
import { openStore, resolveFileStoreLocation } from '../files/store-location.ts';
import { formatImportText } from '../import/import-texts.ts';
import { toSignInAddress } from '../import/passwords.ts';
import { initializeSettings } from '../settings.ts';
import {
  type AccountResetOptions,
  createFirstAdministrator,
  readAccountSessions,
  resetSecondStep,
  revokeAccessByLogin,
  unlockAccount,
} from './accounts.queries.ts';
import { runDoctor } from './doctor.ts';
import { announceMaintenance, endMaintenance, readAnnouncedMaintenance } from './maintenance.ts';
import { issueNewPasswords } from './new-passwords.ts';

/** People whose data one command erases. */
const maxErasedPeople = 100_000;

/** What a reset removes unless it is asked to keep it. */
const removedMethods = signInMethods.filter((method) => method !== optionalResetMethod);

const usage = `Usage: npm run admin -- first LOGIN [--name "SURNAME NAME PATRONYMIC"]
       npm run admin -- password LOGIN ... [--passwords FILE] [--lang ru|kg|en] [--keep LIST] [--programs]
       npm run admin -- unlock LOGIN
       npm run admin -- second LOGIN [--keep LIST] [--programs]
       npm run admin -- sessions LOGIN [--end [--keep LIST] [--programs]]
       npm run admin -- erase LOGIN | --due | --listed [--dry-run]
       npm run admin -- maintenance [--begin TIME] [--until TIME] [--reason TEXT] | --end | --show
       npm run admin -- doctor [--bytes]
  first              make the first administrator, who holds every permission; with --name of somebody new
  password           a new first password for a lost one, on the screen or, for printing, in a file (.html or .csv)
  unlock             lift a block, and let in whoever waits after wrong passwords
  second             let somebody who lost telephone and recovery codes sign in by the password alone
  sessions           show where an account is signed in and what else lets in; --end ends all of it
  erase              erase what need not be kept of somebody who has left, or of all whose time is over (--due);
                     --listed: those of erased.txt whom a database from before still has
  maintenance        announce work on the server (22:00, or "2026-11-28 22:00"), or begin it now: every page says so, and from
                     the beginning on the portal can be read and nothing changed, until --end; --reason "RU | KG | EN"
  doctor             look whether everything fits together, and say what to do; --bytes reads every file
password, second and sessions --end also remove what else lets in: ${removedMethods.join(', ')} (mail: the
address for a forgotten password); --keep passkeys,links leaves those. Keys of programs that push tables go with --programs alone`;

const options = {
  name: { type: 'string' },
  passwords: { type: 'string' },
  lang: { type: 'string' },
  keep: { type: 'string' },
  programs: { type: 'boolean' },
  end: { type: 'boolean' },
  due: { type: 'boolean' },
  listed: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  bytes: { type: 'boolean' },
  begin: { type: 'string' },
  until: { type: 'string' },
  reason: { type: 'string' },
  show: { type: 'boolean' },
} as const;
type Option = keyof typeof options;

interface Options {
  readonly what: keyof typeof commands;
  readonly logins: readonly string[];
  readonly values: { readonly [O in Option]?: (typeof options)[O]['type'] extends 'boolean' ? boolean : string };
}

/** One thing that the command does: which options it knows, how many logins it takes, and the work. */
interface Command {
  readonly options: readonly Option[];
  readonly logins: 'none' | 'one' | 'some' | 'any';
  run(options: Options): Promise<void>;
}

const commands = {
  first: { options: ['name'], logins: 'one', run: first },
  password: { options: ['passwords', 'lang', 'keep', 'programs'], logins: 'some', run: password },
  unlock: { options: [], logins: 'one', run: letIn },
  second: { options: ['keep', 'programs'], logins: 'one', run: second },
  sessions: { options: ['end', 'keep', 'programs'], logins: 'one', run: sessions },
  erase: { options: ['due', 'listed', 'dry-run'], logins: 'any', run: erase },
  maintenance: { options: ['begin', 'until', 'reason', 'end', 'show'], logins: 'none', run: maintain },
  doctor: { options: ['bytes'], logins: 'none', run: examine },
} as const satisfies Record<string, Command>;

const isCommand = (word: string): word is keyof typeof commands => Object.hasOwn(commands, word);

function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  const [what = '', ...logins] = positionals;
  if (what === '') throw new StartupError(usage);
  if (!isCommand(what))
    throw new StartupError(`There is no act "${what}": use one of ${Object.keys(commands).join(', ')}.`);
  const command: Command = commands[what];
  const foreign = Object.keys(values).find((name) => !command.options.includes(name as Option));
  if (foreign !== undefined) throw new StartupError(`${what} does not know --${foreign}.`);
  if (command.logins === 'none' && logins.length > 0) throw new StartupError(`${what} takes no login.`);
  if ((command.logins === 'one' || command.logins === 'some') && logins.length === 0)
    throw new StartupError(`${what} needs a login: ${what} LOGIN.`);
  if (command.logins === 'one' && logins.length > 1) throw new StartupError(`${what} takes one login at a time.`);
  return { what, logins, values };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (failure) {
    // The library's own words name the option, and then go on about positional arguments.
    throw new StartupError(`${(failure as Error).message.split('. ')[0]?.replace(/\.$/, '')}.\n${usage}`);
  }
}

/** Works with the database of an existing data folder; a mistyped folder is an error, not a new database. */
function open<T>(work: Parameters<typeof withDatabase<T>>[2]): Promise<T> {
  return withDatabase(initializeSettings(), { mustExist: true, schema: 'newest' }, work);
}

/** What a reset removes, by --keep and --programs. */
function resetOf({ keep, programs = false }: Options['values']): AccountResetOptions {
  const settings = initializeSettings();
  const kept = (keep ?? '').split(',').filter(Boolean);
  const strange = kept.find((word) => !removedMethods.some((name) => name === word));
  if (strange !== undefined)
    throw new StartupError(`--keep takes ${removedMethods.join(', ')}, with commas between them, not ${strange}.`);
  return {
    methods: signInMethods.filter((method) => (method === optionalResetMethod ? programs : !kept.includes(method))),
    directories: settings.directories.map(directoryIssuer),
    mails: settings.smtpUrl !== null,
  };
}

/** `1 person`, `2 people`: a number with the word that goes with it. */
const quantity = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

/** `2 passkeys, 1 link` of what there is, and how many that are in all; null: nothing. */
function counted(methods: RemovedMethods): { text: string; count: number } | null {
  const there = signInMethods.filter((method) => methods[method]);
  if (there.length === 0) return null;
  const parts = there.map((method) => quantity(methods[method] ?? 0, ...methodRegistry[method].names));
  return { text: parts.join(', '), count: there.reduce((sum, method) => sum + (methods[method] ?? 0), 0) };
}

/** Says what else was removed. */
function sayRemoved(removed: RemovedMethods): void {
  const what = counted(removed);
  if (what) console.log(`Removed: ${what.text}.`);
}

async function first({ logins: [login = ''], values: { name } }: Options): Promise<void> {
  const words = name?.trim().split(/\s+/);
  if (words && (words.length < 2 || words.length > 3))
    throw new StartupError('--name takes surname, name and, where there is one, patronymic: --name "Асанов Бакыт".');
  const [surname = '', given = '', patronymic] = words ?? [];
  const { account, password: made } = await open((sql) =>
    createFirstAdministrator(sql, login, words ? [surname, given, patronymic] : null),
  );
  console.log(`${account.login} (${account.fullName}) is the administrator now, with every permission.`);
  if (made !== null) console.log(`The first password, to be changed at the first sign-in: ${made}`);
}

async function password({ logins, values }: Options): Promise<void> {
  const language: Language | undefined = wireLanguages.find((one) => one === (values.lang ?? 'ru'));
  if (language === undefined) throw new StartupError(`--lang is ru, kg or en, not ${values.lang}.`);
  const file = values.passwords === undefined ? null : resolve(values.passwords);
  const reset = resetOf(values);
  const { problems, list, removed } = await open((sql) =>
    issueNewPasswords({
      sql,
      logins,
      passwords: file,
      address: toSignInAddress(initializeSettings()),
      language,
      reset,
    }),
  );
  for (const { code, values: filled } of problems) console.error(formatImportText(code, 'en', filled));
  if (problems.length > 0) {
    process.exitCode = 1;
    return;
  }
  if (file !== null)
    console.log(`${quantity(list.length, 'new first password stands', 'new first passwords stand')} in ${file}.`);
  else for (const one of list) console.log(`${one.login} (${one.fullName}): ${one.password}`);
  console.log('Their sessions have ended; the new password is changed at the first sign-in.');
  sayRemoved(removed);
}

async function letIn({ logins: [login = ''] }: Options): Promise<void> {
  const { account, wasBlocked, waiting } = await open((sql) => unlockAccount(sql, login));
  const done = [
    ...(wasBlocked ? ['the block is lifted'] : []),
    ...(waiting > 0 ? [`${quantity(waiting, 'browser need', 'browsers need')} not wait any more`] : []),
  ];
  console.log(
    done.length > 0
      ? `${account.login}: ${done.join(', ')}.`
      : `${account.login} was not blocked, and nobody waits there. Is the password lost? npm run admin -- password ${account.login}`,
  );
}

async function second({ logins: [login = ''], values }: Options): Promise<void> {
  const done = await open((sql) => resetSecondStep(sql, login, resetOf(values)));
  console.log(
    done
      ? `${done.account.login} signs in by the password alone now; the sessions have ended.`
      : `${login} has no second step. Is the password lost? npm run admin -- password ${login}`,
  );
  if (done) sayRemoved(done.removed);
}

async function sessions({ logins: [login = ''], values }: Options): Promise<void> {
  const reset = resetOf(values);
  if (values.end) {
    const { account, ended, removed } = await open((sql) => revokeAccessByLogin(sql, login, reset));
    console.log(
      `${account.login}: ${ended === 0 ? 'there was no session' : quantity(ended, 'session has ended', 'sessions have ended')}.`,
    );
    sayRemoved(removed);
    return;
  }
  const { account, sessions: found, methods } = await open((sql) => readAccountSessions(sql, login, reset.directories));
  if (found.length === 0) console.log(`${account.login} is signed in nowhere.`);
  const networks = new NetworkRegistry(initializeSettings().networks);
  for (const { begun, seen, address, agent, isShared } of found)
    console.log(
      `since ${begun} UTC, last seen ${seen} UTC, from ${networks.placeOf(address, 'en') ?? 'an unknown address'}${isShared ? ', on a shared computer' : ''}: ${agent ?? 'an unknown program'}`,
    );
  const more = counted(methods);
  if (more) console.log(`Besides the password ${more.text} ${more.count === 1 ? 'lets' : 'let'} in.`);
}

async function erase({ logins, values }: Options): Promise<void> {
  const [login] = logins;
  const { due = false, listed = false } = values;
  if (logins.length + Number(due) + Number(listed) !== 1)
    throw new StartupError(
      'erase takes one login, or --due for all whose time is over, or --listed for those of erased.txt.',
    );
  const settings = initializeSettings();
  if (due && settings.eraseAfterDays === 0)
    throw new StartupError('ERASE_AFTER_DAYS is 0: nobody is ever due. Erase single people by their login.');
  await open(async (sql) => {
    const { store } = await openStore(resolveFileStoreLocation(settings));
    const place = { store, dataDir: settings.dataDir };
    const nobody = listed ? 'Everybody in erased.txt is erased.' : 'Nobody is due.';
    const readPeople = () =>
      listed
        ? findListedPeopleToErase(sql, settings.dataDir)
        : readPeopleDueForErasure(sql, settings.eraseAfterDays, maxErasedPeople);
    const ids = login === undefined ? await readPeople() : [await findFormerPerson(sql, login)];
    if (values['dry-run']) {
      const people = `Data of ${quantity(ids.length, 'person', 'people')} would be erased: ${ids.join(', ')}.`;
      console.log(ids.length === 0 ? nobody : people);
      return;
    }
    const erased = listed
      ? await eraseListedPeople(sql, place, ids)
      : await erasePeople((work) => sql.begin(work) as never, place, ids);
    for (const { person, counts } of erased)
      console.log(
        `${person}: ${Object.entries(counts)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ')}`,
      );
    console.log(erased.length === 0 ? nobody : `Data of ${quantity(erased.length, 'person is', 'people are')} erased.`);
  });
}

/** The number of a person who has left, by the login. */
async function findFormerPerson(sql: Parameters<Parameters<typeof open>[0]>[0], login: string): Promise<number> {
  const person = await findPersonByLogin(sql, login);
  if (!person) throw new StartupError(`Nobody signs in as ${login}: see the login in the registrar's table.`);
  if (!person.hasLeft)
    throw new StartupError(`${login} has not left: only the data of people whom an import has closed are erased.`);
  return person.id;
}

async function maintain({ values }: Options): Promise<void> {
  const { timeZone } = initializeSettings();
  if (values.end) {
    const had = await open((sql) => endMaintenance(sql));
    console.log(had ? 'Everybody can work again.' : 'No work was announced.');
    return;
  }
  const work = await open((sql) =>
    values.show ? readAnnouncedMaintenance(sql, timeZone) : announceMaintenance(sql, timeZone, values),
  );
  if (!work) console.log('No work is announced.');
  else {
    const until = work.ends === null ? 'until --end' : `expected to last until ${work.ends}, until --end`;
    const state = work.hasBegun ? `Nothing can be changed since ${work.begins}` : `Announced for ${work.begins}`;
    console.log(`${state}, ${until}.`);
  }
}

async function examine({ values }: Options): Promise<void> {
  const settings = initializeSettings();
  const findings = await withDatabase(settings, { mustExist: true, schema: 'any' }, (sql) =>
    runDoctor(sql, settings, values.bytes),
  );
  const marks = { good: 'good   ', hint: 'hint   ', fault: 'FAULT  ' };
  for (const { kind, text } of findings) console.log(`${marks[kind]}${text}`);
  const faults = findings.filter(({ kind }) => kind === 'fault').length;
  console.log(faults === 0 ? 'Nothing is broken.' : `${quantity(faults, 'thing is', 'things are')} broken.`);
  if (faults > 0) process.exitCode = 1;
}

await runCommandLine(usage, async () => {
  const options = readOptions(process.argv.slice(2));
  await commands[options.what].run(options);
});
