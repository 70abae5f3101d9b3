import { Integer, Optional } from 'typebox';
import * as f from './fields.ts';

/** The role of the other person; compared with what the server knows. */
export const correspondentRole = () => Optional(Integer({ minimum: 1, maximum: 2, read: 'role' }));

/** The discipline and term of a conversation. */
export const courseFields = { year: f.year(), ws: f.term(), id_discipline: f.id('int'), kredit: f.credits() };

/** The same, or zeros: the conversation with an office has neither. */
const courseFieldsOrZeros = {
  year: f.year(),
  ws: f.termOrZero(),
  id_discipline: f.idOrZero('int'),
  kredit: f.credits(),
};

/** The office of the conversation; one who writes to it is its other side, who answers in its name names the person. */
export const officeFields = { id_office: f.optionalId() };

export const personalConversationFields = {
  ...courseFieldsOrZeros,
  ...officeFields,
  id_to: f.id(),
  id_to_type: correspondentRole(),
  id_from: f.callerId(),
  id_from_type: f.callerRole(),
};

export const groupConversationFields = {
  ...courseFields,
  IsSelect: f.flag(),
  gr_potok: f.id('int'),
  id_HumanFrom: f.callerId(),
  id_humanTypeFrom: f.callerRole(),
};

/** Either kind: personal with `id_to` (and `id_office`), else the group's with `IsSelect` and `gr_potok`. */
export const conversationFields = {
  ...courseFieldsOrZeros,
  ...officeFields,
  id_to: f.optionalId(),
  id_to_type: correspondentRole(),
  id_from: f.callerId(),
  id_from_type: f.callerRole(),
  IsSelect: f.optionalFlag(),
  gr_potok: f.optionalId('int'),
  id_HumanFrom: f.callerId(),
  id_humanTypeFrom: f.callerRole(),
};

/** A conversation in a list of the caller's: the other side and its unread messages; `gr_potok` and `group` of the group's alone. */
export const listedConversationFields = {
  idid: f.integer(),
  id_type: f.integer(),
  fio: f.string(),
  countMessages: f.integer(),
  year: f.integer(),
  ws: f.integer(),
  id_discipline: f.integer(),
  discipline: f.string(),
  kredit: f.number(),
  isSelect: f.nullable(f.boolean()),
  gr_potok: f.nullable(f.integer()),
  group: f.nullable(f.string()),
  /**
   * The office of the conversation, which is the other side unless the caller answers in its name. Year, ws, id_discipline
   * and kredit are 0 then, `discipline` is the office's name.
   */
  id_office: f.nullable(f.integer()),
};
