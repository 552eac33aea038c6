import type { Operation } from '@toolwire/openapi';
import type { Api } from '@toolwire/openapi/http';
import { defineTool, type JsonObject } from 'toolwire';
import { decodeJson } from './decode-json.ts';
import { inputOf } from './input.ts';

/** A tool that calls one operation. */
export function toolOf(operation: Operation, api: Api) {
  const { id, name, method, path, parameters, body } = operation;
  const namesIn = (location: string) => parameters.filter((one) => one.in === location).map((one) => one.name);
  const headers = Object.fromEntries(
    parameters.flatMap((one) => (one.in === 'header' ? [[one.name, one.schema['default'] ?? null]] : [])),
  );
  return defineTool({
    id: `Notion.${name}`,
    version: '1.0.0',
    name: `API-${id}`,
    title: titleOf(id),
    description: describe(operation),
    input: inputOf(operation),
    annotations: method === 'get' ? { readOnly: true } : { destructive: true },
    run: (input, context) => {
      const values = decodeJson(input) as JsonObject;
      const others = [...namesIn('path'), ...namesIn('query')];
      return api.call<JsonObject>(context, method, path, {
        path: pick(values, (one) => namesIn('path').includes(one)),
        query: pick(values, (one) => namesIn('query').includes(one)),
        headers,
        ...(body !== undefined && { body: pick(values, (one) => !others.includes(one)) }),
        auth: ['notion'],
      });
    },
  });
}

function pick(values: JsonObject, isWanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}

/** `retrieve-a-page` is shown as `Retrieve A Page`. */
function titleOf(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function describe({ summary, description, responses }: Operation): string {
  const errors = responses.filter(({ status }) => /^[45]/.test(status));
  const lines = errors.map((one) => `${one.status}: ${one.description ?? ''}`);
  const text = `Notion | ${summary || description || ''}`;
  return lines.length === 0 ? text : [text, 'Error Responses:', ...lines].join('\n');
}
