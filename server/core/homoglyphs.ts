/** Latin letters and the Cyrillic ones that look like them, small: in the wrong language of the keyboard nobody sees which. */
export const cyrillicHomoglyphs: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  i: 'і',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};
