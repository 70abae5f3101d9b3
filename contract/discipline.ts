import { call } from './call.ts';
import * as f from './fields.ts';

const years = f.array(f.object({ id_a_year: f.integer(), p32: f.string() }));
const taught = f.array(
  f.object({ id: f.integer(), discipline: f.string(), isSelect: f.boolean(), kredit: f.number() }),
);
const semesters = f.array(f.object({ id_semester: f.integer(), p43: f.string() }));
const groups = f.array(f.object({ id_group: f.integer(), p20: f.string() }));

const ofTerm = { uid: f.callerId(), ws: f.term(), year: f.year() };
const ofDiscipline = { ...ofTerm, id_discipline: f.id('int'), isSelect: f.flag(), kredit: f.credits() };
const ofSemester = { ...ofDiscipline, id_semester: f.id('smallint') };
const ofGroup = f.object({ ...ofSemester, id_group: f.id('int') });

const contact = {
  idid: f.integer(),
  fio: f.string(),
  countMessages: f.integer(),
  id_type: f.integer(),
  faculty: f.nullable(f.string()),
  group: f.nullable(f.string()),
  apart: f.namesakeHint(),
};

/** The cascade that every room hangs on: years, term, disciplines, semesters, groups, people. */
export const discipline = {
  years: call({
    path: '/api/misc/years.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: years,
  }),
  defaultYear: call({
    path: '/api/misc/defaultyear.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ id_a_year_def: f.integer(), p32: f.string() })),
  }),
  currentTerm: call({
    path: '/api/discipline/current/ws.json',
    method: 'GET',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ id_ws: f.integer(), ws: f.string(), startsOn: f.string(), endsOn: f.string() })),
  }),
  currentYear: call({
    path: '/api/discipline/current/year.json',
    method: 'GET',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: years,
  }),
  /** For whoever has nothing in the current term: the last begun term in which they teach or study something. */
  lastTerm: call({
    path: '/api/discipline/last/term.json',
    method: 'GET',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ id_a_year: f.integer(), id_ws: f.integer() })),
  }),
  list: call({
    path: '/api/discipline/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object(ofTerm),
    output: taught,
  }),
  listForStudent: call({
    path: '/api/discipline/forStudentDisciplinelist.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object(ofTerm),
    output: taught,
  }),
  semesters: call({
    path: '/api/discipline/semester/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object(ofDiscipline),
    output: semesters,
  }),
  semestersForStudent: call({
    path: '/api/discipline/studentSemester/list.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({
      ...ofTerm,
      group: f.optionalId('int'),
      id_discipline: f.optionalId('int'),
      isSelect: f.flag(),
      kredit: f.credits(),
    }),
    output: semesters,
  }),
  groups: call({
    path: '/api/discipline/group/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object(ofSemester),
    output: groups,
  }),
  groupsForStudent: call({
    path: '/api/discipline/studentGroup/list.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object(ofSemester),
    output: groups,
  }),
  students: call({
    path: '/api/discipline/students/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: ofGroup,
    output: f.array(f.object(contact)),
  }),
  teachers: call({
    path: '/api/discipline/teachers/list.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: ofGroup,
    output: f.array(f.object({ ...contact, doljnost: f.nullable(f.string()) })),
  }),
};
