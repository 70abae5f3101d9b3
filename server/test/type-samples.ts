import {
  type Checker,
  type IndexInfo,
  type Project,
  type Signature,
  SignatureKind,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';

/** Values of these types are made by whoever samples: the database above all. */
export type KnownValues = Readonly<Record<string, () => unknown>>;

/** Chooses among so many possible values. */
export type ChooseIndex = (count: number) => number;

const deepest = 8;
const primitive =
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BooleanLike |
  TypeFlags.BigIntLike |
  TypeFlags.Null |
  TypeFlags.Undefined;

/** Always the first or the last of the possible values, or any, by a seed: the same ones in every run. */
export function createIndexChooser(seed: number): ChooseIndex {
  if (seed === 0) return () => 0;
  if (seed === 1) return (count) => count - 1;
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % count;
  };
}

/** What an object of a type is made of. */
interface Shape {
  readonly elements: readonly Type[] | null;
  readonly properties: readonly TypeSymbol[];
  readonly signature: Signature | undefined;
  readonly index: IndexInfo | undefined;
}

/** Makes values of the program's types, as its checker knows them. */
export class TypeSampler {
  readonly #checker: Checker;
  readonly #known: KnownValues;
  readonly #shapes = new Map<number, Shape>();

  constructor({ checker }: Project, known: KnownValues) {
    this.#checker = checker;
    this.#known = known;
  }

  /** Values for the parameters of a function. */
  parametersOf(declared: Type, choose: ChooseIndex): unknown[] {
    return (this.#shapeOf(declared).signature?.getParameters() ?? []).map((parameter) =>
      this.#ofSymbol(parameter, choose, 0),
    );
  }

  /** A value of a type. */
  valueOf(type: Type, choose: ChooseIndex, depth = 0): unknown {
    if (type.isUnionType()) return this.#ofUnion(type.getTypes(), choose, depth);
    if (type.flags & primitive) return this.#primitive(type);
    if (type.isTypeParameter()) {
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return constraint && constraint.id !== type.id ? this.valueOf(constraint, choose, depth) : 1;
    }
    if (type.isIntersectionType()) {
      // A marked number is a number.
      const plain = type.getTypes().find(({ flags }) => flags & primitive);
      return plain ? this.valueOf(plain, choose, depth) : this.#object(type, choose, depth);
    }
    return type.flags & TypeFlags.Object ? this.#object(type, choose, depth) : 1;
  }

  #ofSymbol(symbol: TypeSymbol, choose: ChooseIndex, depth: number): unknown {
    const type = this.#checker.getTypeOfSymbol(symbol);
    return type && this.valueOf(type, choose, depth);
  }

  /** What may be left out comes last. */
  #ofUnion(types: readonly Type[], choose: ChooseIndex, depth: number): unknown {
    const isNothing = ({ flags }: Type) => (flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0;
    const ordered = [...types.filter((one) => !isNothing(one)), ...types.filter(isNothing)];
    // A part of a statement cannot be made up: where none has to be given, none is.
    const isPart = types.some((one) => one.getSymbol()?.name === 'PendingQuery');
    const chosen = isPart ? ordered.at(-1) : ordered[choose(ordered.length)];
    return chosen && this.valueOf(chosen, choose, depth);
  }

  #primitive(type: Type): unknown {
    if (type.flags & TypeFlags.Null) return null;
    if (type.flags & TypeFlags.Undefined) return undefined;
    if (type.isLiteralType())
      return type.isBooleanLiteralType() ? this.#checker.typeToString(type) === 'true' : type.value;
    if (type.flags & TypeFlags.NumberLike) return 1;
    if (type.flags & TypeFlags.BooleanLike) return true;
    return type.flags & TypeFlags.BigIntLike ? 1n : '2026-01-01';
  }

  #object(type: Type, choose: ChooseIndex, depth: number): unknown {
    const known = this.#known[type.getSymbol()?.name ?? ''];
    if (known) return known();
    const { elements, signature, properties, index } = this.#shapeOf(type);
    if (elements) return depth > deepest ? [] : elements.map((one) => this.valueOf(one, choose, depth + 1));
    const made = signature
      ? () => {
          const result = this.#checker.getReturnTypeOfSignature(signature);
          return result && this.valueOf(result, choose, depth + 1);
        }
      : {};
    if (depth > deepest) return made;
    for (const property of properties) this.#define(made, property, choose, depth);
    if (index) Object.assign(made, { sample: this.valueOf(index.valueType, choose, depth + 1) });
    return made;
  }

  /** What an object is made of; the compiler runs in a process of its own and is asked once. */
  #shapeOf(type: Type): Shape {
    const known = this.#shapes.get(type.id);
    if (known) return known;
    const isList = type.isTypeReference() && this.#checker.isArrayLikeType(type);
    const [signature] = this.#checker.getSignaturesOfType(type, SignatureKind.Call);
    const [index] = this.#checker.getIndexInfosOfType(type);
    const shape = {
      elements: isList ? this.#checker.getTypeArguments(type) : null,
      properties: isList ? [] : this.#checker.getPropertiesOfType(type),
      signature,
      index,
    };
    this.#shapes.set(type.id, shape);
    return shape;
  }

  /** Made when it is first looked at: types name each other. */
  #define(of: object, property: TypeSymbol, choose: ChooseIndex, depth: number): void {
    Object.defineProperty(of, property.name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = this.#ofSymbol(property, choose, depth + 1);
        Object.defineProperty(of, property.name, { configurable: true, enumerable: true, writable: true, value });
        return value;
      },
    });
  }
}
