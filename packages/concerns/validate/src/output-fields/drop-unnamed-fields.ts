import { isObject, type JsonObject, type JsonSchema, type JsonValue, setOwn } from '../json-schema/json.ts';
import type { JsonSchemaValidator } from '../validators/validator.ts';
import { mayMatchSchema } from './may-match-schema.ts';
import type { Condition, Shape } from './shape.ts';
import { type ShapeReader, shapesOfField } from './shape-reader.ts';

/** Returns the part of a value that its schema names, or the value itself where nothing is dropped. */
export type Projection = (value: JsonValue) => JsonValue;

/**
 * Compiles the projection of a schema for valid values; `undefined` where it would never drop a field. Each schema that
 * applies to an object names fields, as `unevaluatedProperties` defines it. In a union only the matching branches count.
 */
export function compileProjection(
  schema: JsonSchema,
  reader: ShapeReader,
  validator: JsonSchemaValidator | undefined,
): Projection | undefined {
  const root = reader.required(schema);
  if (root.keepsAll) {
    return undefined;
  }
  const projector = new Projector(reader, validator);
  return (value) => projector.project(value, root.alone);
}

class Projector {
  private readonly reader: ShapeReader;
  private readonly validator: JsonSchemaValidator | undefined;
  private readonly tests = new Map<Shape, (value: JsonValue) => boolean>();

  constructor(reader: ShapeReader, validator: JsonSchemaValidator | undefined) {
    this.reader = reader;
    this.validator = validator;
  }

  project(value: JsonValue, shapes: readonly Shape[]): JsonValue {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const [only] = shapes;
    if (only !== undefined && shapes.length === 1 && (only.keepsAll || !only.hasParts)) {
      return only.keepsAll ? value : this.parts(value, shapes);
    }
    const holding = this.holding(shapes, value);
    return holding.some((shape) => shape.isClosed) ? value : this.parts(value, holding);
  }

  private parts(value: JsonObject | readonly JsonValue[], shapes: readonly Shape[]): JsonValue {
    if (isList(value)) {
      return this.items(value, shapes);
    }
    return shapes.some((shape) => shape.namesFields) ? this.fields(value, shapes) : value;
  }

  private fields(value: JsonObject, shapes: readonly Shape[]): JsonValue {
    const names = Object.keys(value);
    // Copied when the first field is dropped or changed, which is rare.
    let copy: Record<string, JsonValue> | undefined;
    for (const [index, name] of names.entries()) {
      const field = value[name] as JsonValue;
      const named = shapesOfField(name, shapes);
      const part = named.length === 0 ? undefined : this.project(field, named);
      if (part !== field) {
        copy ??= copyOf(value, names.slice(0, index));
      }
      if (copy !== undefined && part !== undefined) {
        setOwn(copy, name, part);
      }
    }
    return copy ?? value;
  }

  private items(value: readonly JsonValue[], shapes: readonly Shape[]): JsonValue {
    const isNamed = shapes.some((shape) => shape.namesItems);
    const around = shapes.flatMap(({ contains }) => contains ?? []);
    const projected: JsonValue[] = [];
    let isSame = true;
    for (const [index, item] of value.entries()) {
      const named = this.shapesOfItem(item, index, shapes, around);
      if (isNamed && named.length === 0) {
        isSame = false;
      } else {
        const part = this.project(item, named);
        isSame &&= part === item;
        projected.push(part);
      }
    }
    return isSame ? value : projected;
  }

  private shapesOfItem(
    item: JsonValue,
    index: number,
    shapes: readonly Shape[],
    around: readonly Shape[],
  ): readonly Shape[] {
    const [only] = shapes;
    if (shapes.length === 1 && only !== undefined && around.length === 0) {
      return (only.first[index] ?? only.items ?? only.unnamedItems)?.alone ?? none;
    }
    const named = shapes.flatMap(({ first, items }) => first[index] ?? items ?? []);
    const contained = around.filter((shape) => this.fits(shape, item));
    return named.length + contained.length > 0
      ? [...named, ...contained]
      : shapes.flatMap(({ unnamedItems }) => unnamedItems ?? []);
  }

  /** The shapes that apply to a value, including conditional shapes. */
  private holding(shapes: readonly Shape[], value: JsonValue): readonly Shape[] {
    const found = new Set<Shape>();
    for (const shape of shapes) {
      this.collect(shape, value, found);
    }
    return [...found];
  }

  private collect(shape: Shape, value: JsonValue, found: Set<Shape>): void {
    if (found.has(shape)) {
      return;
    }
    found.add(shape);
    for (const one of shape.all) {
      this.collect(one, value, found);
    }
    for (const group of shape.choices) {
      for (const one of this.fitting(group, value)) {
        this.collect(one, value, found);
      }
    }
    for (const one of this.conditional(shape, value)) {
      this.collect(one, value, found);
    }
    for (const [name, one] of shape.dependents) {
      if (isObject(value) && Object.hasOwn(value, name)) {
        this.collect(one, value, found);
      }
    }
  }

  /** At least one branch matches, so a single candidate needs no validation. */
  private fitting(branches: readonly Shape[], value: JsonValue): readonly Shape[] {
    const possible = branches.filter(({ schema }) => mayMatchSchema(schema, value));
    return possible.length < 2 ? possible : possible.filter((branch) => branch.isOpen || this.fits(branch, value));
  }

  private conditional({ condition }: Shape, value: JsonValue): readonly Shape[] {
    if (condition === undefined) {
      return [];
    }
    // The condition names its own fields in both cases.
    return [condition.test, ...this.outcomes(condition, value)].filter((shape) => shape !== undefined);
  }

  private outcomes({ test, holds, fails }: Condition, value: JsonValue): readonly (Shape | undefined)[] {
    if (!this.fits(test, value)) {
      return [fails];
    }
    return this.validator === undefined ? [holds, fails] : [holds];
  }

  /** Whether a value is valid; without a validator, whether it may be valid. */
  private fits(shape: Shape, value: JsonValue): boolean {
    if (!mayMatchSchema(shape.schema, value)) {
      return false;
    }
    if (this.validator === undefined) {
      return true;
    }
    const known = this.tests.get(shape) ?? this.testOf(shape, this.validator);
    return known(value);
  }

  private testOf(shape: Shape, validator: JsonSchemaValidator): (value: JsonValue) => boolean {
    const validate = validator.compile(this.reader.standalone(shape.schema));
    const test = (value: JsonValue): boolean => validate(value).ok;
    this.tests.set(shape, test);
    return test;
  }
}

const none: readonly Shape[] = [];

function copyOf(value: JsonObject, names: readonly string[]): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (const name of names) {
    setOwn(copy, name, value[name]);
  }
  return copy;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
