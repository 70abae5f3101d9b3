import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { today } from '../server/core/clock.ts';
import { type CallOptions, passwords, TestClient } from '../server/test/test-client.ts';

const { news, chat, discipline, journal, registration, singlewindow } = callsByRoom;

/** Something that a person did and the portal said yes to. */
export interface AcknowledgedWrite {
  readonly kind: 'news' | 'message' | 'mark' | 'order' | 'registration' | 'withdrawal';
  readonly uid: number;
  readonly call: string;
  readonly key: string;
  /** What to look for in the rows. */
  readonly mark: string;
}

/** What the people of a soak saw. */
export interface SoakResults {
  readonly writes: AcknowledgedWrite[];
  /** Answers that are no success and do not mean "later", as `status code path`. */
  readonly wrong: string[];
  /** How often the portal said "later", and how often nothing answered. */
  later: number;
  silent: number;
}

type Login = keyof typeof passwords;

/** People who write all the time, and send again what was not answered, under the same key, as a browser does. */
export class SoakWriters {
  readonly seen: SoakResults = { writes: [], wrong: [], later: 0, silent: 0 };
  readonly #stop = new AbortController();
  readonly #work: Promise<void>[] = [];
  readonly #signedIn = new Map<Login, Promise<TestClient>>();
  readonly #fileBytes: number;
  base: string;

  constructor(base: string, fileBytes = 2_000) {
    this.base = base;
    this.#fileBytes = fileBytes;
  }

