import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema, PathSegment } from './json.ts';
import { canonical, hasDuplicates } from './keywords/equality.ts';
import { assertedFormats } from './keywords/formats.ts';
import { isMultipleOf } from './keywords/multiple-of.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { SchemaError } from './schema-error.ts';
import {
  hasMoreParts,
  type JsonSchemaValidator,
  smallValueParts,
  type ValidatorError,
  type ValidatorResult,
} from './validator.ts';

/** Checks by ajv: compiles schemas to code, so it is the fastest, and needs a host that allows code generation. */
export function ajv(): JsonSchemaValidator {
  const compiler = createCompiler(false);
  const thorough = createCompiler(true);
  return {
    compile: (schema) => {
      const rewritten = rewriteDialect(schema) as JsonSchema;
      const validate = compileWith(compiler, rewritten);
      let validateFully: ValidateFunction | undefined;
      return (value): ValidatorResult => {
        if (validate(value)) {
          return { ok: true };
        }
        if (hasMoreParts(value, smallValueParts)) {
          return failure(validate.errors);
        }
        validateFully ??= compileWith(thorough, rewritten);
        validateFully(value);
        return failure(validateFully.errors);
      };
    },
  };
}

function createCompiler(allErrors: boolean): Ajv2020 {
  const compiler = new Ajv2020({
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
    logger: false,
    formats: Object.fromEntries([...assertedFormats].map(([name, { pattern }]) => [name, pattern])),
  });
  replaceKeywords(compiler);
  return compiler;
}

/** Keywords whose verdict or cost in ajv is not what JSON Schema, or a hostile input, asks for. */
function replaceKeywords(compiler: Ajv2020): void {
  for (const keyword of ['multipleOf', 'uniqueItems', 'enum', 'const']) {
    compiler.removeKeyword(keyword);
  }
  // ajv divides, and so says that 0.3 is no multiple of 0.1.
  compiler.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  });
  // ajv compares every item with every other one.
  compiler.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, items: unknown[]) => !on || !hasDuplicates(items),
  });
  // ajv's comparison calls `toString` and `valueOf` of the value, which a caller can send.
  compiler.addKeyword({ keyword: 'enum', compile: (choices: readonly unknown[]) => isOneOf(choices) });
  compiler.addKeyword({ keyword: 'const', compile: (choice: unknown) => isOneOf([choice]) });
}

function isOneOf(choices: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(choices.filter((choice) => !isNested(choice)));
  const nested = new Set(choices.filter(isNested).map(canonical));
  return (value) => (isNested(value) ? nested.size > 0 && nested.has(canonical(value)) : scalars.has(value));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
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
