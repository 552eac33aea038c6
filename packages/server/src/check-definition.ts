import type { ToolDefinition } from '@toolwire/core';
import { parseToolId } from '@toolwire/version';
import { checkRequirements } from './check-requirements.ts';

const annotationNames: readonly string[] = ['readOnly', 'destructive', 'idempotent', 'openWorld'];

/** Throws for what no call could meet, and answers what its author should look at; types find most of it, JavaScript has none. */
export function checkDefinition({ id, requirements, annotations = {}, timeoutMs }: ToolDefinition): readonly string[] {
  const parsed = parseToolId(id);
  if (!parsed.ok) throw new TypeError(parsed.problem);
  if (parsed.version !== undefined) {
    throw new TypeError(`its id has a version in it; write id: '${parsed.id}', and the version into \`version\``);
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    const given = typeof timeoutMs === 'string' ? `'${String(timeoutMs)}'` : String(timeoutMs);
    throw new TypeError(`its timeoutMs of ${given} must be a number of milliseconds above 0`);
  }
  checkRequirements(requirements);
  const unknown = Object.keys(annotations).filter((name) => !annotationNames.includes(name));
  for (const [name, flag = true] of Object.entries(annotations)) {
    if (typeof flag !== 'boolean' && !unknown.includes(name)) throw new TypeError(`its ${name} must be true or false`);
  }
  return unknown.map((name) => `There is no annotation '${name}'; there are ${annotationNames.join(', ')}.`);
}