  async begin(): Promise<void> {
    const logins = ['teacher', 'student', 'student2', 'editor', 'admin'] as const;
    await Promise.all(logins.map((login) => this.#person(login)));
    const course = await this.#course();
    this.#repeat(() => this.#news('editor'));
    this.#repeat(() => this.#news('admin'));
    this.#repeat(() => this.#message('student', course));
    this.#repeat(() => this.#message('student2', course));
    this.#repeat((turn) => this.#mark(course, turn));
    this.#repeat(() => this.#order());
    const place = await this.#place(course);
    if (place) this.#repeat(() => this.#register(place));
    this.#repeat(async () => void (await this.#once('student', chat.unreadContacts, {})));
    this.#repeat(async () => void (await this.#once('student2', news.data, { page: 1 })));
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#work);
  }

  /** Tries to hand a file in, in each language; what was answered, as `status code sentence`. */
  async refusedFile(): Promise<Record<string, string>> {
    const person = await this.#person('editor');
    const answers: Record<string, string> = {};
    const before = person.cookies.get('lang') ?? 'ru';
    for (const language of ['kg', 'ru', 'en']) {
      person.cookies.set('lang', language);
      const files = [{ name: 'a.bin', content: Buffer.alloc(this.#fileBytes, '.') }];
      const { status, error } = await person.ask(news.insert, { message: crypto.randomUUID() }, { files });
      answers[language] = `${status} ${error?.code ?? ''} ${error?.message ?? ''}`;
    }
    person.cookies.set('lang', before);
    return answers;
  }

  #repeat(work: (turn: number) => Promise<void>): void {
    const go = async () => {
      for (let turn = 0; !this.#stop.signal.aborted; turn++) {
        await work(turn);
        await wait(20);
      }
    };
    this.#work.push(go());
  }

  #person(login: Login): Promise<TestClient> {
    const known = this.#signedIn.get(login);
    if (known) return known;
    const person = new TestClient(this.base);
    const signing = person.signIn(login, passwords[login]).then(({ status, text }) => {
      if (status !== 200) throw new Error(`${login} could not sign in: ${text}`);
      return person;
    });
    this.#signedIn.set(login, signing);
    return signing;
  }

  /** Makes a call until it is answered for good; null when the soak ended meanwhile or the answer is a refusal. */
  async #once<C extends Call>(
    login: Login,
    call: C,
    input: Input<C>,
    along: CallOptions = {},
  ): Promise<Output<C> | null> {
    const person = await this.#person(login);
    for (let tries = 0; ; tries++) {
      if (this.#stop.signal.aborted && tries > 0) return null;
      try {
        const answer = await person.ask(call, input, along);
        if (answer.status === 200) return answer.data;
        if (![409, 503].includes(answer.status) || answer.error?.code === 'file.noRoom') {
          this.seen.wrong.push(`${answer.status} ${answer.error?.code ?? ''} ${call.path}`);
          if (answer.error?.code !== 'file.noRoom') return null;
        }
        this.seen.later++;
      } catch {
        this.seen.silent++;
      }
      await wait(200);
    }
  }

  async #do<C extends Call>(
    kind: AcknowledgedWrite['kind'],
    login: Login,
    call: C,
    mark: string,
    input: Input<C>,
    along: CallOptions = {},
  ): Promise<Output<C> | null> {
    const key = crypto.randomUUID();
    const data = await this.#once(login, call, input, { ...along, key });
    const { uid } = await this.#person(login);
    if (data !== null) this.seen.writes.push({ kind, uid, call: call.path, key, mark });
    return data;
  }

  async #news(login: 'editor' | 'admin'): Promise<void> {
    const mark = crypto.randomUUID();
    const files = [{ name: `${mark}.bin`, content: Buffer.from(mark.padEnd(this.#fileBytes, '.')) }];
    await this.#do('news', login, news.insert, mark, { message: mark }, { files });
  }

  async #message(login: 'student' | 'student2', course: Course): Promise<void> {
    const mark = crypto.randomUUID();
    const { year, ws, id_discipline, kredit, id_group } = course;
    await this.#do('message', login, chat.insert, mark, {
      ...{ year, semester: ws, discipline: id_discipline, kredit, isSelect: false },
      ...{ currentContactId: -1, IsGroupChat: true, group_subgroup: id_group, message: mark },
    });
  }

  async #mark(course: Course, turn: number): Promise<void> {
    const { uid } = await this.#person('student');
    await this.#do('mark', 'teacher', journal.mark, String(uid), {
      ...{ id_a_year: course.year, id_semesterOrWs: course.id_semester, isPotok: false },
      ...{ id_groupOrPorok: course.id_group, id_discipline: course.id_discipline, credits: course.kredit },
      ...{ id_vid_zaniatiy: 1, visitDate: course.day, timesCount: 1, id_student: uid },
      ...{ isVisited: true, id_otsenka: 1 + (turn % 5) },
    });
  }

  async #order(): Promise<void> {
    const person = await this.#person('student2');
    const find = async () => {
      const [type] = await person.get(singlewindow.documents);
      const [place] = await person.get(singlewindow.regions);
      const [district] = await person.get(singlewindow.districts, { id_oblast: place?.id_oblast });
      return { ...type, ...place, ...district };
    };
    this.#document ??= await find();
    const made = await this.#do('order', 'student2', singlewindow.save, '', this.#document);
    const [order] = made ?? [];
    // A person may have only so many orders open.
    if (order)
      await this.#once(
        'student2',
        singlewindow.cancel,
        { id_okno_zakaz: order.id_okno_zakaz },
        { key: crypto.randomUUID() },
      );
  }
  #document: object | undefined;

  async #register(place: Input<typeof registration.save>): Promise<void> {
    const made = await this.#do('registration', 'student', registration.save, '', place);
    const [row] = made ?? [];
    if (row) {
      const { id_disciplineForStudent } = row;
      await this.#do('withdrawal', 'student', registration.delete, '', { id_disciplineForStudent });
    }
  }

  /** The first plan discipline of the teacher whose journal the student is in. */
  async #course(): Promise<Course> {
    const [student, teacher] = [await this.#person('student'), await this.#person('teacher')];
    const [now] = await student.get(discipline.currentTerm);
    const [current] = await student.get(discipline.currentYear);
    const term = { year: current?.id_a_year ?? 0, ws: now?.id_ws ?? 0 };
    const day = today('Asia/Bishkek');
    for (const one of await student.get(discipline.listForStudent, term)) {
      if (one.isSelect) continue;
      const of = { ...term, id_discipline: one.id, isSelect: false, kredit: one.kredit };
      for (const { id_semester } of await student.get(discipline.semestersForStudent, of))
        for (const { id_group } of await student.get(discipline.groupsForStudent, { ...of, id_semester })) {
          const people = await student.get(discipline.teachers, { ...of, id_semester, id_group });
          if (people.some(({ idid }) => idid === teacher.uid))
            return { ...term, id_discipline: one.id, kredit: one.kredit, id_group, id_semester, day };
        }
    }
    throw new Error('the university has no such course');
  }

  /** A place that the student may take and give back. */
  async #place({ id_group }: Course): Promise<Input<typeof registration.save> | null> {
    const student = await this.#person('student');
    const id_a_year = (await student.get(registration.defaultYear))[0]?.id_a_year_def;
    if (!id_a_year) return null;
    const semesters = await student.get(registration.semesters, { id_group, id_a_year });
    for (const { id_semester } of semesters)
      for (const row of await student.get(registration.list, { id_a_year, id_semester })) {
        if (!row.hasStreams || row.id_disciplineForStudent !== null || row.descGroupNum !== null) continue;
        const { id_discipline, kredits, id_vid_zaniatiy } = row;
        const of = { id_a_year, id_semester, id_discipline, kredits, id_vid_zaniatiy };
        for (const { id_teacher } of await student.get(registration.teachers, of))
          for (const { subgroup, free } of await student.get(registration.streams, { ...of, id_teacher })) {
            const place = { ...of, id_teacher, subgroup, isByPlan: true, id_disciplineForStudent: -1 };
            const tried = free > 0 ? await student.ask(registration.save, place) : null;
            if (tried?.status !== 200) continue;
            await student.get(registration.delete, { id_disciplineForStudent: tried.data[0]?.id_disciplineForStudent });
            return place;
          }
      }
    return null;
  }
}

interface Course {
  year: number;
  ws: number;
  id_discipline: number;
  kredit: number;
  id_group: number;
  id_semester: number;
  day: string;
}
