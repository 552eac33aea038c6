import { StartUpError } from '@toolwire/internal';

/** Where tables are unless said otherwise. */
export const usualSchema = 'toolwire';

/** The schema as statements name it; throws for what is no plain name. */
export function quotedSchema(schema: string): string {
  if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `schema is ${typeof schema === 'string' ? `'${schema.slice(0, 100)}'` : typeof schema}. Write up to 63 of a-z, 0-9 and _, such as 'toolwire'.`,
    );
  }
  return `"${schema}"`;
}
