import { isObject, type JsonSchema } from '../base/json.ts';
import type { Direction } from '../libraries/standard-schema.ts';
import { isPlainName } from '../publish/plain-schema.ts';
import { itemBounds, writeNumber, writeString } from './simple-zod-bounds.ts';
import {
  type Definition,
  type Draft,
  hasOnly,
  isOfKnownClass,
  type Part,
  type Registry,
  sharedRegistry,
} from './simple-zod-parts.ts';

/** Larger and deeper schemas, and those that contain themselves, are left to zod. */
const mostParts = 500;
const mostLevels = 20;

/**
 * Writes a schema of zod 4 to the letter as zod does, where it is made of the kinds that most tools are made of, and of nothing
 * else: zod's own way takes three times as long, a third of the start of a server with many tools. `undefined` leaves it to zod: for
 * other kinds, for what an author checks by a function, for all that a definition says and is not known here.
 * What is written is a plain schema, of which nothing more is to be asked.
 */
export function writeSimpleZod(schema: unknown, direction: Direction): JsonSchema | undefined {
  const registry = sharedRegistry();
  if (registry === undefined) {
    return undefined;
  }
  try {
    return new Writer(registry, direction).write(schema as Part);
  } catch {
    // What throws when it is read, such as an author's function for a default, is told of by zod's own conversion.
    return undefined;
  }
}

class Writer {
  private readonly registry: Registry;
  private readonly direction: Direction;
  private partsLeft = mostParts;
  private levelsLeft = mostLevels;

  constructor(registry: Registry, direction: Direction) {
    this.registry = registry;
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

  /** What a schema says by itself, in the order in which zod says it. */
  private kind(def: Definition): Draft | undefined {
    switch (def.type) {
      case 'string':
        return writeString(def);
      case 'number':
        return writeNumber(def);
      case 'array':
        return this.array(def);
      default:
        // Only an author's own checks are left for these.
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
      // What has a default may be left out, and is always given.
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

  /** What a schema says itself stands first; what it stands around follows. */
  private withInner(def: Definition, draft: Draft): Draft | undefined {
    const inner = this.write(def['innerType'] as Part);
    return inner && { ...draft, ...inner, ...draft };
  }

  /** Adds what is said for people; no other word of the author's is known here, such as one that makes a reference of a schema. */
  private describe(part: Part, draft: Draft): boolean {
    const said = this.registry.get(part) ?? nothing;
    for (const name of Object.keys(said)) {
      const text = said[name];
      if ((name !== 'description' && name !== 'title') || typeof text !== 'string') {
        return false;
      }
      draft[name] = text;
    }
    for (let { parent } = part._zod; parent !== undefined; { parent } = parent._zod) {
      if (this.registry.get(parent)?.['id'] !== undefined) {
        return false;
      }
    }
    return true;
  }
}

const nothing: Readonly<Record<string, unknown>> = {};

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

/** What each simple kind is known to say in its definition. */
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
