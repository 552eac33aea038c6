import type { JsonSchema } from '../base/json.ts';
import type { Direction } from './standard-schema.ts';

/** Makes the JSON Schema of a library's schema, or answers `undefined` for a schema that is not its own. */
export type SchemaConverter = (schema: unknown, direction: Direction) => JsonSchema | undefined;
