import type { chatReports as calls } from '@bilim/contract/chat-reports.ts';
import { limits } from '@bilim/contract/limits.ts';
import { messageReportReasons } from '@bilim/contract/message-report-reasons.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import type { Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { authorizeMessageFromContext } from './chat.caller-access.ts';
import { countReports, hasMessageFile, storeReport } from './chat.reports.queries.ts';
import type { ChatState } from './chat.state.ts';

/** Messages that members report to those who moderate. The trail says nothing of it: nobody learns who it was. */
export const messageReportHandlers: Handlers<typeof calls, ChatState> = {
  async report(ctx) {
    const { db, input, publish } = ctx;
    const kind = messageReportReasons.find((one) => one === input.reason);
    if (!kind) throw new Refusal('call.invalid', 400, { fields: { reason: 'field.range' } });
    const words = isBlank(input.words ?? '') ? null : (input.words ?? null);
    if (kind === 'else' && words === null) throw new Refusal('chat.sayWhy', 400, { fields: { words: 'chat.sayWhy' } });
    const message = await authorizeMessageFromContext(ctx, input.id_message);
    if (message.deleted) throw new Refusal('chat.notFound', 404);
    if (message.isMine) throw new Refusal('chat.ownMessage', 422);
    const file = input.id_file ?? null;
    if (file !== null && !(await hasMessageFile(db, message, file))) throw new Refusal('file.notFound', 404);
    const { count, has } = await countReports(db, message);
    if (has) return [{ result: 1 }];
    if (count >= limits.reportsADay)
      throw new Refusal('chat.manyReports', 422, { values: { limit: limits.reportsADay } });
    await storeReport(db, message, { kind, file, words });
    publish(['p:moderation'], null, 'moderation');
    return [{ result: 1 }];
  },
};
