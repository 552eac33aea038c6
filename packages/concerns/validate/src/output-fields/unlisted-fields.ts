import { fieldOf, typesOf } from '@toolwire/internal/json-schema';
import type { PathSegment } from '../json-schema/json.ts';
import type { Shape } from './shape.ts';
import { shapesOfField } from './shape-reader.ts';

/** Limits on the search, and on the length of the warning. */
const maxVisits = 500;
const maxListedFields = 10;

/** Finds fields of an output, such as `rows[].meta`, whose own fields are sent although the schema doesn't name them. */
export function unlistedFields(root: Shape): readonly string[] {
  const search = new Search();
  search.visit(root.alone, []);
  return [...search.places].slice(0, maxListedFields);
}

class Search {
  readonly places = new Set<string>();
  private readonly ids = new Map<Shape, number>();
  private readonly seen = new Set<string>();

  visit(shapes: readonly Shape[], path: readonly PathSegment[], expanded: readonly Shape[] = []): void {
    if (this.seen.size === maxVisits) {
      return;
    }
    const holding = withAll(shapes);
    const unexpanded = holding.filter((shape) => !expanded.includes(shape));
    const isUnion = unexpanded.some(({ choices }) => choices.length > 0);
    if (!isUnion && holding.every((shape) => shape.namesNothing && mayHaveParts(shape))) {
      this.places.add(fieldOf(path));
    }
    const key = holding.map((shape) => this.idOf(shape)).join(' ');
    if (this.seen.has(key)) {
      return;
    }
    this.seen.add(key);
    for (const branch of unexpanded.flatMap(branchesOf)) {
      this.visit([...holding, branch], path, holding);
    }
    for (const name of new Set(holding.flatMap(({ fields }) => [...fields.keys()]))) {
      this.visit(shapesOfField(name, holding), [...path, 'properties', name]);
    }
    for (const shape of holding) {
      this.visitUnnamed(shape, path);
    }
  }

  private visitUnnamed(shape: Shape, path: readonly PathSegment[]): void {
    for (const [, field] of shape.patterns) {
      this.visit(field.alone, [...path, 'additionalProperties']);
    }
    for (const others of [shape.others, shape.unnamed].filter((one) => one !== undefined)) {
      this.places.add(fieldOf(path));
      if (!others.isOpen) {
        this.visit(others.alone, [...path, 'additionalProperties']);
      }
    }
    for (const items of [...shape.first, shape.items, shape.unnamedItems].filter((one) => one !== undefined)) {
      this.visit(items.alone, [...path, 'items']);
    }
  }

  private idOf(shape: Shape): number {
    const id = this.ids.get(shape) ?? this.ids.size;
    this.ids.set(shape, id);
    return id;
  }
}

/** Shapes with all shapes that always apply to the same value. */
function withAll(shapes: readonly Shape[], found: Set<Shape> = new Set()): readonly Shape[] {
  for (const shape of shapes) {
    if (!found.has(shape)) {
      found.add(shape);
      withAll(shape.all, found);
    }
  }
  return [...found];
}

function branchesOf({ choices, condition, dependents }: Shape): readonly Shape[] {
  const { test, holds, fails } = condition ?? {};
  const conditional = [test, holds, fails].filter((shape) => shape !== undefined);
  return [...choices.flat(), ...conditional, ...dependents.values()];
}

function mayHaveParts({ schema }: Shape): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('object') || types.includes('array');
}
