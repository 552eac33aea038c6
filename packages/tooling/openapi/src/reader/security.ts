import { type Fields, isObject, listOf, recordOf, stringsOf } from '@toolwire/internal';
import type { SecurityAlternative, SecurityScheme } from './document-model.ts';
import type { References } from './references.ts';

/** Reads the security of an operation. `schemes` are the schemes of the document by name. */
export function readSecurity(
  security: unknown,
  schemes: Fields,
  references: References,
): readonly SecurityAlternative[] {
  return listOf(security).map((alternative) =>
    Object.entries(recordOf(alternative)).map(([id, scopes]) => ({
      scheme: readScheme(id, Object.hasOwn(schemes, id) ? references.resolve(schemes[id]) : undefined),
      scopes: stringsOf(scopes),
    })),
  );
}

function readScheme(id: string, scheme: unknown): SecurityScheme {
  if (!isObject(scheme)) return unsupported(id, 'is not declared');
  switch (scheme.type) {
    case 'basic':
      return { id, kind: 'basic' };
    case 'apiKey':
      return readApiKey(id, scheme);
    case 'http':
      return readHttp(id, scheme);
    case 'oauth2':
    case 'openIdConnect':
      return { id, kind: 'oauth2' };
    default:
      return unsupported(id, `has the type ${JSON.stringify(scheme.type)}`);
  }
}

function readApiKey(id: string, scheme: Fields): SecurityScheme {
  const { in: location, name } = scheme;
  if (typeof name !== 'string') return unsupported(id, 'has no name');
  return location === 'query' || location === 'header' || location === 'cookie'
    ? { id, kind: 'apiKey', in: location, name }
    : unsupported(id, `is in ${JSON.stringify(location)}`);
}

function readHttp(id: string, scheme: Fields): SecurityScheme {
  const name = typeof scheme.scheme === 'string' ? scheme.scheme.toLowerCase() : '';
  return name === 'basic' || name === 'bearer'
    ? { id, kind: name }
    : unsupported(id, `is HTTP ${name || 'authentication'}`);
}

function unsupported(id: string, problem: string): SecurityScheme {
  return { id, kind: 'unsupported', reason: `The security scheme '${id}' ${problem}.` };
}
