import { language } from './i18n.ts';

/** Words of a person or a name, between the quotation marks of the page's language. */
export const quoted = (words: string): string => (language.get() === 'en' ? `“${words}”` : `«${words}»`);
