import { call } from './call.ts';
import * as f from './fields.ts';
import { maxPhotoBytes, maxPhotosAtOnce } from './limits.ts';
import { type SignInMethod, signInMethods } from './sign-in-methods.ts';

/** How many of each sign-in method an account has. */
const methodCounts = Object.fromEntries(signInMethods.map((method) => [method, f.integer()]));

export const profile = {
  data: call({
    path: '/api/profile/data.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.object({ uid: f.callerId(), role: f.callerRole() }),
    output: f.array(
      f.object({
        uid: f.integer(),
        role: f.integer(),
        fullName: f.string(),
        login: f.string(),
        photo: f.boolean(),
        doljnost: f.nullable(f.string()),
        kafedra: f.nullable(f.string()),
        group: f.nullable(f.string()),
        id_group: f.nullable(f.integer()),
        course: f.nullable(f.integer()),
        speciality: f.nullable(f.string()),
        faculty: f.nullable(f.string()),
        studentNumber: f.nullable(f.string()),
        email: f.nullable(f.string()),
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
    input: f.object({
      password: f.text(200, 1),
      newPassword: f.text(200),
      /** Other sign-in methods to be removed (sign-in-methods.ts); left out: all stay. */
      remove: f.optionalShortTexts(signInMethods.length),
      uid: f.callerId(),
      role: f.callerRole(),
    }),
    // The session has a new id from then on; `token` takes the place of the one that was stored.
    output: f.array(f.object({ result: f.integer(), token: f.string() })),
  }),
  /** How many sign-in methods of each kind there are besides the password and open sessions (sign-in-methods.ts). */
  methods: call({
    path: '/api/profile/methods.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.noFields(),
    output: f.array(f.object(methodCounts as Record<SignInMethod, ReturnType<typeof f.integer>>)),
  }),
  photo: call({
    path: '/api/misc/photo.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.object({ uid: f.optionalId(), role: f.optionalWholeNumberOrNone(-1, 9) }),
    output: f.nullable(f.string()),
  }),
  /** The photos of several people at once; whoever has none, or may not be seen, is not among them. */
  photos: call({
    path: '/api/profile/photos.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ people: f.optionalIds(maxPhotosAtOnce) }),
    output: f.array(f.object({ uid: f.integer(), photo: f.string() })),
  }),
  position: call({
    path: '/api/misc/position.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object({ id: f.callerId() }),
    output: f.array(f.object({ doljnost: f.nullable(f.string()) })),
  }),
  savePhoto: call({
    path: '/api/profile/photo/save.json',
    method: 'POST',
    access: 'in',
    own: true,
    often: 30,
    files: { field: 'files', most: 1, bytes: maxPhotoBytes },
    input: f.object({ uid: f.callerId() }),
    output: f.writeResult(),
  }),
  sessions: call({
    path: '/api/profile/sessions.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(
      f.object({
        id_session: f.integer(),
        begun: f.timestamp(),
        seen: f.timestamp(),
        address: f.nullable(f.string()),
        /** The university's network in which that address lies, where the settings name it. */
        network: f.nullable(f.string()),
        agent: f.nullable(f.string()),
        isThis: f.boolean(),
      }),
    ),
  }),
  endSession: call({
    path: '/api/profile/sessions/end.json',
    method: 'POST',
    access: 'in',
    own: true,
    // Ending a session elsewhere takes the caller's password.
    input: f.object({ id_session: f.id(), password: f.text(200, 1) }),
    output: f.writeResult(),
  }),
  /** Ends all sessions of the caller but this one; the second step is asked for everywhere again. */
  endOthers: call({
    path: '/api/profile/sessions/endothers.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.object({ password: f.text(200, 1) }),
    output: f.object({ ended: f.integer() }),
  }),
};
