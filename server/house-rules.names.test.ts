import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNoViolations } from './test/house-rules.ts';
import { retiredNames } from './test/retired-names.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** Names that were given up, with the field's term that took their place. */
const identifiers: Readonly<Record<string, string>> = {
  ...retiredNames,
  House: 'AppContext',
  Means: 'Dependencies',
  Strangers: 'AnonymousThrottle',
  Hands: 'Priority',
  Spoken: 'Rendered',
  Speaker: 'NoticeRenderer',
  Speakers: 'Renderers',
  TakeBack: 'Rollback',
  takeBack: 'rollback, refund or undo',
  comeBack: 'handleCallback, resume or reconnect',
  nameOfEars: 'listenerName',
  retold: 'excludedFromHash',
  useCell: 'useAtom',
  useCellLater: 'useDeferredAtom',
  atRest: 'onTypingIdle',
  pageStands: 'isFirstPageReady',
  Unsent: 'PendingEntry',
  lanesOf: 'queueKeysOf',
  Beside: 'Sidebar',
  useLedTo: 'useHighlightedRowId',
  useLead: 'useClassLinks',
  Looker: 'Viewer',
  jointDay: 'combinedDay',
  Lozenge: 'Bullet',
  HandIn: 'UploadForm',
  HandingIn: 'UploadState',
  UnansweredCalls: 'UnansweredCallReporter',
  reportPage: 'reportPageSize',
  inboxPage: 'inboxPageSize',
  queuePage: 'deskQueuePageSize',
  changesPage: 'timetableChangesPageSize',
  sentName: 'messageEntryType',
  StateWord: 'AccountStatusBadge',
  AboutMe: 'PersonalDataSummary',
  useChangeFeed: 'useCalendarFeedAction',
  OtherTeacher: 'SubstituteTeacherPicker',
  HeldProofs: 'EnrolledFactors',
  countConcerned: 'countAffectedClasses',
  findConcerned: 'collectAffectedPeople',
  ActSheet: 'MessageActionSheet',
  ParseError: 'ParseErrorResponder',
  writeErrands: 'writeDocumentsAndServices',
  keepIfButton: 'ignoreHoverWithoutButton',
  Ways: 'ConnectionOptions, Gestures or KeyHandlers',
  Told: 'PublishContext, Recipient or NoticeRow',
  spokenAfter: 'renderedAfter',
  EnterPortal: 'CompleteSignIn',
  noteInAct: 'insertAuditEntry',
  onAct: 'onAction',
  MessageAct: 'MessageAction',
  DeskAct: 'DeskActionKind',
  SearchAct: 'SearchCommand',
  useAct: 'useRoomMutation',
  ActRow: 'OverviewAuditRow',
  OtherActs: 'WaitlistAndRemoval',
  ColumnActs: 'ColumnActions',
  QuickActs: 'QuickActions',
  MaterialActs: 'MaterialActions',
  ledTo: 'highlighted',
  isLedTo: 'isHighlighted',
  useUnsent: 'usePendingMessages',
  unsentMessages: 'pendingMessages',
  Ahead: 'PreloadList',
  writeInOwnLetters: 'switchToOwnFonts',
  KeptFile: 'OfflineFile',
  keptFiles: 'listOfflineFiles',
  openKept: 'authorizeOfflineFiles',
  PageOpening: 'PageVisit',
  markAllJoint: 'markAllCombined',
  deleteJoint: 'deleteCombined',
  jointStore: 'combineStores',
  isJoint: 'isCombined',
  FigureSources: 'MetricSources',
  soughtWords: 'parseSearchWords',
  HeldClass: 'ClassOccurrence',
  looker: 'viewer',
  Bones: 'PeopleSkeleton, InboxSkeleton or a like one',
  StoreAway: 'StorageUnavailableError',
  ScannerAway: 'ScannerUnavailable',
  stopOnMistakes: 'stopOnErrors',
  letGo: 'release',
  letPeopleLive: 'simulateActivity',
  OftenAbsent: 'FrequentAbsentees',
  waitsLong: 'recordStalledCall',
  wayToRun: 'chooseRunAs',
  withOneOffs: 'withOneOffChanges',
  inTodaysNames: 'asCurrentMigrations',
  isOurPast: 'areMigrationsKnown',
  hashesElsewhere: 'arePinsHashedWithOtherKey',
  sealedElsewhere: 'countSecretsSealedWithOtherKey',
  nameThePlaces: 'addPasswordListPlaces',
  eitherKey: 'conversationKeyOfInput',
  inEitherSense: 'findByFormsThenPrefixes',
  askToLast: 'requestPersistentStorage',
  closeTalk: 'closeConversationNotification',
  closeToOthers: 'restrictToOwner',
  goingAtFirst: 'initiallyRemovedMethods',
  mostLetters: 'maxExtractedCharacters',
  fewestMonths: 'minRetentionMonths',
  whoAndWhy: 'refusalDetail',
  whyNotTaken: 'findCallbackFailure',
  useJoinLine: 'useJoinWaitlist',
  useWhyClosed: 'useUploadObstacle',
  useBackCloses: 'useCloseOnBack',
  FreeQuestion: 'RemoveOfflineFileDialog',
  StillToChoose: 'RemainingChoices',
  ConversationFace: 'ConversationAvatar',
  uncountTry: 'refundConversionAttempt',
  stemTheRest: 'stemRemainingRows',
  takeArchives: 'removeReadyArchives',
  NamedFile: 'ReferencedFile',
  fewFailures: 'failuresBeforeSecondRetry',
  refuseEnded: 'refuseUnlinkedSignIn',
  pagesOfFile: 'officePdfStatus',
  MadeCombinedClass: 'CombinedClassFixture',
  roomOnly: 'roomIfOnlyRoomChanged',
  unwrittenList: 'listErrorCode',
  sweepAnswers: 'sweepIdempotencyKeys',
  isTeacherOfStudent: 'isMaterialOfTeacherRow',
  OpenCase: 'AuthorizedCase',
  EndedCourse: 'EndedCoursesState',
  isSearched: 'isLongEnoughToSearch',
  reportKinds: 'messageReportReasons',
  runsOfRelease: 'commandsWithReleaseTest',
  readSlip: 'readPasswordSlip',
  OfflineFileFault: 'CheckedFileFault',
  ReadSheets: 'ParsedSheets',
  openReport: 'createImportReport',
  JournalSummary: 'MarksSummary',
  MadeRow: 'OutputRow',
  PaperWording: 'InspectionPdfOptions',
  everyRoom: 'roomsByLogin',
  lastWay: 'lastMethodCookie',
  alwaysTold: 'alwaysNotified',
  mostTold: 'maxItemsInMail or maxNamedRows',
  toldAtOnce: 'peoplePerTransaction',
  toldRoom: 'eventRoom',
  ConversationOpening: 'ConversationAccessOptions',
  useOpening: 'useOpenOption',
  strangersAMinute: 'anonymousRefusalsAMinute',
  makeAnew: 'requeuePdf',
  isBeside: 'isRunElsewhere or isIgnored',
  migrateBesideNodes: 'migrateUnlessNodesDiffer',
  WithInput: 'CallArguments',
  daysInWords: 'dateRangeInWords',
  PortalRow: 'RowCells',
  PortalRows: 'CellsByTable',
  WordPairs: 'StemmerTestSet',
  measureJournalSize: 'measureJournalAtSizes',
  YearStep: 'YearPreparationStep',
  useIncompleteCounts: 'useIncompleteRegistrations',
  FacultyAndCourse: 'FacultyAndYearOfStudy',
  PrintedPaper: 'DocumentReference',
  parsePaperReference: 'parseDocumentReference',
  writeLetter: 'renderMail',
  readAccountsBefore: 'readAccountsBeforeImport',
  DialogWindow: 'ModalDialog',
  ConfirmWindow: 'ModalConfirmationDialog',
  PopoverWindow: 'PopoverPanel',
  beginAnew: 'resetFixture',
  isStranger: 'isAnonymous',
  isHostTold: 'isHostClockSet',
  warnOfPlainPeers: 'warnOfUnencryptedPeers',
  warnOfUnnamedProxy: 'warnOfUntrustedProxy',
  LyingProvider: 'MaliciousProvider',
  beginProgram: 'spawnProgram',
  lowestSelection: 'firstCourseById',
};

