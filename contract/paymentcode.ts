import { call } from './call.ts';
import * as f from './fields.ts';

/** Codes under which services are paid in banks and terminals. */
export const paymentcode = {
  services: call({
    path: '/api/misc/uslugi.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ id_uslug: f.int(), name: f.str() })),
  }),
  groups: call({
    path: '/api/misc/getgroups.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ id_a_year: f.year(), id_student: f.callerId() }),
    output: f.rows(f.shape({ id_group: f.int(), p20: f.str() })),
  }),
  code: call({
    path: '/api/misc/paymentcode.json',
    method: 'POST',
    access: 'student',
    oftenAnHour: 30,
    input: f.shape({ id_year: f.year(), id_group: f.id('int'), id_student: f.callerId(), id_uslug: f.id('int') }),
    output: f.rows(f.shape({ account: f.str() })),
  }),
};
