import { foldText } from '@bilim/contract/texts.ts';

/**
 * Whole words that end as if they had a suffix, where the piece before it would be another word. Source: own work of the
 * project.
 */
const whole = `
  китеп мектеп талап эсеп себеп кесип жооп
  билим илим бөлүм өлүм кийим сезим адам кадам аалам
  заман майдан пайда орган жалган курган
  алты алтын жакын бүтүн түтүн мүмкүн катын алдын
  башка кыска эрте кечке орто
  чечим түзүм салым жарым агым ырым кылым чыгым кирим басым алым өсүм түшүм айтым учурум тизим көлөм
  салам калам ханым
  дептер кабар кабат канат санат базар назар катар сапар
  жаңы кары жалпы жакшы кайгы башкы негизги ички тышкы
  жылуу катуу улуу сулуу
  мамлекет кызмат убакыт кабыл мезгил тажрыйба`;

export const kyrgyzRoots: ReadonlySet<string> = new Set(foldText(whole).split(' '));

/** Forms that no rule leads to their word. */
const odd = `
  бала балдар
  убакыт убактысы убактым
  мен менин мага мени менде менден
  сен сенин сага сени сенде сенден
  ал анын ага аны анда андан
  бул мунун буга муну мында мындан
  өз өзү өзүм өзүң өзүнүн өзүнө өзүн`;

export const irregularForms: ReadonlyMap<string, string> = new Map(
  odd
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...forms] = foldText(line).split(' ');
      return forms.map((form): [string, string] => [form, word]);
    }),
);
