import type { Sentence } from './sentences.ts';

/** About folders, files, headings and single cells; and the importer's own words. */
export const fileSentences = {
  'report.row': ['строка {{row}}', '{{row}}-сап', 'row {{row}}'],
  'report.column': ['столбец {{column}}', '{{column}} тилкеси', 'column {{column}}'],
  'report.warning': ['(предупреждение)', '(эскертүү)', '(warning)'],
  'report.rest': [
    '… и ещё {{count}}; полный список в файле отчёта.',
    '… дагы {{count}}; толук тизме отчёттун файлында.',
    '… and {{count}} more; the whole list is in the report file.',
  ],
  'report.more': [
    'Таких ошибок в этом столбце больше 200; остальные не перечислены.',
    'Бул тилкеде мындай ката 200дөн көп; калгандары көрсөтүлгөн жок.',
    'There are more than 200 such mistakes in this column; the others are not listed.',
  ],
  'step.read': ['Чтение файлов', 'Файлдарды окуу', 'Reading the files'],
  'step.check': ['Проверка, строк: {{rows}}', 'Текшерүү, саптар: {{rows}}', 'Checking {{rows}} rows'],
  'step.write': ['{{file}}, строк: {{rows}}', '{{file}}, саптар: {{rows}}', '{{file}}, {{rows}} rows'],
  'step.photos': ['Фотографии: {{rows}}', 'Сүрөттөр: {{rows}}', '{{rows}} photos'],
  'step.remove': ['Удаление исчезнувших строк', 'Жоголгон саптарды өчүрүү', 'Removing what vanished'],
  'result.head': [
    'таблица: строк, добавлено, изменено, закрыто, оставлено',
    'таблица: саптар, кошулду, өзгөрдү, жабылды, калтырылды',
    'table: rows, added, changed, closed, kept',
  ],
  'result.nothing': ['Ничего не изменилось.', 'Эч нерсе өзгөргөн жок.', 'Nothing changed.'],
  'result.written': ['Записано.', 'Жазылды.', 'Written.'],
  'result.dry': [
    'Проба прошла: ошибок нет, ничего не записано.',
    'Сыноо өттү: ката жок, эч нерсе жазылган жок.',
    'The trial went through: no mistakes, nothing was written.',
  ],
  'result.refused': [
    'Ошибок: {{count}}. Ничего не записано.',
    'Каталар: {{count}}. Эч нерсе жазылган жок.',
    '{{count}} mistakes. Nothing was written.',
  ],
  'result.reportFile': ['Полный список: {{path}}', 'Толук тизме: {{path}}', 'The whole list: {{path}}'],
  'result.passwords': [
    'Первые пароли ({{count}}): {{path}}. Раздайте и уничтожьте этот файл.',
    'Алгачкы сырсөздөр ({{count}}): {{path}}. Таратып, бул файлды жок кылыңыз.',
    'First passwords ({{count}}): {{path}}. Hand them out and destroy this file.',
  ],
  'result.accepted': [
    'Принятых раньше предупреждений: {{count}}, здесь их нет.',
    'Мурда кабыл алынган эскертүүлөр: {{count}}, алар бул жерде жок.',
    '{{count}} warnings were accepted before and are not shown.',
  ],
  'result.run': [
    'Загрузка № {{run}}. Вернуть её в течение {{days}} дней: --undo {{run}}.',
    '№ {{run}} жүктөө. Аны {{days}} күндүн ичинде кайтаруу: --undo {{run}}.',
    'Import {{run}}. To undo it within {{days}} days: --undo {{run}}.',
  ],
  'runs.none': ['Сохранённых загрузок нет.', 'Сакталган жүктөөлөр жок.', 'No imports are stored.'],
  'runs.undone': ['возвращена', 'кайтарылды', 'undone'],
  'undo.done': [
    'Загрузка возвращена: строк {{rows}}, осталось как есть: {{left}}.',
    'Жүктөө кайтарылды: {{rows}} сап, ошол бойдон калды: {{left}}.',
    'The import is undone: {{rows}} rows, {{left}} stay as they are.',
  ],
  'list.title': ['Первые пароли', 'Алгачкы сырсөздөр', 'First passwords'],
  'list.about': [
    'При первом входе портал попросит заменить пароль. Разрежьте лист и раздайте лично, затем уничтожьте файл.',
    'Биринчи киргенде портал сырсөздү алмаштырууну сурайт. Баракты кесип, ар кимге өзүнө бериңиз, андан кийин файлды жок кылыңыз.',
    'The portal asks for a new password at the first sign-in. Cut the sheet, hand the strips out in person, then destroy the file.',
  ],
  'list.place': ['Группа или кафедра', 'Топ же кафедра', 'Group or department'],
  'list.name': ['ФИО', 'Аты-жөнү', 'Name'],
  'list.login': ['Логин', 'Логин', 'Login'],
  'list.password': ['Пароль', 'Сырсөз', 'Password'],
  'folder.missing': [
    'Папки «{{folder}}» нет или её нельзя прочитать.',
    '«{{folder}}» папкасы жок же аны окууга болбойт.',
    'The folder "{{folder}}" does not exist or cannot be read.',
  ],
  'file.missing': [
    'Этого файла нет, а без него портал не заполнить: возьмите образец из папки шаблонов.',
    'Бул файл жок, ансыз порталды толтурууга болбойт: үлгүнү шаблондор папкасынан алыңыз.',
    'This file is missing and the portal cannot be filled without it: take the sample from the template folder.',
  ],
  'file.empty': [
    'Файл пуст: в первой строке должны стоять названия столбцов.',
    'Файл бош: биринчи сапта тилкелердин аттары турушу керек.',
    'The file is empty: the first row must hold the headings.',
  ],
  'file.noRows': [
    'В файле есть названия столбцов, но нет ни одной строки данных.',
    'Файлда тилкелердин аттары бар, бирок маалымат саптары жок.',
    'The file has headings but not a single row of data.',
  ],
  'file.twice': [
    'Та же таблица уже есть в файле {{other}}: оставьте один из двух.',
    'Ушул эле таблица {{other}} файлында бар: экөөнүн бирин калтырыңыз.',
    'The same table is already in {{other}}: keep one of the two.',
  ],
  'file.unknown': [
    'Файл с таким именем не используется: проверьте имя по списку таблиц.',
    'Мындай аттагы файл колдонулбайт: атын таблицалардын тизмесинен текшериңиз.',
    'A file of this name is not used: check the name against the list of tables.',
  ],
  'file.unreadable': [
    'Файл нельзя прочитать: проверьте права доступа и не открыт ли он в другой программе.',
    'Файлды окууга болбойт: уруксаттарды жана башка программада ачылып турганын текшериңиз.',
    'The file cannot be read: check its rights and whether another program holds it open.',
  ],
  'file.encoding': [
    'Это не текстовый файл CSV: сохраните таблицу как CSV UTF-8 или как XLSX.',
    'Бул CSV тексттик файлы эмес: таблицаны CSV UTF-8 же XLSX кылып сактаңыз.',
    'This is not a CSV text file: save the table as CSV UTF-8 or as XLSX.',
  ],
  'file.quotes': [
    'Около этой строки открыты и не закрыты кавычки: дальше файл нельзя разобрать.',
    'Ушул саптын тегерегинде тырмакча ачылып, жабылган эмес: андан ары файлды окууга болбойт.',
    'Near this row a quotation mark opens and does not close: the rest of the file cannot be read.',
  ],
  'file.notXlsx': [
    'Файл не читается как таблица XLSX: откройте его и сохраните заново.',
    'Файл XLSX таблицасы катары окулбайт: аны ачып, кайра сактаңыз.',
    'The file cannot be read as an XLSX workbook: open it and save it again.',
  ],
  'column.missing': [
    'В первой строке нет столбца с таким названием.',
    'Биринчи сапта мындай аттагы тилке жок.',
    'The first row has no such heading.',
  ],
  'column.unknown': [
    'Такой столбец не используется и пропущен: проверьте название.',
    'Мындай тилке колдонулбайт жана өткөрүлүп жиберилди: атын текшериңиз.',
    'Such a column is not used and was skipped: check its heading.',
  ],
  'column.twice': [
    'Столбец с этим названием встречается дважды.',
    'Бул аттагы тилке эки жолу кездешет.',
    'This heading occurs twice.',
  ],
  'row.tooManyCells': [
    'В строке больше значений, чем столбцов ({{count}}): вероятно, лишний разделитель или запятая без кавычек.',
    'Сапта маанилер тилкелерден ({{count}}) көп: балким, ашыкча ажыраткыч же тырмакчасыз үтүр бар.',
    'The row has more values than there are columns ({{count}}): probably an extra separator or a comma without quotation marks.',
  ],
  'cell.required': [
    'Значение обязательно, а ячейка пуста.',
    'Маани милдеттүү, бирок уяча бош.',
    'A value is required, but the cell is empty.',
  ],
  'cell.tooLong': [
    '«{{value}}» длиннее {{most}} знаков.',
    '«{{value}}» {{most}} белгиден узун.',
    '"{{value}}" is longer than {{most}} characters.',
  ],
  'cell.oddCharacters': [
    'В «{{value}}» есть невидимые или повреждённые знаки: наберите значение заново.',
    '«{{value}}» ичинде көрүнбөгөн же бузулган белгилер бар: маанини кайра териңиз.',
    '"{{value}}" holds invisible or damaged characters: type the value again.',
  ],
  'cell.lostLetters': [
    'В «{{value}}» стоят вопросительные знаки: похоже, буквы ң, ө, ү потеряны при сохранении. Сохраните файл в UTF-8.',
    '«{{value}}» ичинде суроо белгилери бар: сактоодо ң, ө, ү тамгалары жоголгон окшойт. Файлды UTF-8де сактаңыз.',
    '"{{value}}" holds question marks: the letters ң, ө, ү seem to be lost in saving. Save the file as UTF-8.',
  ],
  'cell.code': [
    '«{{value}}» не годится как код: нужны буквы, цифры и знаки . _ - / ( ) без пробелов.',
    '«{{value}}» код катары жарабайт: тамгалар, цифралар жана . _ - / ( ) белгилери керек, боштуксуз.',
    '"{{value}}" cannot be a code: use letters, digits and . _ - / ( ) without spaces.',
  ],
  'cell.login': [
    '«{{value}}» не годится как логин: от 2 до 60 букв, цифр и знаков . _ - @ без пробелов.',
    '«{{value}}» логин катары жарабайт: 2ден 60ка чейин тамга, цифра жана . _ - @ белгилери, боштуксуз.',
    '"{{value}}" cannot be a login: 2 to 60 letters, digits and . _ - @ without spaces.',
  ],
  'cell.password': [
    'Пароль демонстрационной записи должен иметь от 4 до 200 знаков.',
    'Көрсөтмө жазуунун сырсөзү 4төн 200гө чейин белги болушу керек.',
    'The password of a demo account must have 4 to 200 characters.',
  ],
  'cell.passwordNotAllowed': [
    'Пароли в файле не принимаются: уберите столбец, портал сам составит первые пароли.',
    'Файлдагы сырсөздөр кабыл алынбайт: тилкени алып салыңыз, алгачкы сырсөздөрдү портал өзү түзөт.',
    'Passwords in a file are not accepted: remove the column, the portal makes the first passwords itself.',
  ],
  'cell.email': [
    '«{{value}}» не похоже на адрес электронной почты.',
    '«{{value}}» электрондук почтанын дарегине окшобойт.',
    '"{{value}}" does not look like an e-mail address.',
  ],
  'cell.url': [
    '«{{value}}» не адрес: он должен начинаться с https:// или http://.',
    '«{{value}}» дарек эмес: ал https:// же http:// менен башталышы керек.',
    '"{{value}}" is not an address: it must begin with https:// or http://.',
  ],
  'cell.notWhole': ['«{{value}}» не целое число.', '«{{value}}» бүтүн сан эмес.', '"{{value}}" is not a whole number.'],
  'cell.notNumber': ['«{{value}}» не число.', '«{{value}}» сан эмес.', '"{{value}}" is not a number.'],
  'cell.decimals': [
    'У «{{value}}» больше двух знаков после запятой.',
    '«{{value}}» үтүрдөн кийин экиден көп белгиси бар.',
    '"{{value}}" has more than two decimals.',
  ],
  'cell.range': [
    '«{{value}}» вне пределов: допустимо от {{least}} до {{most}}.',
    '«{{value}}» чектен тышкары: {{least}}ден {{most}}ге чейин болушу керек.',
    '"{{value}}" is out of range: {{least}} to {{most}} is possible.',
  ],
  'cell.notYear': [
    '«{{value}}» не год: напишите его как 2026 или 2026-2027.',
    '«{{value}}» жыл эмес: аны 2026 же 2026-2027 деп жазыңыз.',
    '"{{value}}" is not a year: write it as 2026 or 2026-2027.',
  ],
  'cell.notDate': [
    '«{{value}}» не дата: напишите её как 2026-09-01 или 01.09.2026.',
    '«{{value}}» дата эмес: аны 2026-09-01 же 01.09.2026 деп жазыңыз.',
    '"{{value}}" is not a date: write it as 2026-09-01 or 01.09.2026.',
  ],
  'cell.noSuchDay': [
    'Дня «{{value}}» нет в календаре.',
    'Календарда «{{value}}» деген күн жок.',
    'There is no day "{{value}}" in the calendar.',
  ],
  'cell.dateRange': [
    'Дата «{{value}}» слишком далеко: ожидаются годы с 1950 по 2099.',
    '«{{value}}» датасы өтө алыс: 1950-2099-жылдар күтүлөт.',
    'The date "{{value}}" is too far away: the years 1950 to 2099 are expected.',
  ],
  'cell.notTime': [
    '«{{value}}» не время: напишите его как 10:00.',
    '«{{value}}» убакыт эмес: аны 10:00 деп жазыңыз.',
    '"{{value}}" is not a time: write it as 10:00.',
  ],
  'cell.notYesNo': [
    '«{{value}}»: ожидается да или нет (1 или 0).',
    '«{{value}}»: ооба же жок (1 же 0) күтүлөт.',
    '"{{value}}": yes or no (1 or 0) is expected.',
  ],
  'cell.choice': [
    '«{{value}}» не подходит: возможно только {{of}}.',
    '«{{value}}» туура келбейт: {{of}} гана болушу мүмкүн.',
    '"{{value}}" does not fit: only {{of}} is possible.',
  ],
  'key.twice': [
    '«{{value}}» уже есть в строке {{first}}.',
    '«{{value}}» {{first}}-сапта бар.',
    '"{{value}}" is already in row {{first}}.',
  ],
  'reference.unknown': [
    '«{{value}}» нет в файле {{target}} (столбец {{key}}).',
    '«{{value}}» {{target}} файлында жок ({{key}} тилкеси).',
    '"{{value}}" is not in the file {{target}} (column {{key}}).',
  ],
  'reference.similar': [
    '«{{value}}» нет в файле {{target}}. Возможно, имелось в виду «{{similar}}»: проверьте тире, пробелы, буквы двух алфавитов.',
    '«{{value}}» {{target}} файлында жок. Балким, «{{similar}}» деген болгондур: сызыкчаларды, боштуктарды, эки алфавиттин тамгаларын текшериңиз.',
    '"{{value}}" is not in the file {{target}}. Did you mean "{{similar}}"? Look at dashes, spaces and letters of two alphabets.',
  ],
  'key.similar': [
    'Код «{{value}}» новый, но похож на «{{similar}}», который есть в портале и которого нет в файле: напишите его так же.',
    '«{{value}}» коду жаңы, бирок порталда бар, файлда жок «{{similar}}» кодуна окшош: аны ошондой эле жазыңыз.',
    'The code "{{value}}" is new, but it looks like "{{similar}}", which the portal holds and the file does not: write it in the same way.',
  ],
  'reference.noPerson': [
    'Кода «{{value}}» нет ни в файле {{teachers}}, ни в файле {{students}}.',
    '«{{value}}» коду {{teachers}} файлында да, {{students}} файлында да жок.',
    'The code "{{value}}" is neither in the file {{teachers}} nor in {{students}}.',
  ],
  'link.unknown': [
    'Такой строки («{{value}}») нет в файле {{target}}.',
    'Мындай сап («{{value}}») {{target}} файлында жок.',
    'There is no such row ("{{value}}") in the file {{target}}.',
  ],
  'link.half': [
    'Заполнена только часть этих столбцов: нужны все или ни одного.',
    'Бул тилкелердин бир бөлүгү гана толтурулган: баары же бири да эмес керек.',
    'Only a part of these columns is filled in: all or none of them is needed.',
  ],
  'photo.notJpeg': [
    'Фотография пропущена: нужен файл JPEG с именем «код человека.jpg».',
    'Сүрөт өткөрүлүп жиберилди: «адамдын коду.jpg» аттуу JPEG файлы керек.',
    'The photo was skipped: a JPEG file named "code of the person.jpg" is needed.',
  ],
  'photo.nobody': [
    'Фотография пропущена: человека с кодом «{{value}}» нет.',
    'Сүрөт өткөрүлүп жиберилди: «{{value}}» коду бар адам жок.',
    'The photo was skipped: nobody has the code "{{value}}".',
  ],
  'photo.broken': [
    'Фотография не читается как JPEG.',
    'Сүрөт JPEG катары окулбайт.',
    'The photo cannot be read as a JPEG.',
  ],
  'photo.tooLarge': ['Фотография больше 5 МБ.', 'Сүрөт 5 МБдан чоң.', 'The photo is larger than 5 MB.'],
} as const satisfies Record<string, Sentence>;