const attributes: Readonly<Record<string, string>> = {
  'data-unsent': 'data-pending',
  'data-ahead': 'data-preload',
  'data-letters': 'data-fonts',
  'data-told': 'data-departed',
  'data-stranger': 'data-anonymous',
  '--letters': '--ground-ink',
  '--z-window': '--z-overlay',
};

const tables: Readonly<Record<string, string>> = {
  telling_choice: 'notification_setting',
  import_telling: 'import_notice',
  taken_until: 'leased_until',
  outside_account: 'linked_account',
  outside_signin: 'pending_signin',
  registration_wish: 'seat_request',
  only_added: 'append_only',
  registration_window_told: 'registration_window_notified',
  registration_opening: 'registration_visit',
  told_at: 'notified_at',
  import_job_told: 'import_job_notified',
  tell_job: 'notify_of_import_job',
  waiting_signin: 'pending_second_step',
  second_step_rest: 'remembered_second_step',
  umk_upload_bar: 'umk_upload_ban',
  umk_upload_end: 'umk_upload_deadline',
  import_accepted_warning: 'import_suppressed_warning',
  tell_at: 'notify_at',
  message_to_tell: 'message_to_notify',
  academic_year_told: 'academic_year_changed',
  academic_calendar_told: 'academic_calendar_changed',
  term_told: 'term_changed',
  dynamic_link_told: 'dynamic_link_changed',
  maintenance_told: 'maintenance_changed',
  tell_reference_changed: 'notify_reference_changed',
  tell_session_changed: 'notify_session_changed',
  tell_maintenance: 'notify_maintenance_changed',
  tell_accounts: 'publish_accounts_change',
  tell_acts: 'publish_audit_entries',
  audit_acts_told: 'audit_published',
  tell_seats: 'write_seat_notices',
  registration_event_told: 'registration_event_writes_notices',
  stream_moves_told: 'stream_move_notices',
  classes_told: 'classes_of_timetable_change',
  notice_told_again_wakes_delivery: 'renewed_notice_wakes_delivery',
  keep_offices: 'upsert_offices',
  end_offices: 'delete_offices',
};

