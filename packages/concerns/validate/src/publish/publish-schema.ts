import { isObject, type JsonSchema } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { toJsonValue } from '../json/to-json-value.ts';
import { withDefinitions } from './definitions.ts';
import { rewriteDialect } from './dialect.ts';
import { publishPatterns } from './library-patterns.ts';
import { withoutMarks } from './marks.ts';
import { requireObjectRoot } from './object-root.ts';
import { isPlainSchema } from './plain-schema.ts';
import { inlineReferences } from './references.ts';
import { slim } from './slim.ts';
import { openMarked } from './takes-more.ts';
import { slowPatterns } from './warnings.ts';
import { requirePatterns, requireWellFormed } from './well-formed.ts';

/** Where a schema to publish came from, and what it is for. */
export interface PublishOptions {
  readonly direction: 'input' | 'output';
  /** Whether a schema library wrote it, and checks values itself. */
  readonly generated: boolean;
}

/** A schema to publish, and what its author should know of it. */
export interface Published {
  readonly jsonSchema: JsonSchema;
  readonly warnings: readonly string[];
  /** All that may be taken, which a library's own check may make more than is published. */
  readonly taken: () => JsonSchema;
  /** The schema with references, where it contains itself and is published as its first levels. */
  readonly whole?: JsonSchema;
}

/** Makes the JSON Schema that wires may publish: plain JSON, no references, one dialect, an object at the root of inputs. */
export function publishSchema(raw: unknown, options: PublishOptions): Published {
  const json = withoutDialect(asJson(raw));
  if (isPlainSchema(json)) {
    return publishPlain(json, options.direction);
  }
  const { schema: inlined, isRecursive } = inlineReferences(json);
  const rewritten = rewriteDialect(inlined);
  const schema = isObject(rewritten) ? rewritten : rewritten === false ? { not: {} } : {};
  requireWellFormed(schema);
  if (!options.generated) {
    requirePatterns(schema);
  }
  const rooted = options.direction === 'input' ? requireObjectRoot(schema) : schema;
  const warnings: string[] = [];
  const finished = options.generated ? slim(publishPatterns(rooted, (warning) => warnings.push(warning))) : rooted;
  const jsonSchema = deepFreeze((options.generated ? withoutMarks(finished) : finished) as JsonSchema);
  const taken = (): JsonSchema => openMarked(finished) as JsonSchema;
  return {
    jsonSchema,
    warnings: [...warnings, ...slowPatterns(jsonSchema)],
    taken,
    ...(isRecursive ? { whole: wholeSchema(json, options) } : {}),
  };
}

/** Which dialect a schema names is not published: all are written as one. */
function withoutDialect(json: JsonSchema): JsonSchema {
  if (!Object.hasOwn(json, '$schema')) {
    return json;
  }
  const { $schema: _, ...rest } = json;
  return rest;
}

/** The same for what is known to be a plain schema that nobody else holds. */
export function publishPlain(plain: JsonSchema, direction: PublishOptions['direction']): Published {
  const jsonSchema = deepFreeze(direction === 'input' ? requireObjectRoot(plain) : plain);
  return { jsonSchema, warnings: [], taken: () => openMarked(jsonSchema) as JsonSchema };
}

function wholeSchema(json: JsonSchema, { direction, generated }: PublishOptions): JsonSchema {
  const whole = rewriteDialect(withDefinitions(json)) as JsonSchema;
  // It is known to be an object here; only a reference may stand at the root.
  const rooted = direction === 'input' ? { type: 'object', ...whole } : whole;
  const finished = generated ? withoutMarks(slim(publishPatterns(rooted, () => undefined))) : rooted;
  return deepFreeze(finished as JsonSchema);
}

/** The schema as its author wrote it, references and all, where it names the dialect that it is written in. */
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
