import type { Page } from '@playwright/test';

/**
 * What begins with a Cyrillic letter on screen, or is called so for assistive technology, outside elements that are marked as
 * data (translate="no") and entries of lists to choose from, which are names of things. In "Download Лекция 1.pptx" it is the
 * file that is called so.
 */
export function findCyrillicTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isData = (place: Element | null) => place?.closest('[translate="no"], option') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const first = /^\P{L}*[\u0400-\u04ff]/u;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, place] = [node.nodeValue ?? '', node.parentElement];
      if (first.test(text) && !isData(place)) found.push(text);
    }
    for (const place of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt'])
        if (first.test(place.getAttribute(name) ?? '') && !isData(place)) found.push(place.getAttribute(name) ?? '');
    return found;
  });
}

/**
 * What a page in Kyrgyz shows though it is no sentence, outside elements that are marked as data: the key of a text that is not
 * there, or a place in a sentence that got no value.
 */
export function findUntranslatedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // dd.mm.yyyy is how a date field says what it takes.
    const isKey = /^(?!dd\.mm\.yyyy$)[a-z][a-z0-9]*([A-Z][a-zA-Z0-9]*|[.:-][a-zA-Z0-9]+)+$/;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      const isData = node.parentElement?.closest('[translate="no"], option, script, style') !== null;
      if (!isData && (text.includes('{{') || isKey.test(text))) found.push(text);
    }
    return found;
  });
}
