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
    output: f.array(f.object({ id_uslug: f.integer(), name: f.string() })),
  }),
  groups: call({
    path: '/api/misc/getgroups.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ id_a_year: f.year(), id_student: f.callerId() }),
    output: f.array(f.object({ id_group: f.integer(), p20: f.string() })),
  }),
  code: call({
    path: '/api/misc/paymentcode.json',
    method: 'POST',
    access: 'student',
    oftenAnHour: 30,
    input: f.object({ id_year: f.year(), id_group: f.id('int'), id_student: f.callerId(), id_uslug: f.id('int') }),
    output: f.array(f.object({ account: f.string() })),
  }),
};
