import type { Role } from '@bilim/contract/access.ts';
import type { Db } from '../database/database.ts';

/** SQL: document type `dt` is made for people of a role; what the portal writes itself tells of studies. */
export const isDocumentOffered = (db: Db, role: Role) =>
  db`(dt.role is null or dt.role = ${role}) and (dt.certificate is null or ${role === 2})`;
