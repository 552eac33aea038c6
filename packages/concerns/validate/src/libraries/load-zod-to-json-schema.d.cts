import type * as library from 'zod-to-json-schema';

export function loadZodToJsonSchema(): typeof library;
