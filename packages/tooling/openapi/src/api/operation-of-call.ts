import type { Fields } from '@toolwire/internal';
import type { FieldEncoding, Operation, Parameter } from '../reader/document-model.ts';
import { kindOfType } from '../reader/media-types.ts';
import { defaultStyle, explodesByDefault } from '../reader/parameter-style.ts';
import { type ApiCall, locations, parts, type RequestPart } from './api-call.ts';

const bodyField = 'body';

/** Returns a call as an operation of an OpenAPI document. */
export function operationOf(method: string, path: string, call: ApiCall): Operation {
  const { bodyType = 'application/json', accept = [] } = call;
  return {
    id: `${method} ${path}`,
    name: '',
    method: method.toLowerCase(),
    path,
    tags: [],
    isDeprecated: false,
    parameters: parts.flatMap((part) => namesIn(part, call).map((name) => parameterOf(part, name, call))),
    ...(call.body !== undefined && {
      body: {
        field: bodyField,
        isRequired: true,
        mediaType: bodyType,
        kind: kindOfType(bodyType) ?? 'text',
        schema: {},
        encoding: encodingOf(call.encoding ?? {}),
      },
    }),
    responses: accept.length === 0 ? [] : [{ status: '2XX', content: accept.map((mediaType) => ({ mediaType })) }],
    security: [],
    servers: [],
    hasOwnServers: false,
    extension: { isHidden: false },
  };
}

/** Returns the names of parameters. The parameter that selects a page may have no value for the first page. */
function namesIn(part: RequestPart, call: ApiCall): readonly string[] {
  const paged = part === 'query' && call.paging?.parameter !== undefined ? [call.paging.parameter] : [];
  return [...new Set([...Object.keys(call[part] ?? {}), ...paged])];
}

/** Returns the values of a call by the fields of its operation. */
export function inputOf(call: ApiCall): Fields {
  const entries = parts.flatMap((part) =>
    Object.entries(call[part] ?? {}).map(([name, value]): [string, unknown] => [fieldOf(part, name), value]),
  );
  return Object.fromEntries([...entries, [bodyField, call.body]]);
}

function fieldOf(part: RequestPart, name: string): string {
  return `${part} ${name}`;
}

function parameterOf(part: RequestPart, name: string, { styles = {} }: ApiCall): Parameter {
  const location = locations[part];
  const stylesOfPart = styles[part] ?? {};
  const formatting = Object.hasOwn(stylesOfPart, name) ? stylesOfPart[name] : undefined;
  const style = formatting?.style ?? defaultStyle(location);
  return {
    name,
    in: location,
    field: fieldOf(part, name),
    isRequired: false,
    style,
    explode: formatting?.explode ?? explodesByDefault(style),
    allowReserved: formatting?.allowReserved ?? false,
    isJson: formatting?.isJson ?? false,
    schema: {},
  };
}

function encodingOf(encoding: NonNullable<ApiCall['encoding']>): ReadonlyMap<string, FieldEncoding> {
  return new Map(
    Object.entries(encoding).map(([name, field]) => {
      const { isJson = false, style, explode, allowReserved, isFile = false } = field;
      const mediaType = field.mediaType ?? (isJson ? 'application/json' : undefined);
      const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
      return [
        name,
        {
          ...(mediaType !== undefined && { mediaType }),
          style: style ?? 'form',
          explode: explode ?? explodesByDefault(style ?? 'form'),
          allowReserved: allowReserved ?? false,
          isStyled: isStyled && !isJson,
          isFile,
        },
      ];
    }),
  );
}
