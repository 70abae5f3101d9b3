import type { Output } from './call.ts';
import type { login } from './login.ts';

/** What the server renders the first page of a phone from (web/src/server-rendering): one page for one person. */
export interface PageToRender {
  /** The address with what is chosen in it, below the origin. */
  readonly address: string;
  /** The room whose page it is. */
  readonly room: string;
  /** As the cookie `lang` names it. */
  readonly language: string;
  readonly user: Omit<Output<typeof login.authorize>[number], 'token'>;
  /** The replies that the page begins with (start.ts). */
  readonly replies: readonly { readonly key: string; readonly body: string }[];
  /** The moment of the server, in milliseconds since 1970. */
  readonly now: number;
}