const files: Readonly<Record<string, string>> = {
  '(server|web/src)/rooms/find/': 'search',
  '(server|web/src)/rooms/outside/': 'oidc',
  '(server|web/src)/rooms/telling/': 'notification-settings',
  '(server|web/src)/rooms/changes/': 'timetable-changes',
  'contract/(chosen|lead|opening|weeks|who|latin|joint|find|outside|telling|changes)\\.ts':
    'house names of the contract',
  'server/call/(answering|greeting|failing|unreadable|refused|strangers)\\.ts':
    'response-hooks, parse-errors, refusal-audit',
  'web/src/kit/(Windows|HandIn|Lozenge|When|Words)\\.': 'dialogs, UploadForm, Bullet, Time, file-label',
  'e2e/(clothes|white|looks|late|away|back|taps|survives|day)\\.':
    'native-controls, screenshots, chunk-retry and so on',
  'contract/(kept|offices)\\.': 'offline-files, office-mailboxes',
  '(server/rooms/mail/|contract/mail\\.)': 'email-address',
  '(server|web/src)/(rooms/kept|kept-files)/': 'offline-files',
  'web/src/portal/': 'kit, apps or imported-tables',
  '(server|web/src)/.*[/.]acts\\.': 'actions, entries, decisions, commands or mutations',
  '.*[/.]joint\\.': 'combined',
  '.*[/.]leads\\.': 'class-links',
  'server/(rooms|university)/.*[/.](strangers|opening|openings|offices)\\.':
    'outsiders, caller-access, visits, office-mailboxes',
  'e2e/(.*\\.means|support/find|support/kept)\\.': 'averages, portal-search, offline-files',
  'server/(acts|beside|hangs|ids|nodes|sentences|spellings)\\.': 'statement-count, database-hang, id-bounds and so on',
  'server/test/(as|example|loads|delivering)\\.': 'test-client, example-input, import-jobs, delivery-fixture',
  'server/import/(many-changes|undoing|merged|recipe-(known|work|portal))\\.': 'mass-changes, recipe-lookup and so on',
  '(contract|web/src)/.*[/.-]words\\.': 'texts or formatters',
  'web/public/locales/\\w+/(mail|kept|find|outside|telling|changes)\\.': 'the name of the room',
};

/** Words for which the field has a term, in titles of tests and headings: what happens to whom stays a riddle. */
const vagueWords: Readonly<Record<string, RegExp>> = {
  'notified, shown, logged or distinguished': /\b(told|tells?|telling)\b/,
  again: /\banew\b/,
  'undone, cancelled, withdrawn or deleted': /\b(taken|takes?|took|taking) back\b/,
  unavailable: /\b(is|are|was|were) away\b/,
  'notified, received or pending': /\b(hears?|heard|unsent)\b/,
  'outsider, another person or anonymous': /\bstrangers?\b/,
  'signs in': /\b(lets?|letting) in\b/,
};

/** The first literal of `test('…')` and the like, however it is quoted. */
const title = /\b(?:test|it|describe)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
const heading = /^#{1,6} (.*)$/gm;

interface Source {
  readonly path: string;
  readonly text: string;
}

