import { isObject, type ToolDefinition } from '@toolwire/core';
import { parseToolId } from '@toolwire/version';

const annotationNames: readonly string[] = ['readOnly', 'destructive', 'idempotent', 'openWorld'];

/** Throws for what no call could meet, and answers what its author should look at; types find most of it, JavaScript has none. */
export function checkDefinition({ id, requirements = {}, annotations = {} }: ToolDefinition): readonly string[] {
  const parsed = parseToolId(id);
  if (!parsed.ok) throw new TypeError(parsed.problem);
  if (parsed.version !== undefined) {
    throw new TypeError(`its id has a version in it; write id: '${parsed.id}', and the version into \`version\``);
  }
  const { userId, ...lists } = requirements;
  for (const [kind, listed] of Object.entries(lists)) checkIds(kind, listed);
  const unknown = Object.keys(annotations).filter((name) => !annotationNames.includes(name));
  for (const [name, flag = true] of Object.entries({ ...annotations, userId })) {
    if (typeof flag !== 'boolean' && !unknown.includes(name)) throw new TypeError(`its ${name} must be true or false`);
  }
  return unknown.map((name) => `There is no annotation '${name}'; there are ${annotationNames.join(', ')}.`);
}

function checkIds(kind: string, listed: unknown): void {
  const all: readonly unknown[] = [listed].flat();
  const fit = Array.isArray(listed) && all.every((one) => isObject(one) && typeof one['id'] === 'string');
  if (listed === undefined || fit) return;
  const example = all.find((one) => typeof one === 'string') ?? 'NAME';
  throw new TypeError(`its requirements.${kind} must be a list such as [{ id: '${example}' }]`);
}
