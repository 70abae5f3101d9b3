import { maxPictureMegapixels, photoSidePixels } from '@bilim/contract/limits.ts';
import { profile as calls } from '@bilim/contract/profile.ts';
import { isSignInMethod } from '@bilim/contract/sign-in-methods.ts';
import { recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { isPasswordExternal } from '../../auth/external-password.queries.ts';
import { countSignInMethods, removedMethodsDetail, removeMethods } from '../../auth/methods/sign-in-methods.queries.ts';
import { hashPassword, isGuessablePassword } from '../../auth/password.ts';
import { endPendingSignIns, lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { requireRecentSecondFactor } from '../../auth/recent-second-factor.ts';
import { verifyPassword } from '../../auth/verify-password.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import { endSession, readPhotos, readProfile, readSessions, storePassword, storePhoto } from './profile.queries.ts';

const codePoints = (text: string) => [...text].length;

/** A person's own data and password. */
export const profile = room('profile', calls, {
  admits: {
    savePhoto(_, { photoUpload }) {
      if (!photoUpload) throw new Refusal('profile.photoForbidden', 403);
    },
  },
  handlers: {
    async data({ db, caller, language }) {
      const row = await readProfile(db, caller, language);
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
          ...(row.passwordElsewhere && { passwordElsewhere: true }),
        },
      ];
    },

    async changePassword(ctx) {
      const { input, caller, app, request, reply, publish, afterCommit } = ctx;
      if (await app.database.read((db) => isPasswordExternal(db, caller.uid)))
        throw new Refusal('profile.passwordElsewhere', 422);
      const { least, refusesCommon } = app.passwordRule;
      if (codePoints(input.newPassword) < least)
        throw new Refusal('profile.shortPassword', 400, {
          values: { limit: least },
          fields: { newPassword: 'profile.shortPassword' },
        });
      const words = [caller.login, caller.fullName, ...caller.fullName.split(' '), caller.group ?? ''];
      if (refusesCommon && (await isGuessablePassword(input.newPassword, words)))
        throw new Refusal('profile.commonPassword', 400, { fields: { newPassword: 'profile.commonPassword' } });
      const methods = input.remove ?? [];
      if (!methods.every(isSignInMethod)) throw new Refusal('call.invalid', 400, { fields: { remove: 'field.range' } });
      const { hash: old } = await verifyPassword(app, request, caller, input.password);
      await requireRecentSecondFactor(app, caller);
      const hash = await hashPassword(input.newPassword);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        if (!(await storePassword(db, caller.uid, old, hash)))
          throw new Refusal('profile.wrongPassword', 422, { fields: { password: 'profile.wrongPassword' } });
        // Whoever has to change a first password knows that it changes.
        if (!caller.mustChangePassword)
          await notifyMethodsChanged(db, caller.uid, 'password', app.settings.smtpUrl !== null);
        await app.sessions.endOthers(db, caller.uid, caller.sessionId, 'password');
        await endPendingSignIns(db, [caller.uid]);
        const removed = await removeMethods(db, caller.uid, methods, app.directories.issuers);
        const renewed = await app.sessions.renew(db, caller.sessionId);
        publish([`u:${caller.uid}`]);
        afterCommit(() => {
          app.sessions.forget(caller.uid);
          reply.setCookie(app.sessions.cookieName, renewed.sid, app.sessions.sidCookie(renewed.shared));
          app.csrf.give(reply, renewed.sid);
          recordAuditEntryOutsideTransaction(
            app.database,
            request,
            'profile.password',
            caller.uid,
            removedMethodsDetail(removed),
          );
        });
        return [{ result: 1, token: renewed.token }];
      });
    },

    async methods({ db, caller, app }) {
      return [await countSignInMethods(db, caller.uid, app.directories.issuers)];
    },

    async photo({ db, caller, input }) {
      const [found] = await readPhotos(db, caller, [input.uid ?? caller.uid]);
      return found?.photo.toString('base64') ?? null;
    },

    async photos({ db, caller, input }) {
      const found = await readPhotos(db, caller, input.people ?? []);
      return found.map(({ uid, photo }) => ({ uid, photo: photo.toString('base64') }));
    },

    async position({ caller, language }) {
      return [{ doljnost: caller.post?.[language] ?? null }];
    },

    async savePhoto(ctx) {
      const { caller, app, files, publish, afterCommit } = ctx;
      const [file] = files;
      if (!file) throw new Refusal('profile.photoRequired', 400, { fields: { files: 'profile.photoRequired' } });
      const photo = await app.files.square(caller.uid, file, photoSidePixels);
      if (!photo)
        throw new Refusal('profile.notPicture', 400, {
          values: { millions: maxPictureMegapixels },
          fields: { files: 'profile.notPicture' },
        });
      return await ctx.transact(async (db) => {
        await storePhoto(db, caller.uid, photo);
        publish([`u:${caller.uid}`]);
        afterCommit(() => {
          app.sessions.forget(caller.uid);
          // Only the small JPEG in the person's row is kept.
          void app.files.remove(files.map(({ key }) => key));
        });
        return [{ result: 1 }];
      });
    },

    async sessions({ db, caller, app, language }) {
      const sessions = await readSessions(db, caller);
      return sessions.map((one) => ({ ...one, network: app.networks.nameOf(one.address, language) }));
    },

    async endSession(ctx) {
      const { input, caller, app, request, publish, afterCommit } = ctx;
      await verifyPassword(app, request, caller, input.password, 'present');
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        if (!(await endSession(db, caller, input.id_session))) throw new Refusal('profile.noSession', 404);
        publish([`u:${caller.uid}`]);
        afterCommit(() => {
          app.sessions.forget(caller.uid);
          recordAuditEntryOutsideTransaction(app.database, request, 'profile.endSession', caller.uid);
        });
        return [{ result: 1 }];
      });
    },

    async endOthers(ctx) {
      const { input, caller, app, request, publish, afterCommit } = ctx;
      await verifyPassword(app, request, caller, input.password, 'present');
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        const ended = await app.sessions.endOthers(db, caller.uid, caller.sessionId, 'elsewhere');
        // Whoever was in there must not come back by the password alone.
        await endPendingSignIns(db, [caller.uid]);
        publish([`u:${caller.uid}`]);
        afterCommit(() => {
          app.sessions.forget(caller.uid);
          recordAuditEntryOutsideTransaction(app.database, request, 'profile.endOthers', caller.uid, { ended });
        });
        return { ended };
      });
    },
  },
});
