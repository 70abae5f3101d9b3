import { renderUnreadMessages } from '../delivery/messages.ts';
import type { Renderers } from '../delivery/rendered.ts';
import { renderSignInMethods, renderSignIns } from '../delivery/signins.queries.ts';

/** Who speaks for rows of `notification_outbox` that stand for no notices, by topic. */
export const renderers: Renderers = {
  personal: renderUnreadMessages,
  groups: renderUnreadMessages,
  device: renderSignIns,
  signInMethods: renderSignInMethods,
};
