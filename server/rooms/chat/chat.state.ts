import type { ReadReceiptPublisher } from './chat.receipts.ts';
import type { ChangesCache } from './chat.shared.ts';

/** What the room keeps in each process. */
export interface ChatState {
  readonly receipts: ReadReceiptPublisher;
  readonly changes: ChangesCache;
}
