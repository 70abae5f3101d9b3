import Type, { type Static, type TInteger, type TProperties, type TSchema, type TString } from 'typebox';

/**
 * The kinds of fields on the wire. The keyword `read` says how a field may come besides its JSON type
 * (numbers as digits, booleans as 0/1, one value for a list); `none` that -1 and null mean "left out";
 * `caller` that the field names the caller and must equal the session.
 */
const largestId = Number.MAX_SAFE_INTEGER;

/** How wide the ids of a table are, and the largest one that it can hold; no row ever has that one. */
const widths = { bigint: {}, int: { holds: 2 ** 31 - 1 }, smallint: { holds: 2 ** 15 - 1 } } as const;
type Width = keyof typeof widths;

/** Required id; -1 and null are refused. Above what its table can hold it is "not there", like any that is missing. */
export const id = (width: Width = 'bigint') =>
  Type.Integer({ minimum: 1, maximum: largestId, read: 'number', ...widths[width] });

/** Required id, or 0 where there is none. */
export const idOrZero = (width: Width = 'bigint') =>
  Type.Integer({ minimum: 0, maximum: largestId, read: 'number', ...widths[width] });

/** Optional id; -1, null and a left-out field mean the same: none, all or new. */
export const optionalId = (width: Width = 'bigint') =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: largestId, read: 'number', none: true, ...widths[width] }));

/** Whole number between two bounds. */
export const wholeNumber = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum, read: 'number' });
export const optionalWholeNumber = (minimum: number, maximum: number) => Type.Optional(wholeNumber(minimum, maximum));

/** Optional whole number; -1 and null mean left out. */
export const optionalWholeNumberOrNone = (minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, read: 'number', none: true }));

/** Id of what is changed; -1: something new is made. */
export const idOrNew = () => Type.Integer({ minimum: -1, maximum: largestId, read: 'number' });

/** Optional id whose -1 means "all" and not "left out". */
export const optionalIdOrAll = () =>
  Type.Optional(Type.Integer({ minimum: -1, maximum: largestId, read: 'number', nullIsNone: true }));

/** Credits: at most two decimals, compared as numbers. */
export const credits = () => Type.Number({ minimum: 0, maximum: 999.99, read: 'credits' });
export const optionalCredits = () => Type.Optional(credits());

/**
 * How many milliseconds ago something was done. A repeat of the same request is older than its first try, so this
 * field does not count when a repeat is recognised by its Idempotency-Key.
 */
export const elapsedMs = (longest: number) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: longest, read: 'number', nullIsNone: true, excludedFromHash: true }),
  );

/** Yes or no; also 0, 1, "0", "1", "true", "false". */
export const flag = () => Type.Boolean({ read: 'flag' });
export const optionalFlag = () => Type.Optional(flag());

/** Text of at most `longest` code points. */
export const text = (longest: number, shortest = 0): TString =>
  Type.String(
    shortest ? { maxLength: longest, minLength: shortest, read: 'text' } : { maxLength: longest, read: 'text' },
  );
/** Text of at most `longest` code points that a reader can see: one of blanks is refused as one that is missing. */
export const requiredText = (longest: number): TString =>
  Type.String({ maxLength: longest, minLength: 1, read: 'text', visible: true });
export const optionalText = (longest: number) =>
  Type.Optional(Type.String({ maxLength: longest, read: 'text', nullIsNone: true }));

/** One of these words, such as the state by which a list is filtered. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: words, read: 'text' });
export const optionalOneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Optional(Type.Unsafe<Word>({ type: 'string', enum: words, read: 'text', nullIsNone: true }));

/** A calendar day of the university, YYYY-MM-DD. */
export const day = () => Type.String({ format: 'date', maxLength: 10, read: 'text' });
export const optionalDay = () =>
  Type.Optional(Type.String({ format: 'date', maxLength: 10, read: 'text', nullIsNone: true }));

/** Several ids, sent as repeated fields, as a list, or as a single value; -1 and null among them are left out. */
export const optionalIds = (most: number, width: Width = 'bigint') =>
  Type.Optional(Type.Array(id(width), { maxItems: most, read: 'list', none: true }));

/** Several short words, sent as repeated fields, as a list, or as a single value. */
export const optionalShortTexts = (most: number) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 40, read: 'text' }), { maxItems: most, read: 'list' }));

/** Names the caller's id; optional, but when it comes it must be the session's. */
export const callerId = () =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: largestId, read: 'number', none: true, caller: 'uid' }));

/** Names the caller's role; 1 is a teacher, anything else a student. */
export const callerRole = () => Type.Optional(Type.Integer({ minimum: 1, maximum: 2, read: 'role', caller: 'role' }));

/** Academic year: last two digits of its first calendar year. */
export const year = () => wholeNumber(0, 99);
/** Term: 1 autumn, 2 spring, 3 summer. */
export const term = () => wholeNumber(1, 3);
/** The same, or 0 where there is none. */
export const termOrZero = () => wholeNumber(0, 3);

// replies ---------------------------------------------------------------------------------------------------------

/** A reply field that may be null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...JSON.parse(JSON.stringify(schema)), nullable: true });
}
export const integer = (): TInteger => Type.Integer();
export const string = (): TString => Type.String();
export const number = () => Type.Number();
export const boolean = () => Type.Boolean();
/** A reply field that is there, and true, or is left out. */
export const optionalTrue = () => Type.Optional(Type.Boolean());
/** A reply field that is left out when there is nothing to say. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
/** Where somebody else in a list is called the same: what distinguishes them, such as a student's number. */
export const namesakeHint = () => Type.Optional(Type.String());
/** A moment: ISO 8601, UTC, milliseconds. */
export const timestamp = (): TString => Type.String();
export const object = <P extends TProperties>(properties: P) => Type.Object(properties);
export const array = <T extends TSchema>(item: T) => Type.Array(item);
/** The reply of a write that returns nothing. */
export const writeResult = () => Type.Array(Type.Object({ result: Type.Integer() }));
/** No fields. */
export const noFields = () => Type.Object({});
/** An array of exactly two unlike parts. */
export function tuple<A extends TSchema, B extends TSchema>(first: A, second: B) {
  return Type.Unsafe<[Static<A>, Static<B>]>({
    type: 'array',
    items: [JSON.parse(JSON.stringify(first)), JSON.parse(JSON.stringify(second))],
  });
}
