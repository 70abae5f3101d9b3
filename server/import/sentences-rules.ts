import type { Sentence } from './sentences.ts';

/** About rows that contradict each other, the database, or good sense. */
export const ruleSentences = {
  'rule.oneRow': [
    'В этом файле должна быть ровно одна строка.',
    'Бул файлда так бир сап болушу керек.',
    'This file must hold exactly one row.',
  ],
  'rule.order': [
    'Конец ({{ends}}) раньше начала ({{starts}}).',
    'Аягы ({{ends}}) башынан ({{starts}}) мурда.',
    'The end ({{ends}}) is before the beginning ({{starts}}).',
  ],
  'year.noDefault': [
    'Ни один учебный год не отмечен как выбранный заранее (is_default).',
    'Бир да окуу жылы алдын ала тандалган (is_default) деп белгиленген эмес.',
    'No academic year is marked as the default (is_default).',
  ],
  'year.twoDefaults': [
    'Заранее выбран может быть только один год, а «да» уже стоит в строке {{first}}.',
    'Алдын ала бир гана жыл тандала алат, ал эми «ооба» {{first}}-сапта турат.',
    'Only one year can be the default, and row {{first}} has a "yes" already.',
  ],
  'calendar.overlap': [
    'Этот семестр пересекается по датам со строкой {{first}}.',
    'Бул мезгилдин даталары {{first}}-сап менен кайчылашат.',
    'The dates of this term overlap with row {{first}}.',
  ],
  'calendar.otherYear': [
    'Даты не относятся к учебному году {{year}}-{{next}}.',
    'Даталар {{year}}-{{next}} окуу жылына таандык эмес.',
    'The dates do not belong to the academic year {{year}}-{{next}}.',
  ],
  'calendar.noDefault': [
    'Для учебного года, выбранного заранее, в календаре нет ни одной строки.',
    'Алдын ала тандалган окуу жылы үчүн календарда бир да сап жок.',
    'The calendar has no row for the default academic year.',
  ],
  'slot.overlap': [
    'Эта пара пересекается по времени со строкой {{first}}.',
    'Бул жуптун убактысы {{first}}-сап менен кайчылашат.',
    'The time of this slot overlaps with row {{first}}.',
  ],
  'value.twice': [
    '«{{value}}» уже занято в строке {{first}}.',
    '«{{value}}» {{first}}-сапта ээленген.',
    '"{{value}}" is already taken in row {{first}}.',
  ],
  'semester.course': [
    'Семестр {{semester}} не может относиться к курсу {{course}}.',
    '{{semester}}-семестр {{course}}-курска таандык боло албайт.',
    'Semester {{semester}} cannot belong to year of study {{course}}.',
  ],
  'prerequisite.itself': [
    'Дисциплина не может требовать саму себя.',
    'Дисциплина өзүн талап кыла албайт.',
    'A discipline cannot require itself.',
  ],
  'prerequisite.circle': [
    'Требования идут по кругу: {{circle}}.',
    'Талаптар айланып калган: {{circle}}.',
    'The requirements run in a circle: {{circle}}.',
  ],
  'person.bothKinds': [
    'Код «{{value}}» есть и у преподавателя (строка {{first}} файла {{other}}): у каждого человека один код.',
    '«{{value}}» коду окутуучуда да бар ({{other}} файлынын {{first}}-сабы): ар бир адамда бир код болот.',
    'The code "{{value}}" also belongs to a teacher (row {{first}} of {{other}}): each person has one code.',
  ],
  'person.otherKind': [
    'Код «{{value}}» в портале принадлежит человеку другого рода (студент или преподаватель).',
    'Порталда «{{value}}» коду башка түрдөгү адамга (студент же окутуучу) таандык.',
    'In the portal the code "{{value}}" belongs to a person of the other kind (student or teacher).',
  ],
  'login.twice': [
    'Логин «{{value}}» уже есть: файл {{other}}, строка {{first}} (большие и малые буквы не различаются).',
    '«{{value}}» логини бар: {{other}} файлы, {{first}}-сап (чоң жана кичине тамгалар айырмаланбайт).',
    'The login "{{value}}" is already there: file {{other}}, row {{first}} (capitals and small letters are the same).',
  ],
  'login.taken': [
    'Логин «{{value}}» в портале уже принадлежит другому человеку.',
    'Порталда «{{value}}» логини башка адамга таандык.',
    'In the portal the login "{{value}}" already belongs to somebody else.',
  ],
  'student.noGroup': [
    'У студента нет действующей группы: он не увидит дисциплин и расписания.',
    'Студенттин учурдагы тобу жок: ал дисциплиналарды жана жадыбалды көрбөйт.',
    'The student has no present group and will see neither disciplines nor timetable.',
  ],
  'teacher.noPost': ['У преподавателя нет должности.', 'Окутуучунун кызматы жок.', 'The teacher has no post.'],
  'employment.rates': [
    'Сумма действующих ставок {{sum}} больше полутора.',
    'Учурдагы ставкалардын суммасы {{sum}} бир жарымдан көп.',
    'The present shares of posts add up to {{sum}}, more than one and a half.',
  ],
  'membership.overlap': [
    'Студент в эти дни уже числится в группе {{group}} (строка {{first}}).',
    'Студент бул күндөрү {{group}} тобунда турат ({{first}}-сап).',
    'On these days the student is already in the group {{group}} (row {{first}}).',
  ],
  'membership.beforeAdmission': [
    'Членство начинается {{starts}}, а приём в группу {{group}} был в {{year}} году.',
    'Мүчөлүк {{starts}} башталат, ал эми {{group}} тобуна кабыл алуу {{year}}-жылы болгон.',
    'The membership starts on {{starts}}, but the group {{group}} was admitted in {{year}}.',
  ],
  'plan.beyondYears': [
    'Семестр {{semester}} относится к курсу {{course}}, а специальность учится {{years}} г.',
    '{{semester}}-семестр {{course}}-курска таандык, ал эми адистик {{years}} жыл окутулат.',
    'Semester {{semester}} belongs to year of study {{course}}, but the speciality takes {{years}} years.',
  ],
  'plan.noHours': [
    'В файле часов (plan_hours) нет ни одного вида занятий для этой строки плана.',
    'Сааттар файлында (plan_hours) пландын бул сабы үчүн сабактын бир да түрү жок.',
    'The file of hours (plan_hours) has no class type for this row of the plan.',
  ],
  'plan.oneAlternative': [
    'В блоке по выбору {{block}} только одна дисциплина: выбирать не из чего.',
    'Тандоо боюнча {{block}}-блокто бир гана дисциплина бар: тандай турган нерсе жок.',
    'The elective block {{block}} holds only one discipline: there is nothing to choose.',
  ],
  'plan.manyCredits': [
    'В этом семестре у специальности {{sum}} обязательных кредитов, больше 45.',
    'Бул семестрде адистиктин милдеттүү кредиттери {{sum}}, 45тен көп.',
    'In this semester the speciality has {{sum}} mandatory credits, more than 45.',
  ],
  'load.notInPlan': [
    'Такой дисциплины с этими кредитами нет в плане специальности группы {{group}} на этот год и семестр.',
    'Мындай кредиттүү дисциплина бул жыл жана семестр үчүн {{group}} тобунун адистигинин планында жок.',
    'The plan of the speciality of the group {{group}} has no such discipline with these credits in this year and semester.',
  ],
  'load.otherCourse': [
    'Группа {{group}} в этом году на {{course}} курсе, а семестр {{semester}} другого курса.',
    '{{group}} тобу бул жылы {{course}}-курста, ал эми {{semester}}-семестр башка курстуку.',
    'This year the group {{group}} is in its year of study {{course}}, but semester {{semester}} belongs to another.',
  ],
  'load.otherTerm': [
    'Семестр {{semester}} не относится к полугодию {{term}}.',
    '{{semester}}-семестр {{term}}-жарым жылдыкка таандык эмес.',
    'Semester {{semester}} does not belong to term {{term}}.',
  ],
  'load.noSuchClass': [
    'В часах плана нет этого вида занятий.',
    'Пландын сааттарында сабактын бул түрү жок.',
    'The hours of the plan do not have this class type.',
  ],
  'stream.numberTwice': [
    'Поток с тем же годом, преподавателем, дисциплиной, видом занятий и номером уже есть в строке {{first}}.',
    'Жылы, окутуучусу, дисциплинасы, сабактын түрү жана номери бирдей агым {{first}}-сапта бар.',
    'A stream with the same year, teacher, discipline, class type and number is already in row {{first}}.',
  ],
  'stream.overfull': [
    'В потоке «{{value}}» {{taken}} студентов, а мест только {{capacity}}.',
    '«{{value}}» агымында {{taken}} студент, ал эми орун {{capacity}} гана.',
    'The stream "{{value}}" has {{taken}} students but only {{capacity}} seats.',
  ],
  'registration.notInPlan': [
    'По плану (is_by_plan) этой дисциплины с этими кредитами у группы {{group}} нет.',
    'План боюнча (is_by_plan) {{group}} тобунда мындай кредиттүү дисциплина жок.',
    'By the plan (is_by_plan) the group {{group}} does not have this discipline with these credits.',
  ],
  'registration.extraNeeds': [
    'Для дополнительной дисциплины нужны кафедра и форма контроля.',
    'Кошумча дисциплина үчүн кафедра жана көзөмөл түрү керек.',
    'An extra discipline needs a department and a form of control.',
  ],
  'registration.blockTwice': [
    'Из блока по выбору {{block}} студент уже записан на дисциплину «{{other}}» (строка {{first}}).',
    'Тандоо боюнча {{block}}-блоктон студент «{{other}}» дисциплинасына жазылган ({{first}}-сап).',
    'From the elective block {{block}} the student already has the discipline "{{other}}" (row {{first}}).',
  ],
  'registration.blockInPortal': [
    'Из блока по выбору {{block}} студент в портале уже записан на дисциплину «{{other}}».',
    'Тандоо боюнча {{block}}-блоктон студент порталда «{{other}}» дисциплинасына жазылган.',
    'In the portal the student already has the discipline "{{other}}" from the elective block {{block}}.',
  ],
  'registration.notMember': [
    'Студент {{student}} никогда не числился в группе {{group}}.',
    '{{student}} студенти {{group}} тобунда эч качан турган эмес.',
    'The student {{student}} was never in the group {{group}}.',
  ],
  'class.otherStream': [
    'Поток «{{value}}» относится к другой дисциплине, году, полугодию, кредитам или виду занятий.',
    '«{{value}}» агымы башка дисциплинага, жылга, жарым жылдыкка, кредитке же сабактын түрүнө таандык.',
    'The stream "{{value}}" belongs to another discipline, year, term, credits or class type.',
  ],
  'window.otherYear': [
    'Период записи лежит вне учебного года и двух месяцев перед ним.',
    'Жазылуу мезгили окуу жылынан жана андан мурдагы эки айдан тышкары.',
    'The registration period lies outside the academic year and the two months before it.',
  ],
  'lesson.teacherTwice': [
    'У преподавателя {{value}} в это время уже есть занятие (строка {{first}}).',
    '{{value}} окутуучусунун бул убакта сабагы бар ({{first}}-сап).',
    'The teacher {{value}} already has a lesson at this time (row {{first}}).',
  ],
  'lesson.roomTwice': [
    'Аудитория {{value}} в это время уже занята (строка {{first}}).',
    '{{value}} аудиториясы бул убакта ээленген ({{first}}-сап).',
    'The room {{value}} is already taken at this time (row {{first}}).',
  ],
  'lesson.groupTwice': [
    'У группы {{value}} в это время уже есть занятие (строка {{first}} файла {{other}}).',
    '{{value}} тобунун бул убакта сабагы бар ({{other}} файлынын {{first}}-сабы).',
    'The group {{value}} already has a lesson at this time (row {{first}} of {{other}}).',
  ],
  'lesson.otherStream': [
    'Занятие и его поток «{{value}}» различаются преподавателем, дисциплиной, годом или видом занятий.',
    'Сабак жана анын «{{value}}» агымы окутуучусу, дисциплинасы, жылы же сабактын түрү боюнча айырмаланат.',
    'The lesson and its stream "{{value}}" differ in teacher, discipline, year or class type.',
  ],
  'lesson.nobody': [
    'К занятию не приходит ни группа, ни поток.',
    'Сабакка топ да, агым да келбейт.',
    'Neither a group nor a stream comes to the lesson.',
  ],
  'lesson.weeks': [
    'Первая неделя {{from}} позже последней {{to}}.',
    'Биринчи апта {{from}} акыркы аптадан {{to}} кийин.',
    'The first week {{from}} is after the last week {{to}}.',
  ],
  'lesson.outsideTerm': [
    'День {{value}} вне дат этого полугодия.',
    '{{value}} күнү бул жарым жылдыктын даталарынан тышкары.',
    'The day {{value}} is outside this term.',
  ],
  'lesson.otherDay': [
    '{{value}} не тот день недели, который указан в day_number.',
    '{{value}} day_number көрсөткөн апта күнү эмес.',
    '{{value}} is not the weekday given in day_number.',
  ],
  'lesson.crowded': [
    'В аудитории {{seats}} мест, а в группах {{count}} студентов.',
    'Аудиторияда {{seats}} орун, ал эми топтордо {{count}} студент.',
    'The room has {{seats}} seats, but the groups have {{count}} students.',
  ],
  'row.kept': [
    '«{{value}}» в файле больше нет, но запись оставлена: на неё ссылаются другие данные.',
    '«{{value}}» файлда жок, бирок жазуу калтырылды: ага башка маалыматтар шилтенет.',
    '"{{value}}" is no longer in the file, but the row stays: other data refer to it.',
  ],
  'demo.intoReal': [
    'В базе настоящий университет: вымышленный с известными паролями в неё не загружается.',
    'Базада чыныгы университет бар: сырсөздөрү белгилүү ойдон чыгарылганы ага жүктөлбөйт.',
    'The database holds a real university: an invented one with known passwords is not loaded into it.',
  ],
  'demo.stillThere': [
    'В базе вымышленный университет, пароли которого известны: начните с пустой папки данных и DEMO=none.',
    'Базада сырсөздөрү белгилүү ойдон чыгарылган университет бар: бош маалымат папкасы жана DEMO=none менен баштаңыз.',
    'The database holds an invented university whose passwords are known: begin with an empty data folder and DEMO=none.',
  ],
  'vanish.tooMany': [
    'Из этой таблицы исчезло бы строк: {{count}} из {{total}}. Вероятно, файл неполон. Если это верно, повторите с --allow-removing {{table}}={{count}}.',
    'Бул таблицадан {{total}} саптын {{count}} жоголмок. Балким, файл толук эмес. Эгер туура болсо, --allow-removing {{table}}={{count}} менен кайталаңыз.',
    '{{count}} of {{total}} rows would vanish from this table: the file is probably incomplete. If it is right, repeat with --allow-removing {{table}}={{count}}.',
  ],
  'scope.empty': [
    'Охват папки пуст: укажите в строке учебный год, полугодие или факультет, либо уберите этот файл.',
    'Папканын камтуусу бош: сапта окуу жылын, жарым жылдыкты же факультетти көрсөтүңүз же бул файлды алып салыңыз.',
    'The scope of the folder is empty: name a year, a term or a faculty in the row, or take this file away.',
  ],
  'value.inPortal': [
    '«{{value}}» в портале принадлежит записи с кодом «{{other}}», которой нет в этом файле.',
    '«{{value}}» порталда бул файлда жок «{{other}}» коду бар жазууга таандык.',
    'In the portal "{{value}}" belongs to the row with the code "{{other}}", which is not in this file.',
  ],
  'student.backWithoutGroup': [
    'Студент снова есть в файле, но его членство в группе закончено: добавьте строку в memberships, иначе он не увидит ни дисциплин, ни расписания.',
    'Студент файлда кайра бар, бирок анын топтогу мүчөлүгү бүткөн: memberships файлына сап кошуңуз, болбосо ал дисциплиналарды да, жадыбалды да көрбөйт.',
    'The student is in the file again, but the membership in a group is over: add a row to memberships, or the student will see neither disciplines nor timetable.',
  ],
  'undo.noRun': [
    'Загрузки № {{run}} нет: список даёт --list.',
    '№ {{run}} жүктөө жок: тизмени --list берет.',
    'There is no import {{run}}: --list shows them.',
  ],
  'undo.twice': [
    'Загрузка № {{run}} уже возвращена.',
    '№ {{run}} жүктөө мурда кайтарылган.',
    'Import {{run}} has been undone already.',
  ],
  'undo.tooOld': [
    'Загрузку № {{run}} уже не вернуть: прошло больше {{days}} дней.',
    '№ {{run}} жүктөөнү кайтарууга болбойт: {{days}} күндөн көп өттү.',
    'Import {{run}} cannot be undone any more: more than {{days}} days have passed.',
  ],
  'undo.left': [
    '«{{value}}» осталось как есть: после загрузки это изменили или на это ссылаются другие данные.',
    '«{{value}}» ошол бойдон калды: жүктөөдөн кийин аны өзгөртүшкөн же ага башка маалыматтар шилтенет.',
    '"{{value}}" stays as it is: it was changed since the import, or other data refer to it.',
  ],
  'undo.right': [
    'Право «{{value}}» не возвращается: дайте его заново загрузкой.',
    '«{{value}}» укугу кайтарылбайт: аны жүктөө менен кайра бериңиз.',
    'The right "{{value}}" does not come back: give it anew by an import.',
  ],
  'passwords.noList': [
    'Появятся новые учётные записи ({{count}}): укажите файл для первых паролей, --passwords FILE.',
    'Жаңы жазуулар ({{count}}) пайда болот: алгачкы сырсөздөр үчүн файлды көрсөтүңүз, --passwords FILE.',
    'There will be {{count}} new accounts: name a file for their first passwords, --passwords FILE.',
  ],
  'passwords.insideFolder': [
    'Список первых паролей нельзя класть в загружаемую папку («{{path}}»): назовите другое место.',
    'Алгачкы сырсөздөрдүн тизмесин жүктөлүүчү папкага («{{path}}») коюуга болбойт: башка жерди көрсөтүңүз.',
    'The list of first passwords does not belong into the folder that is imported ("{{path}}"): name another place.',
  ],
  'passwords.cannotWrite': [
    'Список первых паролей нельзя записать в «{{path}}»: файл уже есть или папка недоступна.',
    'Алгачкы сырсөздөрдүн тизмесин «{{path}}» файлына жазууга болбойт: файл бар же папка жеткиликсиз.',
    'The list of first passwords cannot be written to "{{path}}": the file exists or the folder is not accessible.',
  ],
  'login.nobody': [
    'Открытой учётной записи с логином «{{value}}» нет.',
    '«{{value}}» логини бар ачык эсеп жазуусу жок.',
    'There is no open account with the login "{{value}}".',
  ],
  'student.idTooLarge': [
    'Номера студентов в портале исчерпаны: код оплаты вмещает только шесть цифр.',
    'Порталда студенттердин номерлери түгөндү: төлөм коду алты цифраны гана батырат.',
    'The portal has run out of student numbers: a payment code has room for six digits only.',
  ],
  'database.refused': [
    'База данных отказала: {{detail}}. Ничего не записано.',
    'Маалымат базасы баш тартты: {{detail}}. Эч нерсе жазылган жок.',
    'The database refused: {{detail}}. Nothing was written.',
  ],
} as const satisfies Record<string, Sentence>;
