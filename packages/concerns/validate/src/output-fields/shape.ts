import { resolveReference } from '@toolwire/internal/json-schema';
import { entriesOf, isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';

/** Reads the shape of each schema in a document once. References lead into `$defs`. */
export class ShapeReader {
  readonly root: Shape;
  private readonly document: JsonSchema;
  private readonly shapes = new Map<unknown, Shape>();

  constructor(document: JsonSchema) {
    this.document = document;
    this.root = this.shapeOf(document);
  }

  shapeOf(schema: unknown): Shape {
    return this.shapes.get(schema) ?? new Shape(schema, this, (shape) => this.shapes.set(schema, shape));
  }

  /** The shape of a keyword's subschema; `undefined` without the keyword. */
  shapeAt(schema: JsonSchema, keyword: string): Shape | undefined {
    const subschema = own(schema, keyword);
    return subschema === undefined ? undefined : this.shapeOf(subschema);
  }

  shapesAt(schema: JsonSchema, keyword: string): readonly Shape[] {
    return listOf(own(schema, keyword)).map((subschema) => this.shapeOf(subschema));
  }

  namedShapesAt(schema: JsonSchema, keyword: string): readonly (readonly [name: string, shape: Shape])[] {
    return entriesOf(own(schema, keyword)).map(([name, subschema]) => [name, this.shapeOf(subschema)]);
  }

  /** The shape of a reference's target. */
  targetOf(schema: JsonSchema): Shape | undefined {
    const reference = own(schema, '$ref');
    const target = typeof reference === 'string' ? resolveReference(reference, this.document) : undefined;
    return target === undefined ? undefined : this.shapeOf(target);
  }

  /** A subschema with the definitions that its references need. */
  standalone(schema: JsonSchema): JsonSchema {
    const definitions = own(this.document, '$defs');
    return definitions === undefined ? schema : { ...schema, $defs: definitions };
  }
}

/** The fields and items that a schema names. */
export class Shape {
  readonly schema: JsonSchema;
  /** This shape as a list, to save an allocation for most values. */
  readonly alone: readonly Shape[] = [this];
  /** The fields in `properties`. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** The fields that keywords such as `required` mention, with a shape that names no part. They count only where nothing else names the field. */
  readonly mentions: ReadonlyMap<string, Shape>;
  readonly patterns: readonly (readonly [RegExp, Shape])[];
  readonly additional: Shape | undefined;
  readonly unevaluated: Shape | undefined;
  readonly prefixItems: readonly Shape[];
  readonly items: Shape | undefined;
  readonly unevaluatedItems: Shape | undefined;
  readonly contains: Shape | undefined;
  /** The target of `$ref` and the parts of `allOf`, which always apply to the same value. */
  readonly allOf: readonly Shape[];
  /** The branches of `anyOf` and of `oneOf`. */
  readonly unions: readonly (readonly Shape[])[];
  readonly condition: Condition | undefined;
  readonly dependents: ReadonlyMap<string, Shape>;
  /** The shapes of all other schemas that apply, or may apply, to the same value. */
  readonly combined: readonly Shape[];
  readonly isCombined: boolean;
  readonly namesFields: boolean;
  /** Whether the schema lists its values, and so names all their parts. */
  readonly listsValues: boolean;

  /** `register` runs before any part is read, because a part may refer to this schema. */
  constructor(source: unknown, reader: ShapeReader, register: (shape: Shape) => void) {
    register(this);
    // No value matches `false`, so it becomes an empty enum.
    const schema = isObject(source) ? source : source === false ? { enum: [] } : {};
    this.schema = schema;
    this.fields = new Map(reader.namedShapesAt(schema, 'properties'));
    this.mentions = new Map(mentionedNames(schema).map((name) => [name, reader.shapeOf(true)]));
    this.patterns = reader
      .namedShapesAt(schema, 'patternProperties')
      .map(([pattern, shape]) => [new RegExp(pattern, 'u'), shape]);
    const isClosed = own(schema, 'additionalProperties') === false;
    this.additional = isClosed ? undefined : reader.shapeAt(schema, 'additionalProperties');
    const isSealed = own(schema, 'unevaluatedProperties') === false;
    this.unevaluated = isSealed ? undefined : reader.shapeAt(schema, 'unevaluatedProperties');
    this.prefixItems = reader.shapesAt(schema, 'prefixItems');
    this.items = reader.shapeAt(schema, 'items');
    this.unevaluatedItems = reader.shapeAt(schema, 'unevaluatedItems');
    this.contains = reader.shapeAt(schema, 'contains');
    const target = reader.targetOf(schema);
    this.allOf = [...(target === undefined ? [] : [target]), ...reader.shapesAt(schema, 'allOf')];
    this.unions = ['anyOf', 'oneOf']
      .map((keyword) => reader.shapesAt(schema, keyword))
      .filter((branches) => branches.length > 0);
    const test = reader.shapeAt(schema, 'if');
    const [holds, fails] = ['then', 'else'].map((keyword) => reader.shapeAt(schema, keyword));
    this.condition = test && { test, holds, fails };
    this.dependents = new Map(reader.namedShapesAt(schema, 'dependentSchemas'));
    const conditional = test === undefined ? [] : [test, holds, fails].filter((shape) => shape !== undefined);
    this.combined = [...this.allOf, ...this.unions.flat(), ...conditional, ...this.dependents.values()];
    this.isCombined = this.combined.length > 0;
    this.namesFields =
      this.fields.size + this.mentions.size + this.patterns.length > 0 ||
      this.additional !== undefined ||
      this.unevaluated !== undefined ||
      isObject(own(schema, 'properties')) ||
      isClosed;
    this.listsValues = Object.hasOwn(schema, 'const') || Object.hasOwn(schema, 'enum');
  }

  get namesItems(): boolean {
    return this.items !== undefined || this.unevaluatedItems !== undefined || this.prefixItems.length > 0;
  }

  /** Whether this schema itself names no part of a value. */
  get namesNothing(): boolean {
    return !this.namesFields && !this.namesItems && this.contains === undefined && !this.listsValues;
  }

  /** Whether it has no effect on a value. */
  get isOpen(): boolean {
    return this.namesNothing && !this.isCombined;
  }
}

/** The shapes of `if`, and of `then` and `else`. */
export interface Condition {
  readonly test: Shape;
  readonly holds: Shape | undefined;
  readonly fails: Shape | undefined;
}

function mentionedNames(schema: JsonSchema): readonly string[] {
  // `additionalProperties` describes or forbids all names outside `properties`.
  if (own(schema, 'additionalProperties') !== undefined) {
    return [];
  }
  const propertyNames = own(schema, 'propertyNames');
  const dependent = entriesOf(own(schema, 'dependentRequired')).flatMap(([name, names]) => [name, ...listOf(names)]);
  return [
    ...listOf(own(schema, 'required')),
    ...dependent,
    ...entriesOf(own(schema, 'dependentSchemas')).map(([name]) => name),
    ...(isObject(propertyNames) ? listOf(own(propertyNames, 'enum')) : []),
  ].map(String);
}
