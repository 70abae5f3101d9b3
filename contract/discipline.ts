import { call } from './call.ts';
import * as f from './fields.ts';

const years = f.rows(f.shape({ id_a_year: f.int(), p32: f.str() }));
const taught = f.rows(f.shape({ id: f.int(), discipline: f.str(), isSelect: f.bool(), kredit: f.num() }));
const semesters = f.rows(f.shape({ id_semester: f.int(), p43: f.str() }));
const groups = f.rows(f.shape({ id_group: f.int(), p20: f.str() }));

const ofTerm = { uid: f.callerId(), ws: f.term(), year: f.year() };
const ofDiscipline = { ...ofTerm, id_discipline: f.id('int'), isSelect: f.flag(), kredit: f.credits() };
const ofSemester = { ...ofDiscipline, id_semester: f.id('smallint') };
const ofGroup = f.shape({ ...ofSemester, id_group: f.id('int') });

const contact = {
  idid: f.int(),
  fio: f.str(),
  countMessages: f.int(),
  id_type: f.int(),
  faculty: f.nullable(f.str()),
  group: f.nullable(f.str()),
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
    output: f.rows(f.shape({ id_a_year_def: f.int(), p32: f.str() })),
  }),
  currentTerm: call({
    path: '/api/discipline/current/ws.json',
    method: 'GET',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ id_ws: f.int(), ws: f.str(), startsOn: f.str(), endsOn: f.str() })),
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
    output: f.rows(f.shape({ id_a_year: f.int(), id_ws: f.int() })),
  }),
  list: call({
    path: '/api/discipline/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.shape(ofTerm),
    output: taught,
  }),
  listForStudent: call({
    path: '/api/discipline/forStudentDisciplinelist.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape(ofTerm),
    output: taught,
  }),
  semesters: call({
    path: '/api/discipline/semester/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.shape(ofDiscipline),
    output: semesters,
  }),
  semestersForStudent: call({
    path: '/api/discipline/studentSemester/list.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({
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
    input: f.shape(ofSemester),
    output: groups,
  }),
  groupsForStudent: call({
    path: '/api/discipline/studentGroup/list.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape(ofSemester),
    output: groups,
  }),
  students: call({
    path: '/api/discipline/students/list.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: ofGroup,
    output: f.rows(f.shape(contact)),
  }),
  teachers: call({
    path: '/api/discipline/teachers/list.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: ofGroup,
    output: f.rows(f.shape({ ...contact, doljnost: f.nullable(f.str()) })),
  }),
};
