import { call } from './call.ts';
import * as f from './fields.ts';
import { maxPhotoBytes, maxPhotosAtOnce } from './limits.ts';
import { type SignInMethod, signInMethods } from './sign-in-methods.ts';

/** How many of each sign-in method an account has. */
const methodCounts = Object.fromEntries(signInMethods.map((method) => [method, f.int()]));

export const profile = {
  data: call({
    path: '/api/profile/data.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.shape({ uid: f.callerId(), role: f.callerRole() }),
    output: f.rows(
      f.shape({
        uid: f.int(),
        role: f.int(),
        fullName: f.str(),
        login: f.str(),
        photo: f.bool(),
        doljnost: f.nullable(f.str()),
        kafedra: f.nullable(f.str()),
        group: f.nullable(f.str()),
        id_group: f.nullable(f.int()),
        course: f.nullable(f.int()),
        speciality: f.nullable(f.str()),
        faculty: f.nullable(f.str()),
        studentNumber: f.nullable(f.str()),
        email: f.nullable(f.str()),
        /** The password is the university's directory's, and is changed there. */
        passwordElsewhere: f.optionalTrue(),
      }),
    ),
  }),
  /** 422 `profile.wrongPassword`, 403 `secondstep.prove` for whoever has a second step and has not shown it just now. */
  changePassword: call({
    path: '/api/passwd/reset.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    // The lower bound is a setting, so the room checks it and answers with its own code.
    input: f.shape({
      password: f.text(200, 1),
      newPassword: f.text(200),
      /** Other sign-in methods to be removed (sign-in-methods.ts); left out: all stay. */
      remove: f.shortTexts(signInMethods.length),
      uid: f.callerId(),
      role: f.callerRole(),
    }),
    // The session has a new id from then on; `token` takes the place of the one that was stored.
    output: f.rows(f.shape({ result: f.int(), token: f.str() })),
  }),
  /** How many sign-in methods of each kind there are besides the password and open sessions (sign-in-methods.ts). */
  methods: call({
    path: '/api/profile/methods.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.noFields(),
    output: f.rows(f.shape(methodCounts as Record<SignInMethod, ReturnType<typeof f.int>>)),
  }),
  photo: call({
    path: '/api/misc/photo.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.shape({ uid: f.optionalId(), role: f.optionalWholeNumberOrNone(-1, 9) }),
    output: f.nullable(f.str()),
  }),
  /** The photos of several people at once; whoever has none, or may not be seen, is not among them. */
  photos: call({
    path: '/api/profile/photos.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ people: f.ids(maxPhotosAtOnce) }),
    output: f.rows(f.shape({ uid: f.int(), photo: f.str() })),
  }),
  position: call({
    path: '/api/misc/position.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.shape({ id: f.callerId() }),
    output: f.rows(f.shape({ doljnost: f.nullable(f.str()) })),
  }),
  savePhoto: call({
    path: '/api/profile/photo/save.json',
    method: 'POST',
    access: 'in',
    own: true,
    often: 30,
    files: { field: 'files', most: 1, bytes: maxPhotoBytes },
    input: f.shape({ uid: f.callerId() }),
    output: f.writeResult(),
  }),
  sessions: call({
    path: '/api/profile/sessions.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(
      f.shape({
        id_session: f.int(),
        begun: f.timestamp(),
        seen: f.timestamp(),
        address: f.nullable(f.str()),
        /** The university's network in which that address lies, where the settings name it. */
        network: f.nullable(f.str()),
        agent: f.nullable(f.str()),
        isThis: f.bool(),
      }),
    ),
  }),
  endSession: call({
    path: '/api/profile/sessions/end.json',
    method: 'POST',
    access: 'in',
    own: true,
    // Ending a session elsewhere takes the caller's password.
    input: f.shape({ id_session: f.id(), password: f.text(200, 1) }),
    output: f.writeResult(),
  }),
  /** Ends all sessions of the caller but this one; the second step is asked for everywhere again. */
  endOthers: call({
    path: '/api/profile/sessions/endothers.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.shape({ password: f.text(200, 1) }),
    output: f.shape({ ended: f.int() }),
  }),
};
