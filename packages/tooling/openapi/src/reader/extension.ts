import type { ToolAnnotations } from '@toolwire/core';
import { isRecord, type JsonRecord, textOf, textsOf, withoutUndefined } from '../base/json.ts';
import type { OperationExtension, Paging } from './operation.ts';

// The last one wins.
const names = ['x-mcp', 'x-speakeasy-mcp', 'x-toolwire'];

/** Reads the fields of a document that describe an operation's tool; `levels` are the document, the path and the operation. */
export function readExtension(levels: readonly JsonRecord[]): OperationExtension {
  const read = names.flatMap((name) => levels.map((level) => readOne(level[name])));
  return read.reduce<OperationExtension>((before, one) => ({ ...before, ...one }), { isHidden: false });
}

function readOne(value: unknown): Partial<OperationExtension> {
  if (typeof value === 'boolean') return { isHidden: !value };
  if (!isRecord(value)) return {};
  return withoutUndefined({
    isHidden: readHidden(value),
    name: textOf(value.name),
    title: textOf(value.title),
    description: textOf(value.description),
    version: textOf(value.version),
    scopes: Array.isArray(value.scopes) ? textsOf(value.scopes) : undefined,
    annotations: isRecord(value.annotations) ? readAnnotations(value.annotations) : undefined,
    paging: isRecord(value.paging) ? readPaging(value.paging) : undefined,
  });
}

function readHidden(value: JsonRecord): boolean | undefined {
  for (const name of ['hide', 'hidden', 'disabled']) if (typeof value[name] === 'boolean') return value[name];
  return typeof value.enabled === 'boolean' ? !value.enabled : undefined;
}

/** Annotations, under the names of toolwire or those of MCP. */
function readAnnotations(value: JsonRecord): ToolAnnotations {
  const flag = (name: string) => {
    const given = value[name] ?? value[`${name}Hint`];
    return typeof given === 'boolean' ? given : undefined;
  };
  return withoutUndefined({
    readOnly: flag('readOnly'),
    destructive: flag('destructive'),
    idempotent: flag('idempotent'),
    openWorld: flag('openWorld'),
  });
}

function readPaging({ items, parameter, from, maxPages }: JsonRecord): Paging {
  return withoutUndefined({
    items: textOf(items),
    parameter: textOf(parameter),
    from: textOf(from),
    maxPages: typeof maxPages === 'number' ? maxPages : undefined,
  });
}
