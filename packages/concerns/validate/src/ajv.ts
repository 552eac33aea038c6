import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { loadAjv } from '#load-ajv';
import { maxPartsForAllErrors } from './json-schema/checks-per-part.ts';
import { assertedFormats } from './json-schema/formats.ts';
import type { JsonSchema } from './json-schema/json.ts';
import { SchemaError } from './json-schema/schema-error.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { isPlainSchema } from './publish/plain-schema.ts';
import { isSureToCompile } from './publish/well-formed.ts';
import { ajvErrorReader } from './validators/ajv-errors.ts';
import { correctContains, equality, multipleOf, uniqueItems, usesUnevaluated } from './validators/ajv-keywords.ts';
import { hasMoreParts, type JsonSchemaValidator, type ValidatorResult } from './validators/validator.ts';

/** Creates a validator with ajv. It compiles schemas to code: it is the fastest, and needs a host that allows code generation. */
export function ajv(): JsonSchemaValidator {
  const compilers = new Map<string, Ajv2020>();
  let hasCompiled = false;

  function compilerFor(options: CompilerOptions): Ajv2020 {
    const kind = `${options.allErrors} ${options.unevaluated}`;
    const compiler = compilers.get(kind) ?? createCompiler(options);
    compilers.set(kind, compiler);
    return compiler;
  }

  return {
    compile: (schema) => {
      const isPlain = isPlainSchema(schema);
      // A frozen schema, such as a published schema, can't change before it is compiled.
      const rewritten = isPlain && Object.isFrozen(schema) ? schema : (rewriteDialect(schema) as JsonSchema);
      const readErrors = ajvErrorReader(rewritten);
      const compileOnce = (reported: 'first error' | 'all errors'): ValidateFunction => {
        const options = { allErrors: reported === 'all errors', unevaluated: usesUnevaluated(rewritten) };
        return compileWith(compilerFor(options), rewritten);
      };
      // The first schema is compiled at once, so that a platform that forbids code generation is reported at startup. Later
      // schemas take a millisecond each. A schema that is sure to compile is compiled with its first value.
      let validate = hasCompiled && (isPlain || isSureToCompile(rewritten)) ? undefined : compileOnce('first error');
      hasCompiled = true;
      let validateFully: ValidateFunction | undefined;
      let maxParts: number | undefined;
      return (value): ValidatorResult => {
        validate ??= compileOnce('first error');
        if (validate(value)) {
          return { ok: true };
        }
        maxParts ??= maxPartsForAllErrors(rewritten);
        if (hasMoreParts(value, maxParts)) {
          return { ok: false, errors: readErrors(validate.errors) };
        }
        // Compiled on first use: most tools never receive an invalid input.
        validateFully ??= compileOnce('all errors');
        validateFully(value);
        return { ok: false, errors: readErrors(validateFully.errors) };
      };
    },
  };
}

interface CompilerOptions {
  readonly allErrors: boolean;
  /** Whether the schema has unevaluated keywords. */
  readonly unevaluated: boolean;
}

/** Creates an ajv compiler that decides as JSON Schema does, in linear time. */
function createCompiler({ allErrors, unevaluated }: CompilerOptions): Ajv2020 {
  const Ajv = loadAjv();
  const compiler = new Ajv({
    allErrors,
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
  for (const definition of [multipleOf, uniqueItems, ...equality]) {
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
