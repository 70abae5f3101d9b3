import { renderUnreadMessages } from '../delivery/messages.ts';
import type { Renderers } from '../delivery/rendered.ts';
import { renderMethodChangeNotices, renderNewBrowserNotices } from '../delivery/sign-in-notices.queries.ts';

/** Renderers of rows of `notification_outbox` without notices, by topic. */
export const renderers: Renderers = {
  personal: renderUnreadMessages,
  groups: renderUnreadMessages,
  device: renderNewBrowserNotices,
  signInMethods: renderMethodChangeNotices,
};
