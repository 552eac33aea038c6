import { resolveReference } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, own } from '../json-schema/json.ts';
import { type PartReader, Shape } from './shape.ts';

/** Reads each shape of a schema once. References lead into `$defs`. */
export class ShapeReader implements PartReader {
  /** The shape of an empty schema. */
  readonly open: Shape;
  private readonly shapes = new Map<unknown, Shape>();
  private readonly root: JsonSchema;

  constructor(root: JsonSchema) {
    this.root = root;
    this.open = this.required(true);
  }

  shapeOf(schema: unknown): Shape | undefined {
    return schema === undefined ? undefined : this.required(schema);
  }

  required(schema: unknown): Shape {
    const known = this.shapes.get(schema);
    return known ?? new Shape(keywordsOf(schema), this, (shape) => this.shapes.set(schema, shape));
  }

  /** The shape of a reference's target. */
  targetOf(schema: JsonSchema): Shape | undefined {
    const reference = own(schema, '$ref');
    return typeof reference === 'string' ? this.shapeOf(resolveReference(reference, this.root)) : undefined;
  }

  /** A subschema with the definitions that its references need. */
  standalone(schema: JsonSchema): JsonSchema {
    const definitions = own(this.root, '$defs');
    return definitions === undefined ? schema : { ...schema, $defs: definitions };
  }
}

/** No value matches `false`, so it becomes an empty enum. */
function keywordsOf(schema: unknown): JsonSchema {
  return isObject(schema) ? schema : schema === false ? { enum: [] } : {};
}

/** The shapes that apply to a field, or an empty list where no shape names it. */
export function shapesOfField(name: string, shapes: readonly Shape[]): readonly Shape[] {
  const [first] = shapes;
  if (shapes.length === 1 && first !== undefined && first.patterns.length === 0) {
    return (first.fields.get(name) ?? first.others ?? first.unnamed)?.alone ?? none;
  }
  const named = shapes.flatMap((shape) => ownShapesOfField(name, shape));
  return named.length > 0 ? named : shapes.flatMap(({ unnamed }) => unnamed ?? []);
}

function ownShapesOfField(name: string, { fields, patterns, others }: Shape): readonly Shape[] {
  const field = fields.get(name);
  const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, shape]) => shape);
  const named = field === undefined ? matching : [field, ...matching];
  return named.length > 0 || others === undefined ? named : others.alone;
}

const none: readonly Shape[] = [];
