import { fieldOf, typesOf } from '@toolwire/internal/json-schema';
import type { PathSegment } from '../json-schema/json.ts';
import type { Shape } from './shape.ts';
import { shapesOfField } from './shapes-of-part.ts';

/** Limits on the search, and on the length of the warning. */
const maxVisits = 500;
const maxListedFields = 10;

/** Warns of the fields of an output, such as `rows[].meta`, whose own fields are sent although the schema doesn't name them. */
export function unlistedFieldsWarnings(root: Shape): readonly string[] {
  const search = new Search();
  search.visit(root.alone, []);
  const fields = [...search.fields].slice(0, maxListedFields);
  const list = fields.map((field) => (field === '' ? 'the value itself' : `'${field}'`)).join(', ');
  return fields.length === 0
    ? []
    : [
        `Fields that the output schema does not name are sent, in ${list}. To send only named fields, list them under properties.`,
      ];
}

class Search {
  readonly fields = new Set<string>();
  private readonly ids = new Map<Shape, number>();
  private readonly visited = new Set<string>();

  visit(shapes: readonly Shape[], path: readonly PathSegment[], expanded: readonly Shape[] = []): void {
    if (this.visited.size === maxVisits) {
      return;
    }
    const required = withAllOf(shapes);
    const applied = withConditions(required);
    const unexpanded = applied.filter((shape) => !expanded.includes(shape));
    const isUnion = required.some((shape) => shape.unions.length > 0 && !expanded.includes(shape));
    if (!isUnion && required.every(mayHaveParts) && applied.every(({ namesNothing }) => namesNothing)) {
      this.fields.add(fieldOf(path));
    }
    const key = applied.map((shape) => this.idOf(shape)).join(' ');
    if (this.visited.has(key)) {
      return;
    }
    this.visited.add(key);
    for (const branch of unexpanded.flatMap(branchesOf)) {
      this.visit([...required, branch], path, applied);
    }
    this.visitFields(({ fields }) => fields, applied, path);
    for (const shape of applied) {
      this.visitUnnamed(shape, path);
    }
    // Later, because a mentioned field may have the shape of all unnamed fields, which is searched once.
    this.visitFields(({ mentions }) => mentions, applied, path);
  }

  private visitFields(
    namesOf: (shape: Shape) => ReadonlyMap<string, Shape>,
    shapes: readonly Shape[],
    path: readonly PathSegment[],
  ): void {
    for (const name of new Set(shapes.flatMap((shape) => [...namesOf(shape).keys()]))) {
      this.visit(shapesOfField(name, shapes), [...path, 'properties', name]);
    }
  }

  private visitUnnamed(shape: Shape, path: readonly PathSegment[]): void {
    for (const [, field] of shape.patterns) {
      this.visit(field.alone, [...path, 'additionalProperties']);
    }
    for (const others of [shape.additional, shape.unevaluated].filter((other) => other !== undefined)) {
      this.fields.add(fieldOf(path));
      if (!others.isOpen) {
        this.visit(others.alone, [...path, 'additionalProperties']);
      }
    }
    for (const items of [...shape.prefixItems, shape.items, shape.unevaluatedItems]) {
      if (items !== undefined) this.visit(items.alone, [...path, 'items']);
    }
  }

  private idOf(shape: Shape): number {
    const id = this.ids.get(shape) ?? this.ids.size;
    this.ids.set(shape, id);
    return id;
  }
}

/** Shapes with all shapes that a value must match too. */
function withAllOf(shapes: readonly Shape[]): readonly Shape[] {
  const applied = new Set(shapes);
  // The loop also visits the shapes that it adds.
  for (const { allOf } of applied) for (const shape of allOf) applied.add(shape);
  return [...applied];
}

/** Shapes with all conditions. They name their fields also where the value doesn't match them. */
function withConditions(shapes: readonly Shape[]): readonly Shape[] {
  const applied = new Set(shapes);
  for (const { allOf, condition } of applied) {
    for (const shape of allOf) applied.add(shape);
    if (condition !== undefined) applied.add(condition.test);
  }
  return [...applied];
}

function branchesOf({ unions, condition, dependents }: Shape): readonly Shape[] {
  const conditional = [condition?.holds, condition?.fails].filter((shape) => shape !== undefined);
  return [...unions.flat(), ...conditional, ...dependents.values()];
}

function mayHaveParts({ schema }: Shape): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('object') || types.includes('array');
}
