import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema, PathSegment } from './base/json.ts';
import { SchemaError } from './base/schema-error.ts';
import { hasMoreParts, type JsonSchemaValidator, type ValidatorError, type ValidatorResult } from './base/validator.ts';
import { equality } from './corrections/ajv-equality.ts';
import { multipleOf } from './corrections/ajv-multiple-of.ts';
import { usesUnevaluated } from './corrections/ajv-unevaluated.ts';
import { uniqueItems } from './corrections/ajv-unique-items.ts';
import { smallValueParts } from './keywords/checks-per-part.ts';
import { assertedFormats } from './keywords/formats.ts';
import { ajvClass } from './libraries/ajv-class.deferred.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { isPlainSchema } from './publish/plain-schema.ts';
import { isSureToCompile } from './publish/sure-to-compile.ts';

/** Checks by ajv: compiles schemas to code, so it is the fastest, and needs a host that allows code generation. */
export function ajv(): JsonSchemaValidator {
  const compilers = new Map<string, Ajv2020>();
  let hasCompiled = false;

  function compilerFor(allErrors: boolean, unevaluated: boolean): Ajv2020 {
    const kind = `${allErrors} ${unevaluated}`;
    const compiler = compilers.get(kind) ?? createCompiler(allErrors, unevaluated);
    compilers.set(kind, compiler);
    return compiler;
  }

  return {
    compile: (schema) => {
      const isPlain = isPlainSchema(schema);
      // What is frozen, as is all that is published, will be the same when it is compiled.
      const rewritten = isPlain && Object.isFrozen(schema) ? schema : (rewriteDialect(schema) as JsonSchema);
      const compileOnce = (allErrors: boolean): ValidateFunction =>
        compileWith(compilerFor(allErrors, usesUnevaluated(rewritten)), rewritten);
      // The first one at once, since a host that forbids code generation is to be told of at start-up. For the rest that would be a
      // millisecond each: where nothing is left that could be wrong with a schema, it is for the first value.
      let validate = hasCompiled && (isPlain || isSureToCompile(rewritten)) ? undefined : compileOnce(false);
      hasCompiled = true;
      let validateFully: ValidateFunction | undefined;
      let maxParts: number | undefined;
      return (value): ValidatorResult => {
        validate ??= compileOnce(false);
        if (validate(value)) {
          return { ok: true };
        }
        maxParts ??= smallValueParts(rewritten);
        if (hasMoreParts(value, maxParts)) {
          return failure(validate.errors);
        }
        // Compiled when first needed: most tools never see a wrong input.
        validateFully ??= compileOnce(true);
        validateFully(value);
        return failure(validateFully.errors);
      };
    },
  };
}

/** Sets ajv up so that its verdict is that of JSON Schema, and its cost grows with the value and not with its square. */
function createCompiler(allErrors: boolean, unevaluated: boolean): Ajv2020 {
  const Ajv = ajvClass();
  const compiler = new Ajv({
    allErrors,
    // Types are never coerced and inputs never changed: the check is a question.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    // Without it `required: ['toString']` passes on `{}`.
    ownProperties: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    // Schemas are not held against that of their dialect here, and reading it takes a fifth of what a compiler takes.
    meta: false,
    logger: false,
    formats: Object.fromEntries([...assertedFormats].map(([name, { pattern }]) => [name, pattern])),
  });
  compiler.opts.unevaluated = unevaluated;
  for (const definition of [multipleOf, uniqueItems, ...equality]) {
    compiler.removeKeyword(String(definition.keyword)).addKeyword(definition);
  }
  return compiler;
}

function compileWith(compiler: Ajv2020, schema: JsonSchema): ValidateFunction {
  try {
    return compiler.compile(schema);
  } catch (thrown) {
    if (thrown instanceof EvalError) {
      throw new SchemaError(
        'TW_SCHEMA_NO_CODE_GENERATION',
        "This host forbids code generation, which ajv needs. Pass validator: noEval(), imported from '@toolwire/validate/no-eval'.",
        '',
        { cause: thrown },
      );
    }
    throw thrown;
  }
}

function failure(errors: readonly ErrorObject[] | null | undefined): ValidatorResult {
  return { ok: false, errors: (errors ?? []).filter(isOwnError).map(readError) };
}

/** The errors of a union's branches say less than the union's own. */
function isOwnError({ schemaPath }: ErrorObject): boolean {
  return !/\/(?:anyOf|oneOf|not|if|contains|propertyNames)\/./.test(
    schemaPath.replaceAll(/\/(?:properties|patternProperties|dependentSchemas)\/[^/]*/g, ''),
  );
}

function readError({ instancePath, keyword, params }: ErrorObject): ValidatorError {
  const path: PathSegment[] = instancePath.split('/').slice(1).map(decodeSegment);
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return { path: typeof name === 'string' ? [...path, name] : path, keyword };
}

function decodeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
