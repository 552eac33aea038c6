import { nestedSchemas } from './nested-schemas.ts';
import { objectSchemas } from './object-schemas.ts';
import type { OddSchemas } from './odd-schema.ts';
import { rootSchemas } from './root-schemas.ts';
import { valueSchemas } from './value-schemas.ts';
import { zodSchemas } from './zod-schemas.ts';

/** The inputs, by the name of each. */
export const oddSchemas: OddSchemas = {
  ...rootSchemas,
  ...nestedSchemas,
  ...objectSchemas,
  ...valueSchemas,
  ...zodSchemas,
};
