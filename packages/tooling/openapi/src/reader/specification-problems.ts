import { type Fields, StartupError } from '@toolwire/internal';

/** Lists the violations of the OpenAPI specification. */
export async function specificationProblems(document: Fields): Promise<readonly string[]> {
  const errors = await validate(document);
  if (errors === undefined) return [];
  // The validator can't follow references to other files. `readOpenApi` reports the operations whose files are missing.
  if (typeof errors === 'string') return errors.endsWith('only internal refs are supported.') ? [] : [errors];
  return [...new Set(errors.map(({ instancePath, message }) => `${instancePath || '/'}: ${message ?? 'is invalid'}`))];
}

async function validate(document: Fields) {
  try {
    // Loaded only here, because it contains the schemas of four OpenAPI versions.
    const { Validator } = await import('@seriousme/openapi-schema-validator');
    return (await new Validator().validate(document)).errors;
  } catch (cause) {
    if (!isMissingFile(cause)) throw cause;
    throw new StartupError(
      'TW_OPENAPI_BUNDLED',
      "The package @seriousme/openapi-schema-validator can't find its schema files, because a bundler has moved or omitted them. Make the package external in your bundler and install it next to the bundle, or set `validate: false`.",
      { cause },
    );
  }
}

/** The validator reads its schemas from files next to its code, which bundlers don't copy. */
const missingFileCodes: ReadonlySet<unknown> = new Set([
  'ENOENT',
  // A bundle in CommonJS has no `import.meta.url`.
  'ERR_INVALID_URL',
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
]);

function isMissingFile(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && missingFileCodes.has(cause.code);
}
