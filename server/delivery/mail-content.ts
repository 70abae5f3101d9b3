import type { Signer } from '../auth/signer.ts';
import type { Translations } from '../core/translations.ts';
import { findTopic, securityTopics, urgentTopic, wantsTopic } from './choices.ts';
import { createMailCode, createMailLinkKey, type SignedMailAddress } from './mail-keys.ts';
import { type MailBody, type MailMessage, renderMailHtml, renderMailText } from './mail-message.ts';
import type { LeasedMail } from './mail-sending.queries.ts';
import type { Notice, NotificationTexts, PushTexts } from './notification-texts.ts';
import type { RenderedNotice } from './rendered.ts';

/** What mails are made with. */
export interface MailContext {
  readonly texts: Translations;
  readonly words: NotificationTexts;
  readonly signer: Signer;
  /** The portal's own address, to which links lead. */
  readonly origin: string;
  /** Stands behind the @ of the mails' numbers. */
  readonly host: string;
}

/** What a notification may say of a row at this moment. */
export interface DeliverableContent {
  readonly notices: readonly Notice[];
  /** Conversations, or a sign-in. */
  readonly rendered: readonly RenderedNotice[];
}

/** So many things are in one mail; the portal has them all. */
const maxItemsInMail = 40;
const settingsPage = '/lms/profile/notices';

/** Renders the mail of a row; null: it has no content any more, or no recipient. */
export function renderMail(row: LeasedMail, sayable: DeliverableContent, making: MailContext): MailMessage | null {
  const isAboutAddress = row.mailTo !== null;
  const content = isAboutAddress ? aboutAddress(row, making) : contentOf(row, sayable, making);
  const to = row.mailTo ?? row.address;
  if (!content || to === null) return null;
  return {
    to,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content, row.language),
    messageId: `<${row.written.toString(36)}.${row.id}@${making.host}>`,
    unsubscribe: isAboutAddress || isAboutSecurity(row) ? null : linkOf('unsubscribe', row, making),
  };
}

/** Nobody chooses mails about how an account is signed in to, so none of them offers to unsubscribe. */
const isAboutSecurity = ({ topic }: LeasedMail) => securityTopics.some((one) => one === topic);

function linkOf(purpose: 'confirm' | 'unsubscribe', row: LeasedMail, { signer, origin }: MailContext): string {
  const signedAddress: SignedMailAddress = { person: row.person, asked: row.asked ?? 0, address: row.address ?? '' };
  return `${origin}/lms/check/mail/${createMailLinkKey(signer, purpose, signedAddress)}`;
}

/** Asks for the confirmation of the address that was given last, says farewell to one that was replaced or went with all sign-in methods, says that the account was blocked, or gives a code. */
function aboutAddress(row: LeasedMail, making: MailContext): MailBody | null {
  const { topic, mailTo, address, asked, thing, isConfirmed, isDead, isOld, language } = row;
  const isAsking = topic === 'confirm';
  const isAsked = mailTo === address && asked === thing && !isConfirmed && !isDead;
  if (isOld || (isAsking && !isAsked)) return null;
  const code = topic === 'forgotten' ? createMailCode(making.signer, { person: row.person, asked: thing }) : '';
  const translate = (key: string) => making.texts.translate(language, `email-address:letter.${topic}.${key}`, { code });
  const url = isAsking ? linkOf('confirm', row, making) : `${making.origin}/lms/`;
  return {
    subject: translate('subject'),
    intro: translate('text'),
    items: [],
    button: { text: translate('do'), url },
    footer: [{ text: translate('not') }],
  };
}

/** What is new for a person, as far as they have chosen it and may see it. */
function contentOf(row: LeasedMail, { notices, rendered }: DeliverableContent, making: MailContext): MailBody | null {
  const { isConfirmed, isDead, isOld, chosen, language, isOpen, today } = row;
  const { words, origin, texts } = making;
  // Whoever took all boxes off gets no mail but of how they sign in.
  if (!isConfirmed || isDead || isOld || (!chosen.length && row.topic !== urgentTopic)) return null;
  const manner = { language, isOpen, today };
  const wanted = notices.filter(({ kind }) => wantsTopic(row, findTopic(kind) ?? ''));
  const items: PushTexts[] = [...rendered, ...wanted.map((notice) => words.one(notice, manner))];
  const [first] = items;
  if (!first) return null;
  const translate = (key: string) => texts.translate(language, `email-address:letter.${key}`);
  const topics = new Set([...wanted.map(({ kind }) => findTopic(kind) ?? ''), ...(rendered.length ? ['digest'] : [])]);
  const [topic = 'digest'] = topics.size === 1 ? topics : [];
  return {
    subject: items.length > 1 ? words.several(topic, wanted, rendered, manner).title : first.title,
    intro: null,
    items: items.slice(0, maxItemsInMail).map((thing) => ({ ...thing, url: origin + thing.url })),
    button: { text: translate('open'), url: `${origin}/lms/notices` },
    footer: isAboutSecurity(row)
      ? [{ text: translate('whySecurity') }]
      : [
          { text: translate('why') },
          { text: translate('settings'), url: origin + settingsPage },
          { text: translate('unsubscribe'), url: linkOf('unsubscribe', row, making) },
        ],
  };
}
