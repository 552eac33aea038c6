import { libraryOf } from '../libraries/library.ts';
import { standardProps } from '../libraries/standard-schema.ts';
import { convertByLibrary } from './library-conversion.ts';

/** Refuses an output schema that takes what JSON cannot carry, such as a Date: outputs are checked as the JSON that is sent. */
export function requireJsonInput(schema: unknown): void {
  const jsonSchema = standardProps(schema)?.jsonSchema;
  if (jsonSchema !== undefined) {
    convertByLibrary((conversion) => jsonSchema.input(conversion), 'output', libraryOf(schema));
  }
}
