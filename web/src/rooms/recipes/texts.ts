import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCellTypeText } from '../../imported-tables/useCellTypeText.ts';

/** How a recipe is called: those that come with the portal in the language of the page. */
export function useRecipeName(): (name: string) => string {
  const { t } = useTranslation('recipes');
  return (name) =>
    name === 'students' || name === 'timetable' ? t(`ready.${name}`) : name === 'own' ? t('own') : name;
}

/** Plain names of tables, and of their columns. */
export function useTableNames(): { table: (name: string) => string; column: (to: string) => string } {
  const word = useCellTypeText();
  useTranslation('data');
  const table = (name: string) =>
    ['recipes', 'data']
      .map((room) => `${room}:table.${name}`)
      .filter((key) => i18next.exists(key))
      .map((key) => i18next.t(key))[0] ?? name;
  return {
    table,
    column: (to) => {
      const [file = '', name = ''] = to.split('.');
      return `${table(file)}: ${word(file, name)}`;
    },
  };
}
