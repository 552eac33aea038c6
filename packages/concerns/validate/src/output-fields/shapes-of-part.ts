import type { Shape } from './shape.ts';

/** The shapes that apply to a field, or an empty list where no shape names it. `shapes` are all shapes that apply to the object. */
export function shapesOfField(name: string, shapes: readonly Shape[]): readonly Shape[] {
  const [first] = shapes;
  // The common case without an allocation.
  if (shapes.length === 1 && first !== undefined && first.patterns.length === 0) {
    const { fields, additional, unevaluated, mentions } = first;
    return (fields.get(name) ?? additional ?? unevaluated ?? mentions.get(name))?.alone ?? none;
  }
  const described = shapesOfPart(shapes, {
    namedBy: (shape) => shapesNamedBy(shape, name),
    unevaluatedOf: ({ unevaluated }) => unevaluated,
  });
  // A mention must not hide `unevaluatedProperties`, which describes the field better.
  return described.length > 0 ? described : shapes.flatMap(({ mentions }) => mentions.get(name) ?? []);
}

const none: readonly Shape[] = [];

/** The shapes of a field from `properties`, `patternProperties` and `additionalProperties` of one schema. */
function shapesNamedBy({ fields, patterns, additional }: Shape, name: string): readonly Shape[] {
  const named = patterns.filter(([pattern]) => pattern.test(name)).map(([, shape]) => shape);
  const field = fields.get(name);
  if (field !== undefined) named.push(field);
  return named.length > 0 || additional === undefined ? named : additional.alone;
}

/** How the schemas of an object or a list describe one of its parts. */
interface PartKeywords {
  /** The shapes of the part from one schema, without its unevaluated keyword. */
  readonly namedBy: (shape: Shape) => readonly Shape[];
  readonly unevaluatedOf: (shape: Shape) => Shape | undefined;
}

/** The shapes of a part. An unevaluated keyword applies unless its schema, or a schema that it combines, describes the part. */
export function shapesOfPart(shapes: readonly Shape[], { namedBy, unevaluatedOf }: PartKeywords): readonly Shape[] {
  const seen = new Set<Shape>();
  const isDescribed = (shape: Shape): boolean => namedBy(shape).length > 0 || isDescribedInside(shape);
  const isDescribedInside = (shape: Shape): boolean => {
    if (seen.has(shape)) return false;
    seen.add(shape);
    return shape.combined.some(
      (inner) => shapes.includes(inner) && (unevaluatedOf(inner) !== undefined || isDescribed(inner)),
    );
  };
  return shapes.flatMap((shape) => {
    const unevaluated = unevaluatedOf(shape);
    if (unevaluated === undefined) return namedBy(shape);
    seen.clear();
    return isDescribed(shape) ? namedBy(shape) : unevaluated.alone;
  });
}
