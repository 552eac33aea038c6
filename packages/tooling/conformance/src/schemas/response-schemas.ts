import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  callEnvelopeSchema,
  callResponseSchema,
  type JsonSchemaObject,
  serverErrorSchema,
  validationErrorSchema,
} from './call-schemas.ts';
import { listResponseSchema } from './list-schemas.ts';

/** Returns the problem of a value in one line, or `undefined` if it is valid. */
export type SchemaCheck = (value: unknown) => string | undefined;

export interface ResponseSchemas {
  readonly callEnvelope: SchemaCheck;
  readonly callResponse: SchemaCheck;
  readonly serverError: SchemaCheck;
  readonly validationError: SchemaCheck;
  readonly list: SchemaCheck;
  /** Compiles the schema of a tool. Throws if the schema is invalid. */
  compile(schema: JsonSchemaObject): SchemaCheck;
}

/** Compiles each corrected schema when it is first used. Create it once for a run. */
export function createResponseSchemas(): ResponseSchemas {
  let ajv: Ajv2020 | undefined;
  const compile = (schema: JsonSchemaObject): SchemaCheck => {
    // Several tools may publish a schema with the same `$id`.
    ajv ??= new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
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
    callEnvelope: lazy(callEnvelopeSchema),
    callResponse: (body) => response(withoutSchema(body)),
    serverError: lazy(serverErrorSchema),
    validationError: lazy(validationErrorSchema),
    list: lazy(listResponseSchema),
    compile,
  };
}

function firstProblem(validate: ValidateFunction): string {
  const [problem] = validate.errors ?? [];
  return `${problem?.instancePath || 'the body'} ${problem?.message ?? 'is invalid'}`;
}

function withoutSchema(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { $schema: _, ...rest } = body as Record<string, unknown>;
  return rest;
}
