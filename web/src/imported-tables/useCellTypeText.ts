import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

/** What columns of the imported tables hold, in words; the page's room names `recipes` among its texts. */
export function useCellTypeText(): (table: string, column: string) => string {
  useTranslation('recipes');
  return (table, column) =>
    [`${table}_${column}`, column]
      .map((one) => `recipes:field.${one}`)
      .filter((key) => i18next.exists(key))
      .map((key) => i18next.t(key))[0] ?? column;
}
