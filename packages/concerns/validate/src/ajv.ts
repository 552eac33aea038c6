import { someSchema } from '@toolwire/internal/json-schema';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { loadAjv } from '#load-ajv';
import { assertedFormats } from './json-schema/formats.ts';
import type { JsonSchema } from './json-schema/json.ts';
import { SchemaError } from './json-schema/schema-error.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { isPlainSchema } from './publish/plain-schema.ts';
import { isSureToCompile } from './publish/well-formed.ts';
import { correctKeywords } from './validators/ajv-keywords.ts';
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
  const library = loadAjv();
  const compiler = new library.Ajv2020({
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
  correctKeywords(compiler, library);
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
    throw new SchemaError('TW_SCHEMA_INVALID', `ajv can't compile the schema: ${String(thrown)}.`, '', {
      cause: thrown,
    });
  }
}

/** Whether a schema uses unevaluated keywords. ajv's tracking fails on some schemas that don't use them (seen in 8.20.0). */
function usesUnevaluated(schema: JsonSchema): boolean {
  return someSchema(schema, (subschema) => 'unevaluatedItems' in subschema || 'unevaluatedProperties' in subschema);
}
