import type { Page } from '@playwright/test';

/**
 * Texts with Cyrillic letters on screen outside elements that are marked as data (translate="no"), and names for assistive
 * technology that begin with such a letter: in "Download Лекция 1.pptx" it is the file that is called so. Entries of lists to
 * choose from are names of things, too.
 */
export function cyrillicOnScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isData = (place: Element | null) => place?.closest('[translate="no"], option') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const [anywhere, first] = [/[\u0400-\u04ff]/, /^\P{L}*[\u0400-\u04ff]/u];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, place] = [node.nodeValue ?? '', node.parentElement];
      const isHidden = place?.closest('.hidden-text') !== null;
      if ((isHidden ? first : anywhere).test(text) && !isData(place)) found.push(text);
    }
    for (const place of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt'])
        if (first.test(place.getAttribute(name) ?? '') && !isData(place)) found.push(place.getAttribute(name) ?? '');
    return found;
  });
}
