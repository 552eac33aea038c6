import { recordOf, withoutUndefined } from '@toolwire/internal';
import { locations, parts } from '../api/api-call.ts';
import type { FieldEncoding, Operation, Parameter } from '../reader/document-model.ts';
import { defaultStyle, explodesByDefault, type ParameterLocation } from '../reader/parameter-style.ts';
import { acceptedTypes } from '../reader/responses.ts';
import type { ImportedTool } from './imported-tool.ts';
import { type Entry, literalText, memberText, objectText } from './literal-text.ts';

/** Writes the parts of a tool's request for `api.call`, without parts that have their default. */
export function requestEntries(tool: ImportedTool, hasOutput: boolean): readonly Entry[] {
  const { operation, security } = tool;
  const { parameters, body } = operation;
  const values = parts.flatMap((name): readonly Entry[] => {
    const entries = parameters
      .filter((parameter) => parameter.in === locations[name])
      .map((parameter): Entry => [parameter.name, valueText(parameter, operation)]);
    return entries.length === 0 ? [] : [[name, objectText(entries, indent)]];
  });
  const settings = withoutUndefined({
    bodyType: body === undefined || body.mediaType === 'application/json' ? undefined : body.mediaType,
    styles: fieldsOrNothing(parts.map((name) => [name, formatsOf(parameters, locations[name])])),
    encoding: fieldsOrNothing([...(body?.encoding ?? [])].map(([name, field]) => [name, encodingOf(field)])),
    accept: acceptOf(operation),
    server: tool.server,
    auth: security.length === 0 ? undefined : security.map(({ scheme }) => scheme.id),
    isRepeatable: tool.needsRepeatableFlag ? true : undefined,
    paging: operation.extension.paging,
    largeResults: hasOutput ? undefined : 'cut',
  });
  return [
    ...values,
    ...(body === undefined ? [] : [['body', memberText('input', body.field)] as const]),
    ...Object.entries(settings).map(([name, value]): Entry => [name, literalText(value, indent)]),
  ];
}

const indent = '      ';

/** Writes the value of a parameter. Counted pages start at the default of the document, which the source doesn't know otherwise. */
function valueText(parameter: Parameter, { extension: { paging } }: Operation): string {
  const text = memberText('input', parameter.field);
  const isCounted = paging !== undefined && paging.from === undefined && paging.parameter === parameter.name;
  const { default: first } = parameter.schema;
  return isCounted && parameter.in === 'query' && first !== undefined
    ? `${text} ?? ${literalText(first, indent)}`
    : text;
}

function fieldsOrNothing(entries: readonly (readonly [string, object])[]): object | undefined {
  const used = entries.filter(([, value]) => Object.keys(recordOf(value)).length > 0);
  return used.length === 0 ? undefined : Object.fromEntries(used);
}

function formatsOf(parameters: readonly Parameter[], location: ParameterLocation): object {
  const locatedParameters = parameters.filter((parameter) => parameter.in === location);
  return fieldsOrNothing(locatedParameters.map((parameter) => [parameter.name, formatOf(parameter)])) ?? {};
}

function formatOf({ in: location, style, explode, allowReserved, isJson }: Parameter): object {
  if (isJson) return { isJson };
  return {
    ...(style !== defaultStyle(location) && { style }),
    ...(explode !== explodesByDefault(style) && { explode }),
    ...(allowReserved && { allowReserved }),
  };
}

function encodingOf({ mediaType, style, explode, allowReserved, isStyled, isFile }: FieldEncoding): object {
  return {
    ...(mediaType !== undefined && { mediaType }),
    ...(isStyled && { style, explode, allowReserved }),
    ...(isFile && { isFile }),
  };
}

/** Returns the media types of the result, unless it is only JSON. */
function acceptOf({ responses }: Operation): readonly string[] | undefined {
  const types = acceptedTypes(responses);
  return types.every((type) => type === 'application/json') ? undefined : types;
}
