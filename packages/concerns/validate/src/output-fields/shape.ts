import { typesOf } from '@toolwire/internal/json-schema';
import { entriesOf, isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';

/** Reads each part of a schema once. */
export interface PartReader {
  /** The shape of an empty schema. */
  readonly open: Shape;
  shapeOf(schema: unknown): Shape | undefined;
  required(schema: unknown): Shape;
  /** The shape of a reference's target. */
  targetOf(schema: JsonSchema): Shape | undefined;
}

/** The fields and items that a schema names. Parts are read on first use. */
export class Shape {
  readonly schema: JsonSchema;
  /** This shape as a list, to save an allocation for most values. */
  readonly alone: readonly Shape[] = [this];
  readonly fields: ReadonlyMap<string, Shape>;
  readonly patterns: readonly (readonly [RegExp, Shape])[];
  /** For the fields that `fields` and `patterns` don't name. */
  readonly others: Shape | undefined;
  /** For the fields that no other schema of the same value names. */
  readonly unnamed: Shape | undefined;
  readonly first: readonly Shape[];
  readonly items: Shape | undefined;
  /** For the items that no other schema of the same value names. */
  readonly unnamedItems: Shape | undefined;
  readonly contains: Shape | undefined;
  /** Schemas for the same value: always, one or more of several, or under a condition. */
  readonly all: readonly Shape[];
  readonly choices: readonly (readonly Shape[])[];
  readonly condition: Condition | undefined;
  readonly dependents: ReadonlyMap<string, Shape>;
  /** Whether other schemas apply, or may apply, to the same value. */
  readonly hasParts: boolean;
  readonly namesFields: boolean;
  private closed: boolean | undefined;
  private keeps: boolean | undefined;

  /** `register` runs before any part is read, because a part may refer to this schema. */
  constructor(schema: JsonSchema, reader: PartReader, register: (shape: Shape) => void) {
    register(this);
    const read = (keyword: string): Shape | undefined => reader.shapeOf(own(schema, keyword));
    const list = (keyword: string): readonly Shape[] => listOf(own(schema, keyword)).map((one) => reader.required(one));
    this.schema = schema;
    this.fields = namedFields(schema, reader);
    this.patterns = entriesOf(own(schema, 'patternProperties')).map(([pattern, one]) => [
      new RegExp(pattern, 'u'),
      reader.required(one),
    ]);
    this.others = own(schema, 'additionalProperties') === false ? undefined : read('additionalProperties');
    this.unnamed = own(schema, 'unevaluatedProperties') === false ? undefined : read('unevaluatedProperties');
    this.first = list('prefixItems');
    this.items = read('items');
    this.unnamedItems = read('unevaluatedItems');
    this.contains = read('contains');
    const target = reader.targetOf(schema);
    this.all = target === undefined ? list('allOf') : [target, ...list('allOf')];
    this.choices = [list('anyOf'), list('oneOf')].filter((group) => group.length > 0);
    const test = read('if');
    this.condition = test && { test, holds: read('then'), fails: read('else') };
    this.dependents = new Map(
      entriesOf(own(schema, 'dependentSchemas')).map(([name, one]) => [name, reader.required(one)]),
    );
    this.hasParts = this.all.length + this.choices.length + this.dependents.size > 0 || this.condition !== undefined;
    this.namesFields =
      this.fields.size + this.patterns.length > 0 ||
      this.others !== undefined ||
      this.unnamed !== undefined ||
      isObject(own(schema, 'properties')) ||
      own(schema, 'additionalProperties') === false;
  }

  get namesItems(): boolean {
    return this.items !== undefined || this.unnamedItems !== undefined || this.first.length > 0;
  }

  /** Whether this schema itself names no part of a value. */
  get namesNothing(): boolean {
    return !this.namesFields && !this.namesItems && this.contains === undefined && !this.isClosed;
  }

  /** Whether it has no effect on a value. */
  get isOpen(): boolean {
    return this.namesNothing && !this.hasParts;
  }

  /** Whether all parts of a valid value are named, at every level. */
  get isClosed(): boolean {
    if (this.closed === undefined) {
      // `false` is safe for a recursive schema: it only costs time.
      this.closed = false;
      this.closed = this.closes();
    }
    return this.closed;
  }

  /** Whether a valid value stays unchanged where no other schema applies. */
  get keepsAll(): boolean {
    if (this.keeps === undefined) {
      this.keeps = false;
      this.keeps = this.isClosed || this.isOpen || (!this.hasParts && this.contains === undefined && this.keepsParts());
    }
    return this.keeps;
  }

  private closes(): boolean {
    if (Object.hasOwn(this.schema, 'const') || Object.hasOwn(this.schema, 'enum')) {
      return true;
    }
    return (
      this.all.some((shape) => shape.isClosed) ||
      this.choices.some((group) => group.every((shape) => shape.isClosed)) ||
      (this.closesFields() && this.closesItems())
    );
  }

  private closesFields(): boolean {
    const isSealed = this.others?.isClosed ?? own(this.schema, 'additionalProperties') === false;
    return !this.allowsType('object') || (isSealed && this.partsOfFields().every((shape) => shape.isClosed));
  }

  private closesItems(): boolean {
    const { maxItems } = this.schema;
    const isSealed = this.itemsAlone?.isClosed ?? (typeof maxItems === 'number' && maxItems <= this.first.length);
    return !this.allowsType('array') || (isSealed && this.first.every((shape) => shape.isClosed));
  }

  private keepsParts(): boolean {
    const keepsFields = this.others !== undefined && this.partsOfFields().every((shape) => shape.keepsAll);
    const items = this.itemsAlone;
    const keepsItems = items !== undefined && [...this.first, items].every((shape) => shape.keepsAll);
    return (
      (keepsFields || !this.namesFields || !this.allowsType('object')) &&
      (keepsItems || !this.namesItems || !this.allowsType('array'))
    );
  }

  /** The shape of the items after `first`; a tuple writes it as `unevaluatedItems`. */
  private get itemsAlone(): Shape | undefined {
    return this.items ?? (this.hasParts || this.contains !== undefined ? undefined : this.unnamedItems);
  }

  private partsOfFields(): readonly Shape[] {
    const { fields, patterns, others } = this;
    return [...fields.values(), ...patterns.map(([, shape]) => shape), ...(others === undefined ? [] : [others])];
  }

  private allowsType(type: string): boolean {
    const types = typesOf(this.schema);
    return types.length === 0 || types.includes(type);
  }
}

/** A condition and its two branches. */
export interface Condition {
  readonly test: Shape;
  readonly holds: Shape | undefined;
  readonly fails: Shape | undefined;
}

/** The fields with a schema, and fields that are only mentioned, such as in `required`. */
function namedFields(schema: JsonSchema, reader: PartReader): ReadonlyMap<string, Shape> {
  const fields = new Map<string, Shape>();
  for (const name of mentionedNames(schema)) {
    fields.set(name, reader.open);
  }
  for (const [name, one] of entriesOf(own(schema, 'properties'))) {
    fields.set(name, reader.required(one));
  }
  return fields;
}

function mentionedNames(schema: JsonSchema): readonly string[] {
  // A mention must not hide `additionalProperties`, which applies to all names outside `properties`.
  if (own(schema, 'additionalProperties') !== undefined) {
    return [];
  }
  const names = own(schema, 'propertyNames');
  const dependent = entriesOf(own(schema, 'dependentRequired')).flatMap(([name, needed]) => [name, ...listOf(needed)]);
  return [
    ...listOf(own(schema, 'required')),
    ...dependent,
    ...entriesOf(own(schema, 'dependentSchemas')).map(([name]) => name),
    ...(isObject(names) ? listOf(own(names, 'enum')) : []),
  ].map(String);
}
