import type { ReadReceiptPublisher } from './chat.receipts.ts';
import type { ConversationChangesCache } from './chat.shared.ts';

/** What the room keeps in each process. */
export interface ChatState {
  readonly receipts: ReadReceiptPublisher;
  readonly changes: ConversationChangesCache;
}
