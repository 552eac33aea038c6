import { isList } from '@toolwire/internal';
import { someSchema } from '@toolwire/internal/json-schema';
import { isObject, type JsonObject, type JsonSchema, type JsonValue, setOwn } from '../json-schema/json.ts';
import type { JsonSchemaValidator } from '../validators/validator.ts';
import { isAmongChoices, mayMatchSchema } from './may-match-schema.ts';
import type { Condition, Shape, ShapeReader } from './shape.ts';
import { shapesOfField, shapesOfPart } from './shapes-of-part.ts';

/** Returns the part of a value that its schema names, or the value itself where nothing is dropped. */
export type Projection = (value: JsonValue) => JsonValue;

/**
 * Compiles the projection of a schema for valid values. Each schema that applies to an object names fields, as
 * `unevaluatedProperties` defines it. In a union only the matching branches count.
 */
export function compileProjection(reader: ShapeReader, validator: JsonSchemaValidator | undefined): Projection {
  const projector = new Projector(reader, validator);
  return (value) => projector.project(value, reader.root.alone);
}

const none: readonly Shape[] = [];

class Projector {
  private readonly reader: ShapeReader;
  private readonly validator: JsonSchemaValidator | undefined;
  private readonly tests = new Map<Shape, ReturnType<JsonSchemaValidator['compile']>>();

  constructor(reader: ShapeReader, validator: JsonSchemaValidator | undefined) {
    this.reader = reader;
    this.validator = validator;
  }

  project(value: JsonValue, shapes: readonly Shape[]): JsonValue {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const applied = shapes.some(({ isCombined }) => isCombined) ? this.appliedShapes(shapes, value) : shapes;
    if (applied.some(({ listsValues }) => listsValues) && isListed(value, applied)) {
      return value;
    }
    if (isList(value)) {
      return this.projectItems(value, applied);
    }
    return applied.some(({ namesFields }) => namesFields) ? this.projectFields(value, applied) : value;
  }

  private projectFields(value: JsonObject, shapes: readonly Shape[]): JsonValue {
    const names = Object.keys(value);
    // Copied when the first field is dropped or changed, which is rare.
    let copy: Record<string, JsonValue> | undefined;
    for (const [index, name] of names.entries()) {
      const field = value[name] as JsonValue;
      const fieldShapes = shapesOfField(name, shapes);
      const projected = fieldShapes.length === 0 ? undefined : this.project(field, fieldShapes);
      if (projected !== field) {
        copy ??= copyFields(value, names.slice(0, index));
      }
      if (copy !== undefined && projected !== undefined) {
        setOwn(copy, name, projected);
      }
    }
    return copy ?? value;
  }

  private projectItems(value: readonly JsonValue[], shapes: readonly Shape[]): JsonValue {
    const namesItems = shapes.some((shape) => shape.namesItems);
    // Copied when the first item is dropped or changed, which is rare.
    let copy: JsonValue[] | undefined;
    for (const [index, item] of value.entries()) {
      const itemShapes = this.shapesOfItem(item, index, shapes);
      const isDropped = namesItems && itemShapes.length === 0;
      const projected = isDropped ? item : this.project(item, itemShapes);
      if (isDropped || projected !== item) {
        copy ??= value.slice(0, index);
      }
      if (!isDropped) {
        copy?.push(projected);
      }
    }
    return copy ?? value;
  }

  private shapesOfItem(item: JsonValue, index: number, shapes: readonly Shape[]): readonly Shape[] {
    const [first] = shapes;
    // The common case without an allocation.
    if (shapes.length === 1 && first !== undefined && first.contains === undefined) {
      return (first.prefixItems[index] ?? first.items ?? first.unevaluatedItems)?.alone ?? none;
    }
    return shapesOfPart(
      shapes,
      ({ prefixItems, items, contains }) => [
        ...((prefixItems[index] ?? items)?.alone ?? none),
        ...(contains !== undefined && this.matches(contains, item) ? contains.alone : none),
      ],
      ({ unevaluatedItems }) => unevaluatedItems,
    );
  }

  /** The shapes that apply to a value, including conditional shapes. */
  private appliedShapes(shapes: readonly Shape[], value: JsonValue): readonly Shape[] {
    const applied = new Set<Shape>();
    const collect = (shape: Shape): void => {
      if (applied.has(shape)) {
        return;
      }
      applied.add(shape);
      shape.allOf.forEach(collect);
      for (const branches of shape.unions) this.matchingBranches(branches, value).forEach(collect);
      if (shape.condition !== undefined) this.conditionalShapes(shape.condition, value).forEach(collect);
      for (const [name, dependent] of shape.dependents) {
        if (isObject(value) && Object.hasOwn(value, name)) collect(dependent);
      }
    };
    shapes.forEach(collect);
    return [...applied];
  }

  /** At least one branch matches, so a single candidate needs no validation. */
  private matchingBranches(branches: readonly Shape[], value: JsonValue): readonly Shape[] {
    const candidates = branches.filter(({ schema }) => mayMatchSchema(schema, value));
    return candidates.length < 2
      ? candidates
      : candidates.filter((branch) => branch.isOpen || this.matches(branch, value));
  }

  /** The condition names its own fields in both cases. */
  private conditionalShapes({ test, holds, fails }: Condition, value: JsonValue): readonly Shape[] {
    const isSure = this.validator !== undefined;
    const results = !this.matches(test, value) ? [fails] : isSure ? [holds] : [holds, fails];
    return [test, ...results].filter((shape) => shape !== undefined);
  }

  /** Whether a value is valid; without a validator, whether it may be valid. */
  private matches(shape: Shape, value: JsonValue): boolean {
    if (!mayMatchSchema(shape.schema, value)) {
      return false;
    }
    if (this.validator === undefined) {
      return true;
    }
    const validate = this.tests.get(shape) ?? this.validator.compile(this.reader.standalone(shape.schema));
    this.tests.set(shape, validate);
    return validate(value).ok;
  }
}

function copyFields(value: JsonObject, names: readonly string[]): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (const name of names) {
    setOwn(copy, name, value[name]);
  }
  return copy;
}

/** Whether a schema lists the value. A condition may list values that the value is not among. */
function isListed(value: JsonValue, shapes: readonly Shape[]): boolean {
  return shapes.some(({ listsValues, schema }) => listsValues && isAmongChoices(schema, value));
}

/** Keywords that a value may violate when it, or its items, have fewer fields. */
const partDependentKeywords = ['contains', 'if', 'minProperties', 'not', 'oneOf', 'prefixItems', 'uniqueItems'];

/** Whether a valid value may become invalid when its projection drops fields. */
export function dependsOnParts(schema: JsonSchema): boolean {
  return someSchema(schema, (subschema) => partDependentKeywords.some((keyword) => Object.hasOwn(subschema, keyword)));
}
