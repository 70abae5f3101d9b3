import type { SeededRandom } from './random.ts';

/** How a person is called; some have no patronymic. */
export interface FullName {
  surname: string;
  name: string;
  patronymic: string | null;
  woman: boolean;
}

const kyrgyzMen =
  'Азамат Бекзат Данияр Эрлан Нурбек Өмүрбек Үсөн Түгөлбай Кеңеш Төлөн Сүйүн Тилек Айбек Бакыт Чыңгыз Эсен Жоомарт Кубат Медет Нурлан Талант Уланбек Эмил Ырысбек'.split(
    ' ',
  );
const kyrgyzWomen =
  'Айгүл Гүлзат Жаңыл Мээрим Бүбүсара Нургүл Өлмөскан Үмүт Чынара Сезим Айпери Толгонай Айзада Бегимай Гүлнара Динара Жазгүл Жылдыз Кыял Назгүл Нурайым Салтанат Тахмина Эркайым'.split(
    ' ',
  );
const kyrgyzSurnames =
  'Төлөгөнов Кеңешбаев Өмүралиев Үсөнбаев Дүйшөмбиев Бөрүбаев Сүйүндүков Чоңкулов Асанбаев Касымалиев Мамбетов Токтосунов Абдыкадыров Бекболотов Жумалиев Исаков Кадыров Молдобаев Ормонов Райымбеков Сатыбалдиев Түмөнбаев Шаршенов Эшимбеков'.split(
    ' ',
  );
const russianMen = 'Александр Дмитрий Сергей Андрей Максим Иван Павел Николай'.split(' ');
const russianWomen = 'Мария Анна Елена Ольга Наталья Екатерина Дарья Ирина'.split(' ');
const russianFathers = [
  'Александрович',
  'Дмитриевич',
  'Сергеевич',
  'Андреевич',
  'Максимович',
  'Иванович',
  'Павлович',
  'Николаевич',
];
const russianSurnames = 'Соколов Иванов Кузнецов Морозов Волков Зайцев Орлов Белов'.split(' ');
const steadySurnames = 'Иванченко Шевченко Коваленко Ткаченко Ли Ким Пак'.split(' ');
const otherMen = 'Рустам Бахтияр Шавкат Исмар Ислам Хасан Юсуп Мухамед'.split(' ');
const otherWomen = 'Зулфия Мадина Камила Фатима Дилноза Хадича Зухра Айша'.split(' ');
const otherSurnames = 'Юсупов Рахимов Абдуллаев Каримов Ваников Маджунов Шиваза Арбуду'.split(' ');

/** A name put together by chance: mostly Kyrgyz, some Russian, Uzbek and Dungan. It is nobody's. */
export function generateName(by: SeededRandom): FullName {
  const woman = by.in(0.54);
  const kind = by.next();
  if (kind < 0.14) return kyrgyzOfFather(by, woman);
  if (kind < 0.78) {
    const surname = by.one(kyrgyzSurnames);
    return {
      surname: ending(surname, woman),
      name: by.one(woman ? kyrgyzWomen : kyrgyzMen),
      patronymic: patronymic(by.one(kyrgyzMen), woman),
      woman,
    };
  }
  if (kind < 0.9) {
    const surname = by.in(0.25) ? by.one(steadySurnames) : ending(by.one(russianSurnames), woman);
    const father = by.one(russianFathers);
    return {
      surname,
      name: by.one(woman ? russianWomen : russianMen),
      patronymic: woman ? father.replace(/ич$/, 'на') : father,
      woman,
    };
  }
  const surname = by.one(otherSurnames);
  return {
    surname: ending(surname, woman),
    name: by.one(woman ? otherWomen : otherMen),
    patronymic: by.in(0.5) ? patronymic(by.one(otherMen), woman) : null,
    woman,
  };
}

/** "Son of", "daughter of": the surname holds two words and there is no patronymic. */
function kyrgyzOfFather(by: SeededRandom, woman: boolean): FullName {
  return {
    surname: `${by.one(kyrgyzMen)} ${woman ? 'кызы' : 'уулу'}`,
    name: by.one(woman ? kyrgyzWomen : kyrgyzMen),
    patronymic: null,
    woman,
  };
}

function ending(surname: string, woman: boolean): string {
  return woman && /[ое]в$/.test(surname) ? `${surname}а` : surname;
}

function patronymic(father: string, woman: boolean): string {
  const stem = father.endsWith('й') ? `${father.slice(0, -1)}ев` : `${father}ов`;
  return woman ? `${stem}на` : `${stem}ич`;
}
