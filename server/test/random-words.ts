/** Words of no language that share no beginning and no stem. */
const words = [
  'бжун',
  'вклот',
  'гзанф',
  'двопс',
  'жмилк',
  'зкорт',
  'клуфт',
  'лмопт',
  'мдрух',
  'нгорф',
  'пжирт',
  'рвушт',
];

/** Gives a word at each call that no search takes for another one. */
export function createDistinctWordGenerator(): () => string {
  let taken = 0;
  return () => {
    const place = taken++;
    const other = (place * 5 + Math.floor(place / words.length)) % words.length;
    return `${words[place % words.length]}${words[other]}ощг`;
  };
}
