import { type Draft, isObject, type JsonSchema } from '../json-schema/json.ts';
import { isPlainName } from '../publish/plain-schema.ts';
import { itemBounds, writeNumber, writeString } from './fast-zod-checks.ts';
import { type Definition, hasOnly, isOfKnownClass, metadataOf, type Part } from './fast-zod-schema.ts';
import type { Direction } from './standard-schema.ts';

/** Larger, deeper and recursive schemas are left to zod. */
const maxParts = 500;
const maxLevels = 20;

/**
 * Converts simple zod 4 schemas exactly as zod does. Zod's own conversion takes three times as long, which is a third of the
 * startup time of a server with many tools. Returns `undefined` for all other schemas: other kinds, custom checks and unknown
 * members of a definition are left to zod.
 * The result is a plain schema.
 */
export function convertSimpleZod(schema: unknown, direction: Direction): JsonSchema | undefined {
  try {
    return new Writer(direction).write(schema as Part);
  } catch {
    // Zod's own conversion reports this error, for example of a default that an author's function computes.
    return undefined;
  }
}

class Writer {
  private readonly direction: Direction;
  private partsLeft = maxParts;
  private levelsLeft = maxLevels;

  constructor(direction: Direction) {
    this.direction = direction;
  }

  write(part: Part): Draft | undefined {
    const { def } = part._zod;
    const names = memberNames.get(def.type);
    const isKnown = names !== undefined && hasOnly(def, names) && isOfKnownClass(part);
    this.partsLeft -= 1;
    this.levelsLeft -= 1;
    const draft = isKnown && this.partsLeft >= 0 && this.levelsLeft >= 0 ? this.kind(def) : undefined;
    this.levelsLeft += 1;
    if (draft === undefined || !this.describe(part, draft)) {
      return undefined;
    }
    return def.type === 'optional' || def.type === 'default' ? this.withInner(def, draft) : draft;
  }

  /** The keywords of a schema without its metadata, in zod's order. */
  private kind(def: Definition): Draft | undefined {
    switch (def.type) {
      case 'string':
        return writeString(def);
      case 'number':
        return writeNumber(def);
      case 'array':
        return this.array(def);
      default:
        // These kinds have only custom checks.
        return (def.checks ?? []).length > 0 ? undefined : this.unchecked(def);
    }
  }

  private unchecked(def: Definition): Draft | undefined {
    switch (def.type) {
      case 'boolean':
        return { type: 'boolean' };
      case 'enum':
        return writeEnum(def);
      case 'object':
        return this.object(def);
      case 'optional':
        return {};
      case 'default':
        return writeDefault(def);
      default:
        return undefined;
    }
  }

  private array(def: Definition): Draft | undefined {
    const bounds = itemBounds(def);
    const items = bounds && this.write(def['element'] as Part);
    return items && { ...bounds, type: 'array', items };
  }

  private object({ shape, catchall }: Definition): Draft | undefined {
    const isStrict = catchall !== undefined && (catchall as Part)._zod.def.type === 'never';
    if (!isObject(shape) || Object.getOwnPropertySymbols(shape).length > 0 || (catchall !== undefined && !isStrict)) {
      return undefined;
    }
    const properties: Draft = {};
    const required: string[] = [];
    for (const name of Object.keys(shape)) {
      const field = shape[name] as Part;
      const { type } = field._zod.def;
      const written = this.write(field);
      if (written === undefined || !isPlainName(name)) {
        return undefined;
      }
      properties[name] = written;
      // A field with a default is optional in inputs, and always present in outputs.
      if (type !== 'optional' && (type !== 'default' || this.direction === 'output')) {
        required.push(name);
      }
    }
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...((isStrict || this.direction === 'output') && { additionalProperties: false }),
    };
  }

  /** Own keywords come first, then those of the inner schema. */
  private withInner(def: Definition, draft: Draft): Draft | undefined {
    const inner = this.write(def['innerType'] as Part);
    return inner && { ...draft, ...inner, ...draft };
  }

  /** Adds the title and description. Other metadata, such as an `id` that makes a reference, is left to zod. */
  private describe(part: Part, draft: Draft): boolean {
    const metadata = metadataOf(part);
    if (metadata === undefined) {
      return false;
    }
    for (const name of Object.keys(metadata)) {
      const text = metadata[name];
      if ((name !== 'description' && name !== 'title') || typeof text !== 'string') {
        return false;
      }
      draft[name] = text;
    }
    for (let { parent } = part._zod; parent !== undefined; { parent } = parent._zod) {
      if (metadataOf(parent)?.['id'] !== undefined) {
        return false;
      }
    }
    return true;
  }
}

function writeEnum({ entries }: Definition): Draft | undefined {
  const values = isObject(entries) ? Object.values(entries) : [];
  return values.length > 0 && values.every((value) => typeof value === 'string')
    ? { type: 'string', enum: values }
    : undefined;
}

function writeDefault({ defaultValue: value }: Definition): Draft | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  return isScalar ? { default: value } : undefined;
}

const namesOf = (...names: readonly string[]): ReadonlySet<string> => new Set(['type', 'checks', 'error', ...names]);

/** The known members of each simple kind's definition. */
const memberNames: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['string', namesOf()],
  ['number', namesOf('check', 'format', 'abort')],
  ['boolean', namesOf()],
  ['enum', namesOf('entries')],
  ['array', namesOf('element')],
  ['object', namesOf('shape', 'catchall')],
  ['optional', namesOf('innerType')],
  ['default', namesOf('innerType', 'defaultValue')],
]);