/** One sentence for each old name in a source, or in its path. */
function oldNames({ path, text }: Source): string[] {
  const here = Object.entries(files).flatMap(([pattern, now]) =>
    new RegExp(`^${pattern}`).test(path) ? [`${path} lies under an old name: ${now}`] : [],
  );
  const marked = Object.entries(attributes).flatMap(([old, now]) =>
    text.includes(old) ? [`${path} has ${old}, which is ${now} now: use that, or a name that says more`] : [],
  );
  // A released step of the schema never changes, and a later one names what it renames; a restore knows tables of older back-ups.
  const namesFormerTables = path.startsWith('server/database/migrations/') || path === 'server/backup/tables.ts';
  const lines = namesFormerTables ? [] : text.split('\n');
  const words = lines.flatMap((line, index) =>
    [...line.matchAll(/[A-Za-z_]\w*/g)].flatMap(([word]) => {
      const now = Object.hasOwn(tables, word) ? tables[word] : Object.hasOwn(identifiers, word) && identifiers[word];
      const isCode = Object.hasOwn(tables, word) || !/^\s*(\/\/|\/?\*|--)/.test(line);
      return now && isCode
        ? [`${path}:${index + 1} says ${word}, which is ${now} now: use that, or a name that says more`]
        : [];
    }),
  );
  return [...here, ...marked, ...words];
}

/** One sentence for each title of a test, or heading of a document, with a word for which there is a term. */
function vagueTitles({ path, text }: Source): string[] {
  const titles = path.endsWith('.md')
    ? [...text.matchAll(heading)].map(([, words = '']) => words)
    : [...text.matchAll(title)].map(([, , words = '']) => words);
  return titles.flatMap((words) =>
    Object.entries(vagueWords).flatMap(([term, vague]) => {
      const [found] = vague.exec(words) ?? [];
      return found ? [`${path}: "${words}": not "${found}" but ${term}`] : [];
    }),
  );
}

describe('names', () => {
  const own = ['house-rules.names.test', 'test/retired-names', 'test/retired-names.types'].map(
    (name) => `server/${name}.ts`,
  );
  const paths = globSync(['{server,contract,web,e2e,scripts,bench}/**/*.{ts,tsx,sql,css}', '*.{ts,mjs}'], {
    cwd: home,
    exclude: (path) => /(^|\/)(node_modules|dist|upgrades)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/'));
  const sources = paths
    .filter((path) => !own.includes(path))
    .map((path) => ({ path, text: readFileSync(home + path, 'utf8') }));
  // Texts are in three languages: of them only the names of the files are looked at.
  const locales = globSync('web/public/locales/*/*.json', { cwd: home }).map((path) => path.replaceAll('\\', '/'));

  it('are those of the field: an old one does not come back', () => {
    assert.ok(sources.length > 1500, `${sources.length} sources`);
    assert.ok(locales.length > 100, `${locales.length} files of texts`);
    expectNoViolations([...sources, ...locales.map((path) => ({ path, text: '' }))].flatMap(oldNames));
  });

  it('in titles of tests and headings of documents have the term of the field', () => {
    const documents = globSync(['docs/**/*.md', '*.md'], { cwd: home }).map((path) => path.replaceAll('\\', '/'));
    const tests = sources.filter(({ path }) => /\.(test|spec|engine|peers)\.tsx?$/.test(path));
    assert.ok(tests.length > 300 && documents.length > 70, `${tests.length} tests, ${documents.length} documents`);
    expectNoViolations(
      [...tests, ...documents.map((path) => ({ path, text: readFileSync(home + path, 'utf8') }))].flatMap(vagueTitles),
    );
    const count = (path: string, text: string) => vagueTitles({ path, text }).length;
    assert.equal(count('server/a.test.ts', "it('[TOLD-01] is taken back', () => {"), 1);
    assert.equal(count('e2e/a.spec.ts', 'test(`a.b is told`, async () => {'), 1);
    assert.equal(count('docs/a.md', '## What is told anew'), 2);
    assert.equal(count('docs/a.md', 'What is told anew.'), 0);
  });

  it('that are old are found in code, in SQL and in paths, and may stand in a sentence', () => {
    const at = (path: string, text = '') => oldNames({ path, text }).length;
    assert.equal(at('server/call/room.ts', 'export interface House {}'), 1);
    assert.equal(at('server/a.access.ts', 'export const openCallersMessage = 1;'), 1);
    assert.equal(at('server/a.queries.ts', 'select from telling_choice'), 1);
    assert.equal(at('server/rooms/telling/telling.ts'), 1);
    assert.equal(at('server/rooms/chat/chat.acts.ts'), 1);
    assert.equal(at('web/src/rooms/people/words.ts'), 1);
    assert.equal(at('web/public/locales/ru/kept.json'), 1);
    assert.equal(at('web/src/a.tsx', '<p data-unsent>'), 1);
    assert.equal(at('server/a.ts', '// Beside it stands AppContext.'), 0);
    assert.equal(at('server/rooms/search/search.ts', 'const rollback = 1;'), 0);
  });
});
