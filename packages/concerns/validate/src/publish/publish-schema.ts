import { toObjectSchema } from '@toolwire/internal/json-schema';
import { toJsonValue } from '../json/to-json-value.ts';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { withDefinitions } from './definitions.ts';
import { rewriteDialect } from './dialect.ts';
import { inlineReferences } from './inline-references.ts';
import { openMarkedParts, withoutMarks } from './marks.ts';
import { requireObjectRoot } from './parameters.ts';
import { isPlainSchema } from './plain-schema.ts';
import { publishPatterns } from './publish-patterns.ts';
import { removeRedundantKeywords } from './redundant-keywords.ts';
import { rejectAmbiguousUnevaluated } from './unevaluated.ts';
import { requireValidPatterns, requireWellFormed } from './well-formed.ts';

/** The origin and direction of a schema. */
export interface PublishOptions {
  readonly direction: 'input' | 'output';
  /** Whether a schema library wrote it and validates values itself. */
  readonly generated: boolean;
}

/** A published schema, and warnings for its author. */
export interface Published {
  readonly jsonSchema: JsonSchema;
  readonly warnings: readonly string[];
  /** Everything that the library may accept, which can be more than the published schema. */
  readonly accepted: () => JsonSchema;
  /** The schema with the marks of its conversion, and with references if it is recursive; omitted for a plain schema. */
  readonly marked?: JsonSchema;
  /** The recursive schema with its references. Only its first levels are published. */
  readonly withReferences?: JsonSchema;
}

/** Creates the JSON Schema to publish: plain JSON, no references, one dialect, and an object at the root of inputs. */
export function publishSchema(raw: unknown, options: PublishOptions): Published {
  // All schemas are published in one dialect.
  const { $schema: _, ...json } = asJson(raw);
  if (isPlainSchema(json)) {
    return publishPlain(json, options.direction);
  }
  const { schema: inlined, isRecursive } = inlineReferences(json);
  const rewritten = rewriteDialect(inlined);
  const schema = toObjectSchema(rewritten);
  requireWellFormed(schema);
  if (!options.generated) {
    requireValidPatterns(schema);
    rejectAmbiguousUnevaluated(schema);
  }
  const rooted = options.direction === 'input' ? requireObjectRoot(schema) : schema;
  const warnings: string[] = [];
  const finished = options.generated
    ? removeRedundantKeywords(publishPatterns(rooted, (warning) => warnings.push(warning)))
    : rooted;
  const jsonSchema = deepFreeze(options.generated ? withoutMarks(finished) : finished);
  const accepted = (): JsonSchema => openMarkedParts(finished) as JsonSchema;
  return {
    jsonSchema,
    warnings,
    accepted,
    ...(isRecursive ? recursive(json, options) : { marked: rooted }),
  };
}

/** Publishes a schema that is known to be plain. */
function publishPlain(plain: JsonSchema, direction: PublishOptions['direction']): Published {
  const jsonSchema = deepFreeze(direction === 'input' ? requireObjectRoot(plain) : plain);
  return { jsonSchema, warnings: [], accepted: () => openMarkedParts(jsonSchema) as JsonSchema };
}

function recursive(
  json: JsonSchema,
  { direction, generated }: PublishOptions,
): Pick<Published, 'withReferences' | 'marked'> {
  const rewritten = rewriteDialect(withDefinitions(json)) as JsonSchema;
  // It is known to be an object, but may have a reference at its root.
  const rooted = direction === 'input' ? { type: 'object', ...rewritten } : rewritten;
  const finished = generated ? withoutMarks(removeRedundantKeywords(publishPatterns(rooted, () => undefined))) : rooted;
  return { withReferences: deepFreeze(finished), marked: rooted };
}

/** The schema as its author wrote it, with references, if it declares its dialect. */
export function authoredDocument(raw: JsonSchema): JsonSchema | undefined {
  return typeof raw['$schema'] === 'string' ? deepFreeze(asJson(raw)) : undefined;
}

function asJson(raw: unknown): JsonSchema {
  const json = toJsonValue(raw);
  if (!json.ok) {
    throw new SchemaError('TW_SCHEMA_INVALID', `The schema is not plain JSON: ${json.problem.message}`);
  }
  if (!isObject(json.value)) {
    throw new SchemaError(
      'TW_SCHEMA_INVALID',
      'The schema is not an object. Write a JSON Schema such as { "type": "object" }.',
    );
  }
  return json.value;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) {
      deepFreeze(part);
    }
  }
  return value;
}
