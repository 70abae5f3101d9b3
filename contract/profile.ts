import { call } from './call.ts';
import * as f from './fields.ts';

export const profile = {
  data: call({
    path: '/api/profile/data.json',
    method: 'POST',
    who: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.shape({ uid: f.callerId(), role: f.callerRole() }),
    output: f.rows(
      f.shape({
        uid: f.int(),
        role: f.int(),
        fullName: f.str(),
        login: f.str(),
        photo: f.yes(),
        doljnost: f.nullable(f.str()),
        kafedra: f.nullable(f.str()),
        group: f.nullable(f.str()),
        id_group: f.nullable(f.int()),
        course: f.nullable(f.int()),
        speciality: f.nullable(f.str()),
        faculty: f.nullable(f.str()),
        studentNumber: f.nullable(f.str()),
        email: f.nullable(f.str()),
      }),
    ),
  }),
  changePassword: call({
    path: '/api/passwd/reset.json',
    method: 'POST',
    who: 'in',
    beforePasswordChange: true,
    // The lower bound is a setting, so the room checks it and answers with its own code.
    input: f.shape({
      password: f.text(200, 1),
      newPassword: f.text(200),
      uid: f.callerId(),
      role: f.callerRole(),
    }),
    output: f.done(),
  }),
  photo: call({
    path: '/api/misc/photo.json',
    method: 'POST',
    who: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.shape({ uid: f.optionalId(), role: f.optionalWholeOrNone(-1, 9) }),
    output: f.nullable(f.str()),
  }),
  position: call({
    path: '/api/misc/position.json',
    method: 'POST',
    who: 'teacher',
    reads: true,
    input: f.shape({ id: f.callerId() }),
    output: f.rows(f.shape({ doljnost: f.nullable(f.str()) })),
  }),
};
