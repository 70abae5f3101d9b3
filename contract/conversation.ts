import { Integer, Optional } from 'typebox';
import * as f from './fields.ts';

/** The role of the other person; compared with what the server knows. */
export const otherRole = () => Optional(Integer({ minimum: 1, maximum: 2, read: 'role' }));

/** The discipline and term that a conversation hangs on. */
export const course = { year: f.year(), ws: f.term(), id_discipline: f.id('int'), kredit: f.credits() };

/** The same, or zeros: the conversation with an office hangs on none. */
const courseOrNone = { year: f.year(), ws: f.termOrZero(), id_discipline: f.idOrZero('int'), kredit: f.credits() };

/** The office of the conversation; one who writes to it is its other side, who answers in its name names the person. */
export const office = { id_office: f.optionalId() };

export const personalConversationFields = {
  ...courseOrNone,
  ...office,
  id_to: f.id(),
  id_to_type: otherRole(),
  id_from: f.callerId(),
  id_from_type: f.callerRole(),
};

export const groupConversationFields = {
  ...course,
  IsSelect: f.flag(),
  gr_potok: f.id('int'),
  id_HumanFrom: f.callerId(),
  id_humanTypeFrom: f.callerRole(),
};

/** Either kind: personal with `id_to` (and `id_office`), else the group's with `IsSelect` and `gr_potok`. */
export const conversationFields = {
  ...courseOrNone,
  ...office,
  id_to: f.optionalId(),
  id_to_type: otherRole(),
  id_from: f.callerId(),
  id_from_type: f.callerRole(),
  IsSelect: f.optionalFlag(),
  gr_potok: f.optionalId('int'),
  id_HumanFrom: f.callerId(),
  id_humanTypeFrom: f.callerRole(),
};
