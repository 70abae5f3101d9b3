/**
 * Common passwords of this country, besides the 49 000 of `@zxcvbn-ts/language-common` (MIT), which has hardly any
 * Kyrgyz or Cyrillic ones: places, names, heroes, words of the university, and keyboard walks in Russian. Our own
 * list, in Cyrillic and in Latin letters.
 */
const local = new Set(
  `пароль парол пороль сырсөз сырсоз купуясөз купуя салам саламатсызбы салам алейкум привет здравствуй приветик
  студент студентка окуучу мугалим устаз преподаватель учитель декан деканат ректор ректорат кафедра факультет
  университет институт академия колледж мектеп школа журнал портал админ администратор методист бухгалтер
  кыргызстан кыргыз кыргызия киргизия бишкек фрунзе ош жалалабад каракол нарын талас баткен токмок балыкчы
  ысыккөл иссыккуль исыккуль чуй чүй алатоо алатау тяньшань теңиртоо ала-тоо арча нооруз манас семетей сейтек
  айкөл манасчы курманжан айтматов жамиля джамиля бугу байтерек атажурт мекен мекеним эркиндик тынчтык
  азамат айбек айгерим айгуль айгүл айжан айнура айпери адилет акжол алина алтынай аида асель бакыт бектур
  бермет гүлнара гульнара данияр динара жаныл жылдыз жазгүл каныкей кубат кубаныч мээрим нуржан нурлан нурбек
  нургуль нургүл самат санжар султан тимур тилек чынара чолпон эльдар элдар эрлан эрмек
  апа ата апам атам эне энем балам кызым уулум жаным алтыным сүйөм сүйөмсени махабат
  любовь любимая любимый солнышко солнце зайка мамапапа мама папа мамочка семья дружба счастье удача
  россия москва спартак динамо зенит барса реал наташа настя марина максим сергей андрей александр
  йцукен йцукенг йцукенгш йцукенгшщз йцукенгшщзхъ фывапр фывапролдж фыва ячсмить ячсмитьбю йфяцыч йфячыцвс
  абвгд абвгде абвгдейка абвгдеж
  kyrgyzstan kirgizstan kyrgyz kirgiz bishkek frunze jalalabad karakol naryn talas batken tokmok balykchy
  issykkul issykkol ysykkol alatoo manas semetey nooruz aitmatov student studentka teacher prepod dekan dekanat
  rektor kafedra fakultet universitet university institut portal admin administrator parol parolparol
  salam privet aigul aizhan ainura asel azamat aibek bakyt daniyar dinara nurlan nurbek samat sultan timur
  zhyldyz cholpon begimai meerim aliya`.split(/\s+/),
);

/** The Russian layout over the Latin one: key by key. */
const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** What the same keys write on the Russian layout: "ghbdtn" is "привет". */
function onRussianKeys(text: string): string {
  return [...text].map((letter) => russianKeys[latinKeys.indexOf(letter)] ?? letter).join('');
}

/** Whether a password is one of the local words, whatever digits and signs are around it; `plain` in small letters. */
export function isCommonLocalPassword(plain: string): boolean {
  const written = [plain, onRussianKeys(plain)];
  return written.some((text) => local.has(text) || local.has(text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')));
}
