import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { createAjvCompiler } from './ajv-compiler.ts';
import type { JsonSchema, PathSegment } from './json.ts';
import { rewriteDialect } from './publish/dialect.ts';
import { visitSchemas } from './publish/subschemas.ts';
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
  const compilers = new Map<string, Ajv2020>();

  function compilerFor(allErrors: boolean, unevaluated: boolean): Ajv2020 {
    const kind = `${allErrors} ${unevaluated}`;
    const compiler = compilers.get(kind) ?? createAjvCompiler({ allErrors, unevaluated });
    compilers.set(kind, compiler);
    return compiler;
  }

  return {
    compile: (schema) => {
      const rewritten = rewriteDialect(schema) as JsonSchema;
      const unevaluated = usesUnevaluated(rewritten);
      const validate = compileWith(compilerFor(false, unevaluated), rewritten);
      let validateFully: ValidateFunction | undefined;
      return (value): ValidatorResult => {
        if (validate(value)) {
          return { ok: true };
        }
        if (hasMoreParts(value, smallValueParts)) {
          return failure(validate.errors);
        }
        // Compiled when first needed: most tools never see a wrong input.
        validateFully ??= compileWith(compilerFor(true, unevaluated), rewritten);
        validateFully(value);
        return failure(validateFully.errors);
      };
    },
  };
}

function usesUnevaluated(schema: JsonSchema): boolean {
  let uses = false;
  visitSchemas(schema, (subschema) => {
    uses ||= 'unevaluatedItems' in subschema || 'unevaluatedProperties' in subschema;
  });
  return uses;
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
