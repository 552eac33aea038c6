import type { Credentials } from '../src/index.ts';

/** The headers of a request as adapters pass them: by lower-case name, with repeated fields joined. */
export function headers(...fields: readonly (readonly [name: string, value: string])[]): Credentials {
  return {
    header: (name) => {
      const values = fields.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
      return values.length > 0 ? values.join(', ') : undefined;
    },
  };
}

/** A request with one `Authorization` header. */
export function authorization(value: string): Credentials {
  return headers(['Authorization', value]);
}

/** A request with a bearer token. */
export function bearer(token: string): Credentials {
  return authorization(`Bearer ${token}`);
}
