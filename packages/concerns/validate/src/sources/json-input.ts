import { libraryOf } from '../libraries/library.ts';
import { standardProps } from '../libraries/standard-schema.ts';
import { hasDates } from '../libraries/unrepresentable.ts';
import { convertByLibrary } from './library-conversion.ts';

/** Refuses an output schema that takes what JSON cannot carry, such as a Map: outputs are checked as the JSON that is sent. Says whether it takes dates. */
export function requireJsonInput(schema: unknown): { readonly takesDates: boolean } {
  const jsonSchema = standardProps(schema)?.jsonSchema;
  const taken =
    jsonSchema && convertByLibrary((conversion) => jsonSchema.input(conversion), 'output', libraryOf(schema));
  return { takesDates: hasDates(taken) };
}
