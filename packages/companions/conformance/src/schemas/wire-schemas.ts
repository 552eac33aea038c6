import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { callAnswerSchema, callResponseSchema } from './call-response.ts';
import { serverErrorSchema, validationErrorSchema } from './errors.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { listAnswerSchema } from './tool-definition.ts';

/** What is wrong with a value, in one line; `undefined` when nothing is. */
export type SchemaCheck = (value: unknown) => string | undefined;

/** The corrected schemas of everything a server answers, compiled. */
export interface WireSchemas {
  readonly callAnswer: SchemaCheck;
  readonly flatCallAnswer: SchemaCheck;
  readonly serverError: SchemaCheck;
  readonly validationError: SchemaCheck;
  readonly list: SchemaCheck;
  /** Compiles a tool's own schema, or says why it cannot. */
  compile(schema: JsonSchemaObject): SchemaCheck;
}

/** Compiles the corrected schemas, each when it is first needed; one set serves a whole run. */
export function createWireSchemas(): WireSchemas {
  let ajv: Ajv2020 | undefined;
  const compile = (schema: JsonSchemaObject): SchemaCheck => {
    ajv ??= new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
    const validate = ajv.compile(schema);
    return (value) => (validate(value) ? undefined : firstProblem(validate));
  };
  const lazy = (schema: JsonSchemaObject): SchemaCheck => {
    let check: SchemaCheck | undefined;
    return (value) => {
      check ??= compile(schema);
      return check(value);
    };
  };
  const response = lazy(callResponseSchema);
  return {
    callAnswer: lazy(callAnswerSchema),
    flatCallAnswer: (body) => response(withoutSchema(body)),
    serverError: lazy(serverErrorSchema),
    validationError: lazy(validationErrorSchema),
    list: lazy(listAnswerSchema),
    compile,
  };
}

function firstProblem(validate: ValidateFunction): string {
  const [problem] = validate.errors ?? [];
  return `${problem?.instancePath || 'the body'} ${problem?.message ?? 'is wrong'}`;
}

function withoutSchema(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { $schema: _, ...rest } = body as Record<string, unknown>;
  return rest;
}
