import type { Input } from '@bilim/contract/call.ts';
import type { chat as calls } from '@bilim/contract/chat.ts';
import { Refusal } from '../../core/refusal.ts';
import type { ConversationKey } from '../../university/conversations.keys.ts';

/** The discipline and term that fields name. */
function courseOf(input: { year: number; ws: number; id_discipline: number; kredit: number }) {
  return { year: input.year, term: input.ws, discipline: input.id_discipline, credits: input.kredit };
}

/** The conversation with a person, or with an office or in its name: that alone hangs on no discipline. */
export function toPersonalConversationKey(
  input: Parameters<typeof courseOf>[0] & { id_to_type?: number | undefined; id_office?: number | undefined },
  other: number,
): ConversationKey {
  const office = input.id_office;
  const isNone = [input.ws, input.id_discipline].map((one) => one === 0);
  if (isNone.some((one) => one !== (office !== undefined)))
    throw new Refusal('call.invalid', 400, { fields: { id_discipline: 'field.range' } });
  if (office !== undefined) {
    const none = { year: 0, term: 0, discipline: 0, credits: 0 };
    return { ...none, with: { person: other, office } };
  }
  return { ...courseOf(input), with: { person: other, role: input.id_to_type } };
}

/** The conversation of a group or stream. */
export function toGroupConversationKey(input: Input<typeof calls.members>): ConversationKey {
  return { ...courseOf(input), with: { isSelect: input.IsSelect, group: input.gr_potok } };
}

/** Which conversation the fields name: personal with id_to, else the group's; fields of neither kind are 400. */
export function parseConversationKey(input: Input<typeof calls.count>): ConversationKey {
  if (input.id_to !== undefined) return toPersonalConversationKey(input, input.id_to);
  const { IsSelect, gr_potok } = input;
  if (IsSelect === undefined || gr_potok === undefined) throw missing({ IsSelect, gr_potok });
  return { ...courseOf(input), with: { isSelect: IsSelect, group: gr_potok } };
}

/** The same from the fields of `insert`, which have other names for the same things. */
export function parseMessageConversationKey(input: Input<typeof calls.insert>): ConversationKey {
  const { currentContactId, isSelect, group_subgroup } = input;
  const isGroup = currentContactId === -1;
  if (currentContactId === 0 || (input.IsGroupChat !== undefined && input.IsGroupChat !== isGroup))
    throw new Refusal('call.invalid', 400, { fields: { currentContactId: 'field.range' } });
  const course = { ...input, ws: input.semester, id_discipline: input.discipline };
  if (!isGroup) return toPersonalConversationKey({ ...course, id_to_type: input.currentContactType }, currentContactId);
  if (isSelect === undefined || group_subgroup === undefined) throw missing({ isSelect, group_subgroup });
  return { ...courseOf(course), with: { isSelect, group: group_subgroup } };
}

function missing(fields: Record<string, unknown>): Refusal {
  const left = Object.entries(fields).filter(([, value]) => value === undefined);
  return new Refusal('call.invalid', 400, {
    fields: Object.fromEntries(left.map(([name]) => [name, 'field.required'])),
  });
}
