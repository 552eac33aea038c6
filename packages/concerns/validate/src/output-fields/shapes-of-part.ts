import type { Shape } from './shape.ts';

/** The shapes that apply to a field, or an empty list where no shape names it. `shapes` are all shapes that apply to the object. */
export function shapesOfField(name: string, shapes: readonly Shape[]): readonly Shape[] {
  const [first] = shapes;
  // The common case without an allocation.
  if (shapes.length === 1 && first !== undefined && first.patterns.length === 0) {
    return (first.fields.get(name) ?? first.additional ?? first.unevaluated ?? first.mentions.get(name))?.alone ?? none;
  }
  const described = shapesOfPart(shapes, (shape) => shapesNamedBy(shape, name), unevaluatedFields);
  // A mention must not hide `unevaluatedProperties`, which describes the field better.
  return described.length > 0 ? described : shapes.flatMap(({ mentions }) => mentions.get(name) ?? []);
}

const none: readonly Shape[] = [];

const unevaluatedFields = ({ unevaluated }: Shape): Shape | undefined => unevaluated;

/** The shapes of a field from `properties`, `patternProperties` and `additionalProperties` of one schema. */
function shapesNamedBy({ fields, patterns, additional }: Shape, name: string): readonly Shape[] {
  const named = patterns.filter(([pattern]) => pattern.test(name)).map(([, shape]) => shape);
  const field = fields.get(name);
  if (field !== undefined) named.push(field);
  return named.length > 0 || additional === undefined ? named : additional.alone;
}

/** The shapes of a part from one schema, without its unevaluated keyword. */
type NamedBy = (shape: Shape) => readonly Shape[];
type UnevaluatedOf = (shape: Shape) => Shape | undefined;

/** The shapes of a part. An unevaluated keyword applies unless its schema, or a schema that it combines, describes the part. */
export function shapesOfPart(
  shapes: readonly Shape[],
  namedBy: NamedBy,
  unevaluatedOf: UnevaluatedOf,
): readonly Shape[] {
  return shapes.flatMap((shape) => {
    const named = namedBy(shape);
    const unevaluated = named.length > 0 ? undefined : unevaluatedOf(shape);
    return unevaluated === undefined || isDescribedInside(shape, shapes, namedBy, unevaluatedOf)
      ? named
      : unevaluated.alone;
  });
}

/** Whether a schema that `shape` combines describes the part. Only `shapes` apply to the value. */
function isDescribedInside(
  shape: Shape,
  shapes: readonly Shape[],
  namedBy: NamedBy,
  unevaluatedOf: UnevaluatedOf,
): boolean {
  const inside = new Set(shape.combined);
  // The loop also visits the shapes that it adds.
  for (const inner of inside) {
    if (shapes.includes(inner)) {
      if (unevaluatedOf(inner) !== undefined || namedBy(inner).length > 0) return true;
      for (const deeper of inner.combined) inside.add(deeper);
    }
  }
  return false;
}
