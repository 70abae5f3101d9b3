import { photoSide } from '@bilim/contract/limits.ts';
import { profile as calls } from '@bilim/contract/profile.ts';
import { note } from '../../core/audit.ts';
import { Refusal } from '../../core/failures.ts';
import { readDevice } from '../../core/guessing.ts';
import { fitsPassword, hashPassword, isGuessable } from '../../core/password.ts';
import { room } from '../../core/room.ts';
import {
  endSession,
  passwordHash,
  photosFor,
  profileOf,
  sessionsOf,
  storePassword,
  storePhoto,
} from './profile.queries.ts';

/** From this shortest length on, common passwords are refused too. */
const guessableFrom = 8;

const codePoints = (text: string) => [...text].length;

/** A person's own data and password. */
export const profile = room('profile', calls, {
  async data({ db, caller, language }) {
    const row = await profileOf(db, caller, language);
    if (!row) throw new Refusal('call.notSignedIn', 401);
    const isTeacher = caller.role === 1;
    return [
      {
        uid: caller.uid,
        role: caller.role,
        fullName: caller.fullName,
        login: caller.login,
        photo: caller.hasPhoto,
        doljnost: isTeacher ? (caller.post?.[language] ?? null) : null,
        kafedra: row.kafedra,
        group: isTeacher ? null : caller.group,
        id_group: isTeacher ? null : caller.groupId,
        course: isTeacher ? null : row.course,
        speciality: row.speciality,
        faculty: row.facultyName,
        studentNumber: row.studentNumber,
        email: row.email,
      },
    ];
  },

  changePassword: {
    async before({ input, caller, house, request }) {
      if (codePoints(input.newPassword) < house.settings.passwordMin)
        throw new Refusal('profile.shortPassword', 400, {
          values: { limit: house.settings.passwordMin },
          fields: { newPassword: 'profile.shortPassword' },
        });
      const words = [caller.login, caller.fullName, ...caller.fullName.split(' '), caller.group ?? ''];
      if (house.settings.passwordMin >= guessableFrom && (await isGuessable(input.newPassword, words)))
        throw new Refusal('profile.commonPassword', 400, { fields: { newPassword: 'profile.commonPassword' } });
      const old = await house.database.read((db) => passwordHash(db, caller.uid));
      const device = readDevice(house.signer, request.cookies.device);
      const knownHere = device?.people.includes(caller.uid) ? device.nonce : null;
      const attempt = { account: `login|${caller.login.toLowerCase()}`, address: request.ip, device: knownHere };
      const right = await house.guessing.try(attempt, async () =>
        (await fitsPassword(old, input.password)) ? true : null,
      );
      if (!right || old === null) {
        note(house.database, request, 'profile.wrongPassword', caller.uid);
        throw new Refusal('profile.wrongPassword', 422, { fields: { password: 'profile.wrongPassword' } });
      }
      return { old, hash: await hashPassword(input.newPassword) };
    },

    async within({ db, caller, house, request, tell, afterCommit }, found: { old: string; hash: string }) {
      if (!(await storePassword(db, caller.uid, found.old, found.hash)))
        throw new Refusal('profile.wrongPassword', 422, { fields: { password: 'profile.wrongPassword' } });
      await house.sessions.endOthers(db, caller.uid, caller.sessionId);
      tell([`u:${caller.uid}`]);
      afterCommit(() => {
        house.sessions.forget(caller.uid);
        note(house.database, request, 'profile.password', caller.uid);
      });
      return [{ result: 1 }];
    },
  },

  async photo({ db, caller, input }) {
    const [found] = await photosFor(db, caller, [input.uid ?? caller.uid]);
    return found?.photo.toString('base64') ?? null;
  },

  async photos({ db, caller, input }) {
    const found = await photosFor(db, caller, input.people ?? []);
    return found.map(({ uid, photo }) => ({ uid, photo: photo.toString('base64') }));
  },

  async position({ caller, language }) {
    return [{ doljnost: caller.post?.[language] ?? null }];
  },

  savePhoto: {
    async before({ house, files }) {
      if (!house.settings.photoUpload) throw new Refusal('profile.photoForbidden', 403);
      const [file] = files;
      if (!file) throw new Refusal('profile.photoRequired', 400, { fields: { files: 'profile.photoRequired' } });
      const photo = await house.files.square(file, photoSide);
      if (!photo) throw new Refusal('profile.notPicture', 400, { fields: { files: 'profile.notPicture' } });
      return photo;
    },

    async within({ db, caller, house, files, tell, afterCommit }, photo: Buffer) {
      await storePhoto(db, caller.uid, photo);
      tell([`u:${caller.uid}`]);
      afterCommit(() => {
        house.sessions.forget(caller.uid);
        // Only the small JPEG in the person's row is kept.
        void house.files.remove(files.map(({ key }) => key));
      });
      return [{ result: 1 }];
    },
  },

  async sessions({ db, caller }) {
    return await sessionsOf(db, caller);
  },

  async endSession({ db, caller, input, house, request, tell, afterCommit }) {
    if (!(await endSession(db, caller, input.id_session))) throw new Refusal('profile.noSession', 404);
    tell([`u:${caller.uid}`]);
    afterCommit(() => {
      house.sessions.forget(caller.uid);
      note(house.database, request, 'profile.endSession', caller.uid);
    });
    return [{ result: 1 }];
  },
});
