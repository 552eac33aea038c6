/** The parts of a Standard Schema that are replaced. */
interface StandardProps {
  readonly validate?: unknown;
}

/**
 * The input schema for the tool of a procedure. It is published, and its JSON Schema checks the input. Its own checks and transforms run
 * once, in the procedure, behind the middleware that decides who may call.
 */
export function inputOfProcedure<Schema extends object>(schema: Schema): Schema {
  return withStandard(schema, { validate: undefined });
}

/** The output schema for the tool of a procedure, which has validated its output already. */
export function outputOfProcedure<Schema extends object>(schema: Schema): Schema {
  return withStandard(schema, { validate: (value: unknown) => ({ value }) });
}

/** Whether a schema is a Standard Schema. */
export function isStandardSchema(schema: unknown): schema is { readonly '~standard': object } {
  return ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') && '~standard' in schema;
}

/** A copy that is still recognized as a schema of its library. */
function withStandard<Schema extends object>(schema: Schema, replaced: StandardProps): Schema {
  const { '~standard': props } = schema as { readonly '~standard'?: object };
  return Object.create(schema, {
    '~standard': { value: { ...props, ...replaced }, enumerable: true },
    // Zod's own function would run the checks and transforms of the original.
    safeParseAsync: { value: undefined },
  }) as Schema;
}

/** The issues of a failed validation as lines, such as `tags.0: Expected a string`; `undefined` for anything else. */
export function describeIssues(issues: unknown): string | undefined {
  if (!Array.isArray(issues)) return undefined;
  const lines = (issues as readonly unknown[]).slice(0, maxIssues).flatMap((issue) => {
    const { message, path } = (issue ?? {}) as { readonly message?: unknown; readonly path?: unknown };
    if (typeof message !== 'string') return [];
    const pathText = Array.isArray(path) ? path.map(segmentText).join('.') : '';
    return [pathText === '' ? message : `${pathText}: ${message}`];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

const maxIssues = 10;

function segmentText(segment: unknown): string {
  const key = typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment;
  return String(key);
}
