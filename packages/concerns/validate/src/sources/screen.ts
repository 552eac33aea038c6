import type { JsonSchema } from '../base/json.ts';
import { isSchemaError } from '../base/schema-error.ts';
import type { Issue } from '../explain/problem.ts';
import type { CompileOptions } from './compile-options.ts';

/** Finds the first reason to refuse a value, fast; none for a value that its library may take. */
export type Screen = (value: unknown) => readonly Issue[];

/**
 * Makes the screen that large inputs pass before their library sees them: libraries gather an issue for each wrong
 * part, which takes seconds where there are a million.
 */
export function screenOf(taken: () => JsonSchema, { validator }: CompileOptions): Screen | undefined {
  if (validator === undefined) {
    return undefined;
  }
  let screen: Screen | undefined;
  return (value) => {
    // Compiled when first needed: most tools never see a large input.
    screen ??= compile(taken(), validator);
    return screen(value);
  };
}

function compile(jsonSchema: JsonSchema, validator: NonNullable<CompileOptions['validator']>): Screen {
  try {
    const validate = validator.compile(jsonSchema);
    return (value) => {
      const result = validate(value);
      return result.ok ? [] : result.errors;
    };
  } catch (thrown) {
    // A validator that cannot work on this host is no loss to schemas that check themselves.
    if (isSchemaError(thrown)) {
      return () => [];
    }
    throw thrown;
  }
}
