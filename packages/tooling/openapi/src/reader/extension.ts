import type { ToolAnnotations } from '@toolwire/core';
import { type Fields, isObject, StartupError, stringsOf, textOf, withoutUndefined } from '@toolwire/internal';
import type { OperationExtension, Paging } from './document-model.ts';

/** The fields with the description of a tool. A later name has precedence. */
const extensionNames = ['x-mcp', 'x-speakeasy-mcp', 'x-toolwire'];

/**
 * Reads the fields that describe an operation's tool. `levels` are the document, the path and the operation, the last with precedence.
 * Throws for a version that no tool can have.
 */
export function readExtension(levels: readonly Fields[]): OperationExtension {
  let extension: OperationExtension = { isHidden: false };
  for (const name of extensionNames) {
    for (const level of levels) extension = { ...extension, ...readFields(level[name]) };
  }
  const { version, isHidden } = extension;
  if (version !== undefined && !isHidden && !toolVersion.test(version)) {
    throw new StartupError(
      'TW_TOOL_VERSION',
      `The version of an operation's tool must be x.y.z, such as 1.0.0, got ${JSON.stringify(version)}.`,
    );
  }
  return extension;
}

const toolVersion = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/u;

function readFields(value: unknown): Partial<OperationExtension> {
  if (typeof value === 'boolean') return { isHidden: !value };
  if (!isObject(value)) return {};
  return withoutUndefined({
    isHidden: readHidden(value),
    name: textOf(value.name),
    title: textOf(value.title),
    description: textOf(value.description),
    version: textOf(value.version),
    scopes: Array.isArray(value.scopes) ? stringsOf(value.scopes) : undefined,
    annotations: isObject(value.annotations) ? readAnnotations(value.annotations) : undefined,
    paging: isObject(value.paging) ? readPaging(value.paging) : undefined,
  });
}

function readHidden(value: Fields): boolean | undefined {
  for (const name of ['hide', 'hidden', 'disabled']) {
    if (typeof value[name] === 'boolean') return value[name];
  }
  return typeof value.enabled === 'boolean' ? !value.enabled : undefined;
}

/** Reads annotations with the names of toolwire or MCP. */
function readAnnotations(value: Fields): ToolAnnotations {
  const hint = (name: string): boolean | undefined => {
    const flag = value[name] ?? value[`${name}Hint`];
    return typeof flag === 'boolean' ? flag : undefined;
  };
  return withoutUndefined({
    readOnly: hint('readOnly'),
    destructive: hint('destructive'),
    idempotent: hint('idempotent'),
    openWorld: hint('openWorld'),
  });
}

function readPaging({ items, parameter, from, maxPages }: Fields): Paging {
  return withoutUndefined({
    items: textOf(items),
    parameter: textOf(parameter),
    from: textOf(from),
    maxPages: typeof maxPages === 'number' ? maxPages : undefined,
  });
}
