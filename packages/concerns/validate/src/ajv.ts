import { isMultipleOf, someSchema } from '@toolwire/internal/json-schema';
import type { Ajv, CodeKeywordDefinition, KeywordDefinition } from 'ajv';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { loadAjv } from '#load-ajv';
import { assertedFormats } from './json-schema/formats.ts';
import { canonical, hasDuplicates, type JsonSchema } from './json-schema/json.ts';
import { SchemaError } from './json-schema/schema-error.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { isPlainSchema } from './publish/plain-schema.ts';
import { isSureToCompile } from './publish/well-formed.ts';
import { type JsonSchemaValidator, pathOfAjv, type ValidatorResult } from './validators/validator.ts';

/** Creates a validator with ajv. It compiles schemas to code: it is the fastest, and needs a host that allows code generation. */
export function ajv(): JsonSchemaValidator {
  const compilers = new Map<boolean, Ajv2020>();
  let hasCompiled = false;

  function compile(schema: JsonSchema): ValidateFunction {
    const unevaluated = usesUnevaluated(schema);
    const compiler = compilers.get(unevaluated) ?? createCompiler(unevaluated);
    compilers.set(unevaluated, compiler);
    return compileWith(compiler, schema);
  }

  return {
    compile: (schema) => {
      const isPlain = isPlainSchema(schema);
      // A frozen schema, such as a published schema, can't change before it is compiled.
      const rewritten = isPlain && Object.isFrozen(schema) ? schema : (rewriteDialect(schema) as JsonSchema);
      // The first schema is compiled at once, so that a platform that forbids code generation is reported at startup. Later
      // schemas take a millisecond each. A schema that is sure to compile is compiled with its first value.
      let validate = hasCompiled && (isPlain || isSureToCompile(rewritten)) ? undefined : compile(rewritten);
      hasCompiled = true;
      return (value): ValidatorResult => {
        validate ??= compile(rewritten);
        return validate(value) ? { ok: true } : { ok: false, path: pathOfAjv(validate.errors) };
      };
    },
  };
}

/** Creates an ajv compiler that decides as JSON Schema does, in linear time. */
function createCompiler(unevaluated: boolean): Ajv2020 {
  const Ajv = loadAjv();
  const compiler = new Ajv({
    // Validation never changes the input.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    // Without it `required: ['toString']` passes on `{}`.
    ownProperties: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    // Schemas are not validated here, and the meta-schema takes a fifth of the creation time.
    meta: false,
    logger: false,
    formats: Object.fromEntries([...assertedFormats].map(([name, { pattern }]) => [name, pattern])),
  });
  compiler.opts.unevaluated = unevaluated;
  for (const definition of correctedKeywords) {
    compiler.removeKeyword(String(definition.keyword)).addKeyword(definition);
  }
  correctContains(compiler);
  return compiler;
}

function compileWith(compiler: Ajv2020, schema: JsonSchema): ValidateFunction {
  try {
    return compiler.compile(schema);
  } catch (thrown) {
    if (thrown instanceof EvalError) {
      throw new SchemaError(
        'TW_SCHEMA_NO_CODE_GENERATION',
        "This platform forbids code generation (eval), which ajv needs. Pass validator: noEval(), imported from '@toolwire/validate/no-eval'.",
        '',
        { cause: thrown },
      );
    }
    throw thrown;
  }
}

/** Keywords that ajv 8.20.0 decides wrongly or slowly. */
const correctedKeywords: readonly KeywordDefinition[] = [
  // ajv calls `toString` and `valueOf` of the value to compare, which a caller can send (ajv-validator/ajv#2624).
  { keyword: 'enum', compile: (choices: readonly unknown[]) => isOneOf(choices) },
  { keyword: 'const', compile: (choice: unknown) => isOneOf([choice]) },
  // ajv divides floats, so 0.3 is not a multiple of 0.1 (ajv-validator/ajv#652).
  {
    keyword: 'multipleOf',
    type: 'number',
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  },
  // ajv compares each pair of items (ajv-validator/ajv#608).
  {
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, items: unknown[]) => !on || !hasDuplicates(items),
  },
];

function isOneOf(choices: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(choices.filter((choice) => !isNested(choice)));
  const nested = new Set(choices.filter(isNested).map(canonical));
  return (value) => (isNested(value) ? nested.size > 0 && nested.has(canonical(value)) : scalars.has(value));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Makes `contains` right for empty lists. After `prefixItems`, ajv skips it for an empty list, and without limits it uses the result of
 * an earlier list for it (seen in 8.20.0). With a minimum between 0 and 1, ajv counts the matches from 0 for each list, and stops at the first.
 */
function correctContains(compiler: Ajv): void {
  const contains = compiler.getKeyword('contains') as CodeKeywordDefinition;
  compiler.removeKeyword('contains').addKeyword({
    ...contains,
    before: 'prefixItems',
    code: (context, type) => {
      const { minContains = 1, maxContains } = context.parentSchema;
      if (minContains === 1 && maxContains === undefined) {
        Object.assign(context, { parentSchema: { ...context.parentSchema, minContains: 0.5 } });
      }
      contains.code(context, type);
    },
  });
}

/** Whether a schema uses unevaluated keywords. ajv's tracking fails on some schemas that don't use them (seen in 8.20.0). */
function usesUnevaluated(schema: JsonSchema): boolean {
  return someSchema(schema, (subschema) => 'unevaluatedItems' in subschema || 'unevaluatedProperties' in subschema);
}
