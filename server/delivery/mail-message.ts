import { escapeHtml } from '../core/html.ts';
import type { Language } from '../core/translations.ts';

/** A mail as it goes out. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** The address by which one click takes all mail off; null for mails about the address itself, or how one signs in. */
  readonly unsubscribe: string | null;
}

/** What a mail says. */
export interface MailBody {
  readonly subject: string;
  /** Above its items, or in their place. */
  readonly intro: string | null;
  readonly items: readonly { readonly title: string; readonly body: string; readonly url: string }[];
  /** What is to be done with it. */
  readonly button: { readonly text: string; readonly url: string };
  readonly footer: readonly { readonly text: string; readonly url?: string }[];
}

const codes: Readonly<Record<Language, string>> = { ru: 'ru', kg: 'ky', en: 'en' };

/** Mail programs know little of style sheets: colours of the portal, at each element. */
const look = {
  page: 'margin:0;padding:24px 12px;background:#eaf1f4;color:#16222c;font:16px/1.45 -apple-system,Segoe UI,Roboto,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:20px 24px;background:#fff;border-radius:14px',
  thing: 'padding:12px 0;border-top:1px solid #dbe3e8',
  title: 'color:#0b5c9e;font-weight:600;text-decoration:none',
  body: 'color:#51626f',
  button:
    'display:inline-block;margin:12px 0 4px;padding:10px 18px;border-radius:10px;background:#0b5c9e;color:#fff;font-weight:600;text-decoration:none',
  foot: 'max-width:560px;margin:12px auto 0;padding:0 24px;color:#51626f;font-size:13px',
} as const;

/** The text for programs that show no HTML. */
export function renderMailText({ intro, items, button, footer }: MailBody): string {
  const paragraphs = items.map(({ title, body, url }) => [title, body, url].filter(Boolean).join('\n'));
  const feet = footer.map(({ text, url }) => (url ? `${text}: ${url}` : text));
  return [...(intro ? [intro] : []), ...paragraphs, `${button.text}: ${button.url}`, `-- \n${feet.join('\n')}`].join(
    '\n\n',
  );
}

export function renderMailHtml({ subject, intro, items, button, footer }: MailBody, language: Language): string {
  const link = (style: string, url: string, text: string) =>
    `<a style="${style}" href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  const paragraphs = items.map(({ title, body, url }) => {
    const rest = body && `<br><span style="${look.body}">${escapeHtml(body)}</span>`;
    return `<div style="${look.thing}">${link(look.title, url, title)}${rest}</div>`;
  });
  const feet = footer.map(({ text, url }) => (url ? link('color:#51626f', url, text) : escapeHtml(text)));
  return `<!doctype html>
<html lang="${codes[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="${look.page}">
<div style="${look.card}">
<h1 style="margin:0 0 12px;font-size:19px">${escapeHtml(subject)}</h1>
${intro ? `<p>${escapeHtml(intro)}</p>` : ''}
${paragraphs.join('\n')}
${link(look.button, button.url, button.text)}
</div>
<p style="${look.foot}">${feet.join('<br>')}</p>
</body></html>
`;
}
