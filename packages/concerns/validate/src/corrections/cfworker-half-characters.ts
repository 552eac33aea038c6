import { isObject } from '../base/json.ts';

/** The value with names that can be parts of a URI, as which @cfworker/json-schema writes them: half a character cannot (seen in 4.1.6). */
export function withWellFormedNames(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withWellFormedNames);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          name.replaceAll(/\p{Surrogate}/gu, '\uFFFD'),
          withWellFormedNames(field),
        ]),
      )
    : value;
}
