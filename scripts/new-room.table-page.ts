import {
  formatJson,
  pageComponentName,
  type RoomFileTemplate,
  toEnglishTitle,
  toIdentifier,
  toPascalCase,
} from './new-room.texts.ts';

/** The browser's part of a room with a table: list, form, texts and a journey. */
export const tablePageTemplates: Readonly<Record<string, RoomFileTemplate>> = {
  'web/src/rooms/NAME/NAME.data.ts': (name, hasPicture) => `import type { Output } from '@bilim/contract/call.ts';
import { ${toIdentifier(name)}PageSize } from '@bilim/contract/limits.ts';
import { ${toIdentifier(name)} } from '@bilim/contract/${name}.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
${hasPicture ? "import { buildFileUrl } from '../../core/fileAddress.ts';\n" : ''}import { queryClient, queryForPages } from '../../core/queryClient.ts';

const room = '${name}';

export type ListedEntry = Output<typeof ${toIdentifier(name)}.list>[number];

/** Entries, the latest first, page by page. */
export const useEntries = () =>
  useInfiniteQuery(
    queryForPages(room, ${toIdentifier(name)}.list, {}, { size: ${toIdentifier(name)}PageSize, next: (last) => ({ before: last.id }) }),
  );

const refresh = () => queryClient.invalidateQueries({ queryKey: [room] });

/** Adds an entry; the same key again adds nothing. */
export const useAddEntry = () =>
  useMutation({
    mutationFn: ({ text, ${hasPicture ? 'picture, ' : ''}key }: { text: string; ${hasPicture ? 'picture: File | null; ' : ''}key: string }) =>
      callServer(${toIdentifier(name)}.add, { text }, { key${hasPicture ? ', files: picture ? [picture] : []' : ''} }),
    onSuccess: refresh,
  });
${
  hasPicture
    ? `
/** The address of an entry's picture, small or whole. */
export const buildPictureUrl = (id: number, shown: 'small' | 'whole'): string =>
  buildFileUrl(${toIdentifier(name)}.picture, { id }, shown);
`
    : ''
}
/** Removes an entry of one's own. */
export async function removeEntry(id: number, key: string): Promise<void> {
  await callServer(${toIdentifier(name)}.remove, { id }, { key });
  await refresh();
}
`,

  'web/src/rooms/NAME/NewEntry.tsx': (
    name,
    hasPicture,
  ) => `import { max${toPascalCase(name)}TextLength } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
${hasPicture ? "import { PictureField } from '../../kit/upload/PictureField.tsx';\n" : ''}import { useAddEntry } from './${name}.data.ts';
import styles from './${toPascalCase(name)}.module.css';

/** A form for one more entry. */
export function NewEntry() {
  const { t } = useTranslation('${name}');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const [text, setText] = useState('');
${hasPicture ? '  const [picture, setPicture] = useState<File | null>(null);\n' : ''}  const [key, setKey] = useState(randomUuid);
  const add = useAddEntry();
  /** Something else is another entry. */
  const change = (to: string${hasPicture ? ', shown: File | null' : ''}) => {
    setText(to);
${hasPicture ? '    setPicture(shown);\n' : ''}    setKey(randomUuid());
    add.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ text, ${hasPicture ? 'picture, ' : ''}key }, { onSuccess: () => change(''${hasPicture ? ', null' : ''}) });
  };
  return (
    <form className={classNames(card.card, styles.form)} onSubmit={submit}>
      <TextArea
        label={t('text')}
        rows={3}
        maxLength={max${toPascalCase(name)}TextLength}
        value={text}
        error={add.error?.fields?.text}
        onChange={(event) => change(event.target.value${hasPicture ? ', picture' : ''})}
      />
${
  hasPicture
    ? `      <PictureField
        label={t('picture')}
        picture={picture}
        error={add.error?.fields?.files}
        onChoose={(chosen) => change(text, chosen)}
      />
`
    : ''
}      {add.error && <InlineAlert tone="bad">{failureText(add.error)}</InlineAlert>}
      <Button type="submit" look="primary" disabled={isBlank(text) || !connected} busy={add.isPending && t('adding')}>
        {t('add')}
      </Button>
    </form>
  );
}
`,

  'web/src/rooms/NAME/PAGE.tsx': (name, hasPicture) => `import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DeleteButton } from '../../kit/DeleteButton.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { NewEntry } from './NewEntry.tsx';
import { ${hasPicture ? 'buildPictureUrl, ' : ''}type ListedEntry, removeEntry, useEntries } from './${name}.data.ts';
import styles from './${toPascalCase(name)}.module.css';

/** The page of the room ${name}. */
export default function ${pageComponentName(name)}() {
  const { t } = useTranslation('${name}');
  return (
    <Page title={t('title')} fromApps>
      <NewEntry />
      <Entries />
    </Page>
  );
}

function Entries() {
  const { t } = useTranslation('${name}');
  const list = useEntries();
  const { data, error, refetch } = list;
  if (error && !data) return <LoadFailure title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton className={styles.list}>
        <SkeletonBar className={styles.bone} />
      </Skeleton>
    );
  const shown = data.pages.flat();
  if (shown.length === 0) return <EmptyState title={t('empty')} />;
  return (
    <>
      <ul className={styles.list}>
        {shown.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
      {list.hasNextPage && <LoadMoreButton list={list} label={t('more')} failed={t('failed')} />}
    </>
  );
}

function EntryItem({ entry }: { entry: ListedEntry }) {
  const { t } = useTranslation('${name}');
  return (
    <li className={classNames(card.card, styles.row)}>
${
  hasPicture
    ? `      {entry.hasPicture && (
        <a className={styles.picture} href={buildPictureUrl(entry.id, 'whole')} target="_blank" rel="noreferrer">
          <img src={buildPictureUrl(entry.id, 'small')} alt={t('pictureOf', { text: entry.text })} loading="lazy" />
        </a>
      )}
`
    : ''
}      <p translate="no">{entry.text}</p>
      <small>
        <span translate="no">{entry.author}</span>, <Time at={entry.createdAt} form="item" />
      </small>
      {entry.canRemove && (
        <DeleteButton
          label={t('remove')}
          question={t('removeQuestion')}
          done={t('removed')}
          confirmLabel={t('remove')}
          onDelete={(key) => removeEntry(entry.id, key)}
        >
          {entry.text}
        </DeleteButton>
      )}
    </li>
  );
}
`,

  'web/src/rooms/NAME/TITLE.module.css': (_, hasPicture) => `.form {
  display: grid;
  gap: var(--s3);
  padding: var(--s4) var(--s5);
  margin-bottom: var(--s4);
}
.list {
  display: grid;
  gap: var(--s3);
}
.row {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s1) var(--s3);
  padding: var(--s4) var(--s5);
}
.row p {
  overflow-wrap: anywhere;
  white-space: pre-line;
}
.row small {
  grid-column: 1;
  font: var(--t-cap);
  color: var(--ink-2);
}
.bone {
  height: 56px;
}
${
  hasPicture
    ? `.picture {
  grid-column: 1 / -1;
}
.picture img {
  display: block;
  max-width: 100%;
  max-height: 240px;
  border-radius: var(--r-m);
}
`
    : ''
}`,

  'web/public/locales/kg/NAME.json': (name, hasPicture) =>
    formatJson({
      title: `«${name}» бөлүмү`,
      text: 'Жазма',
      add: 'Кошуу',
      adding: 'Кошулууда…',
      more: 'Дагы көрсөтүү',
      remove: 'Өчүрүү',
      removeQuestion: 'Жазма өчүрүлсүнбү?',
      removed: 'Жазма өчүрүлдү',
      failed: 'Бөлүм жүктөлгөн жок',
      empty: 'Азырынча эч нерсе жок',
      ...(hasPicture && { picture: 'Сүрөт', pictureOf: 'Сүрөт: {{text}}' }),
      refusals: {
        notFound: 'Мындай жазма жок, же ал сиздики эмес.',
        ...(hasPicture && { notPicture: 'Бул сүрөт эмес: JPEG, PNG же WebP керек.' }),
      },
    }),
  'web/public/locales/ru/NAME.json': (name, hasPicture) =>
    formatJson({
      title: `Раздел «${name}»`,
      text: 'Заметка',
      add: 'Добавить',
      adding: 'Добавляем…',
      more: 'Показать ещё',
      remove: 'Удалить',
      removeQuestion: 'Удалить заметку?',
      removed: 'Заметка удалена',
      failed: 'Не удалось загрузить раздел',
      empty: 'Пока ничего нет',
      ...(hasPicture && { picture: 'Изображение', pictureOf: 'Изображение: {{text}}' }),
      refusals: {
        notFound: 'Такой заметки нет, или она не ваша.',
        ...(hasPicture && { notPicture: 'Это не изображение: подойдут JPEG, PNG и WebP.' }),
      },
    }),
  'web/public/locales/en/NAME.json': (name, hasPicture) =>
    formatJson({
      title: toEnglishTitle(name),
      text: 'Entry',
      add: 'Add',
      adding: 'Adding…',
      more: 'Show more',
      remove: 'Delete',
      removeQuestion: 'Delete this entry?',
      removed: 'The entry is deleted',
      failed: 'Couldn’t load this room',
      empty: 'Nothing here yet',
      ...(hasPicture && { picture: 'Picture', pictureOf: 'Picture: {{text}}' }),
      refusals: {
        notFound: 'There is no such entry, or it is not yours.',
        ...(hasPicture && { notPicture: 'This is not a picture: JPEG, PNG and WebP will do.' }),
      },
    }),

  'e2e/NAME.spec.ts': (
    name,
    hasPicture,
  ) => `${hasPicture ? "import sharp from 'sharp';\n" : ''}import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('what one adds is read by others, and removed by oneself @both', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'student', '/lms/${name}');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Раздел «${name}»');
  await main.getByLabel('Заметка').fill('Синий зонт');
${
  hasPicture
    ? `  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a5' } });
  const buffer = await drawn.png().toBuffer();
  await main.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
`
    : ''
}  await main.getByRole('button', { name: 'Добавить' }).click();
  const own = main.getByRole('listitem').filter({ hasText: 'Синий зонт' });
  await expect(own).toBeVisible();
${hasPicture ? "  await expect(own.getByRole('img', { name: 'Изображение: Синий зонт' })).toBeVisible();\n" : ''}  await expectAccessible(page);
  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await signInAs(other, 'teacher', '/lms/${name}');
  const seen = other.getByRole('main').getByRole('listitem').filter({ hasText: 'Синий зонт' });
  await expect(seen).toBeVisible();
  await expect(seen.getByRole('button', { name: 'Удалить' })).toHaveCount(0);
  await own.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(seen).toHaveCount(0);
});
`,
};
